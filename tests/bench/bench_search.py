"""How long search takes, and how large its file grows, over invented talk.

Run: python tests/bench/bench_search.py [turns] [queries]
"""

from __future__ import annotations

import itertools
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pet.memory import search

_SYLLABLES = (
    "가나다라마바사아자차카타파하거너더러머버서어저고노도로모보소오조"
    "구누두루무부수우주기니디리미비시이지"
)
_PARTICLES = [
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "에",
    "에서",
    "도",
    "로",
    "와",
    "하고",
    "까지",
    "의",
    "",
]
_ENDINGS = ["했어", "하는", "하고", "해서", "한다", "할까", "했지", "하면", "해 줘", "하려고"]
_CONSONANTS, _VOWELS = "bcdfghjklmnprstvw", "aeiou"


class Talk:
    """Invented Korean and English talk whose words are as unevenly used as real ones (Zipf)."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.korean = [self._korean_word() for _ in range(6000)]
        self.english = [self._english_word() for _ in range(6000)]
        self._weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(6000)))

    def _korean_word(self) -> str:
        return "".join(self._random.choices(_SYLLABLES, k=self._random.choice([2, 2, 2, 3, 3, 4])))

    def _english_word(self) -> str:
        pieces = self._random.choice([2, 2, 3, 3, 4])
        return "".join(
            self._random.choice(_CONSONANTS) + self._random.choice(_VOWELS) for _ in range(pieces)
        )

    def words(self, korean: bool, number: int) -> list[str]:
        return self._random.choices(
            self.korean if korean else self.english, self._weights, k=number
        )

    def sentence(self, korean: bool, number: int) -> str:
        words = self.words(korean, number)
        if not korean:
            return " ".join(["the", *words]) + "."
        said = [word + self._random.choice(_PARTICLES) for word in words]
        return " ".join(said) + " " + self._random.choice(_ENDINGS)

    def turn(self) -> str:
        korean = self._random.random() < 0.6
        user = self.sentence(korean, self._random.randint(3, 15))
        reply = " ".join(self.sentence(korean, 8) for _ in range(self._random.randint(1, 4)))
        return f"{user}\n{reply}"

    def query(self) -> str:
        """What a person may type: mostly one or two words, sometimes a sentence or one syllable."""
        korean = self._random.random() < 0.6
        shape = self._random.random()
        if shape < 0.1:
            return self._random.choice(_SYLLABLES)
        if shape < 0.25:
            return self.sentence(korean, 6)
        words = self.words(korean, 1 if shape < 0.65 else 2)
        return " ".join(word + ("를" if korean and shape < 0.4 else "") for word in words)


def entries(talk: Talk, turns: int) -> Iterator[search.Entry]:
    """Turns in sessions of twenty, each after the one before."""
    for id_ in range(1, turns + 1):
        yield search.Entry("turn", id_, talk.turn(), id_ - 1 if id_ % 20 != 1 else None)


def main(turns: int, queries: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "search.db"
        connection = sqlite3.connect(file, isolation_level=None)
        connection.execute("PRAGMA journal_mode = TRUNCATE")
        search.prepare(connection)
        talk = Talk(1)
        talked = list(entries(talk, turns))
        connection.execute("BEGIN IMMEDIATE")
        seconds = _timed(lambda: search.rebuild(connection, talked))
        connection.execute("COMMIT")
        _say(f"{turns} turns: built in {seconds:.1f} s, {file.stat().st_size / 1e6:.0f} MB")
        for limit in (10, 20):
            _report_queries(connection, talk, queries, limit)
        _report_changes(connection, talk, turns)
        connection.close()


def _report_queries(connection: sqlite3.Connection, talk: Talk, queries: int, limit: int) -> None:
    took = []
    slow: list[tuple[float, str]] = []
    for _ in range(queries):
        query = talk.query()
        took.append(1000 * _timed(lambda query=query: search.search(connection, query, limit)))
        slow.append((took[-1], query))
    took.sort()
    _say(
        f"search, limit {limit}: median {statistics.median(took):.1f} ms, "
        f"p95 {took[int(0.95 * len(took))]:.1f} ms, worst {took[-1]:.1f} ms {max(slow)[1]!r}"
    )


def _report_changes(connection: sqlite3.Connection, talk: Talk, turns: int) -> None:
    def change(job):
        connection.execute("BEGIN IMMEDIATE")
        job()
        connection.execute("COMMIT")

    added = [
        _timed(
            lambda id_=id_: change(
                lambda: search.add(connection, [search.Entry("turn", id_, talk.turn(), id_ - 1)])
            )
        )
        for id_ in range(turns + 1, turns + 101)
    ]
    removed = [
        _timed(lambda id_=id_: change(lambda: search.remove(connection, "turn", [id_])))
        for id_ in range(1, 101)
    ]
    scrubbed = _timed(lambda: change(lambda: search.scrub(connection)))
    for name, took in (("add a turn", added), ("remove a turn", removed)):
        took.sort()
        _say(f"{name}: median {1000 * took[50]:.1f} ms, p95 {1000 * took[95]:.1f} ms")
    _say(f"scrub: {scrubbed:.1f} s")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _timed(job) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:3]] or [10_000], *([200] if len(sys.argv) < 3 else []))
