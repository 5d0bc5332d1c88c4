"""How the memory grows: search, commands, lists and appending, with 1,000 to 100,000 turns.

Everything goes the way the program goes: through the store, with its locks, and the search with the
index that first reads what was said since.

Run: python tests/bench/bench_memory.py [turns ...]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from pet.clock import SystemClock
from pet.memory import finding, indexing, memos, sessions, turns, undo
from pet.memory.store import Store
from pet.paths import Paths
from tests.bench.bench_search import Talk

_ROUNDS = 60
_APPENDED = 200  # turns by each of two copies


def main(sizes: list[int]) -> None:
    _say(f"{'turns':>8} {'what':<28} {'median':>9} {'p95':>9} {'p95 of processor time':>22}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            paths = Paths(Path(folder))
            with closing(Store.open(paths, SystemClock())) as store:
                _measure(store, size)
            _append_with_two(paths, size)


def _measure(store: Store, size: int) -> None:
    talk = Talk(size)
    session = sessions.begin(store, "somi").session
    _fill(store, session, talk, size)
    began = time.perf_counter()
    indexing.catch_up(store)
    _say(f"{size:>8} index filled anew in {time.perf_counter() - began:.1f} s, ", end="")
    _say(f"{store.paths.index.stat().st_size / 1e6:.0f} MB beside ", end="")
    _say(f"{store.paths.database.stat().st_size / 1e6:.0f} MB")

    def say(number: int) -> None:
        turns.finish(store, turns.ask(store, session, talk.turn()), "…", "done")

    def look_after_a_turn(number: int) -> None:
        finding.search(store, talk.query())

    def remember(number: int) -> None:
        memos.add(store, f"memo {number}", origin="command")

    def make_room(number: int) -> None:
        if number >= 25:
            memos.forget(store, memos.everything(store)[0].id)

    def forget_and_undo(number: int) -> None:
        memos.forget(store, memos.everything(store)[0].id)
        undo.undo(store)

    jobs: list[tuple[str, Callable[[int], None], Callable[[int], None]]] = [
        ("search", look_after_a_turn, _nothing),
        ("search after a new turn", look_after_a_turn, say),
        ("a turn (two writes)", say, _nothing),
        ("remember", remember, make_room),
        ("forget and undo", forget_and_undo, _nothing),
        ("record a command", lambda n: _record(store, session), _nothing),
        ("list the memos", lambda n: memos.everything(store) and None, _nothing),
        ("the last 50 of a session", lambda n: turns.shown(store, session, 50) and None, _nothing),
    ]
    for name, job, before in jobs:
        _report(size, name, _times(job, before))


def _nothing(number: int) -> None:
    """What happens before each round of a job that stands alone."""


def _record(store: Store, session: int) -> None:
    turns.record_command(store, session, "/help", "…")


def _fill(store: Store, session: int, talk: Talk, size: int) -> None:
    def insert(connection):
        connection.executemany(
            "INSERT INTO turns (uuid, session, persona, user_text, reply, state, created_ms)"
            " VALUES (?, ?, 'somi', ?, ?, 'done', 0)",
            ((str(uuid.uuid4()), session, *talk.turn().split("\n", 1)) for _ in range(size)),
        )

    store.write(insert)


def _times(job: Callable[[int], None], before: Callable[[int], None]) -> list[tuple[float, float]]:
    """What each round took: by the clock, and of this process's time on a processor."""
    took = []
    for number in range(_ROUNDS):
        before(number)
        began, worked = time.perf_counter(), time.process_time()
        job(number)
        took.append((time.perf_counter() - began, time.process_time() - worked))
    return took


def _append_with_two(paths: Paths, size: int) -> None:
    """Two copies that write at the same time: what each write took, by both."""
    command = [sys.executable, __file__, "--append", str(paths.root)]
    copies = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": "."})
        for _ in range(2)
    ]
    took = [float(line) for copy in copies for line in copy.communicate()[0].split()]
    _report(size, f"append, two copies ({len(took)})", [(one, 0.0) for one in took])
    with closing(Store.open(paths, SystemClock())) as store:
        ((kept,),) = store.rows("SELECT count(*) FROM turns WHERE user_text LIKE 'appended%'")
    _say(f"{size:>8} appended {2 * _APPENDED}, kept {kept}")


def _append(folder: str) -> None:
    with closing(Store.open(Paths(Path(folder)), SystemClock())) as store:
        session = sessions.begin(store, "somi").session
        for number in range(_APPENDED):
            began = time.perf_counter()
            turns.ask(store, session, f"appended {number}")
            _say(str(time.perf_counter() - began))


def _report(size: int, name: str, took: list[tuple[float, float]]) -> None:
    wall = sorted(1000 * seconds for seconds, _ in took)
    worked = sorted(1000 * seconds for _, seconds in took)
    middle, last = len(took) // 2, int(0.95 * len(took))
    shown = f"{wall[middle]:>6.1f} ms {wall[last]:>6.1f} ms {worked[last]:>19.1f} ms"
    _say(f"{size:>8} {name:<28} {shown}")


def _say(line: str, end: str = "\n") -> None:
    sys.stdout.write(line + end)
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--append"]:
        _append(sys.argv[2])
    else:
        main([int(word) for word in sys.argv[1:]] or [1_000, 10_000, 100_000])
