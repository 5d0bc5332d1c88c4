"""How much of the prompt is read again in each of forty turns, and how long the first word takes.

    python tests/bench/bench_prefix.py [--engine tiny|ollama] [--language en|ko]
        [--layout pet|naive] [--turns 40] [--json FILE] [--plot FILE.svg] [--model GGUF]
        [--readme FILE.md] [--read FILE ...]

The same evening is talked through twice with the same engine: by the pet, and in the layout that
most chats have (everything that is known in the system message, a window that slides by one turn,
no summary). Notes are made and let go of on the way, the persona changes, and the pet's engine
writes its summaries. Tokens are counted by the engines: the tiny one tells how many it had cached,
a real Ollama (PET_TEST_OLLAMA, or on PATH) writes it into its log. With --read nothing is played:
what former runs wrote with --json is judged and drawn.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from pet.app import Pet, open_pet
from pet.engines.base import Engine, Finished, Message, Stop, Word
from pet.engines.choose import open_engine
from pet.engines.tiny import Tiny, bundled_model
from pet.i18n import Language
from pet.paths import Paths
from pet.prompt.assemble import assemble
from pet.prompt.outgoing import Outgoing
from pet.prompt.sections import Exchange, Parts
from tests.bench import prefix_plot, prefix_table
from tests.bench.prefix_script import FIRST_NOTES, Said, evening, other_persona
from tests.engines.real import RealOllama, find_binary

REPLY_TOKENS = 32
FOLD_S = 300.0
SLACK = 1.1  # read again: the last exchange, the new message, and a tenth
SLOWER = 1.3  # than the third turn
_PER_MESSAGE = 5  # what both models' template adds: two marks, the role, line ends
# Of a request: its tokens, and how many were there when its first batch was read.
_CACHED = re.compile(r"new prompt, .*task\.n_tokens = (\d+)\n(?:.*\n)*?.*cached n_tokens = (\d+)")


@dataclass(frozen=True, slots=True)
class Call:
    """One request as the engine counted it, in tokens; *first_ms* until the first word."""

    messages: tuple[Message, ...]
    prompt: int
    cached: int
    first_ms: int

    @property
    def read(self) -> int:
        return self.prompt - self.cached


class Watched:
    """An engine whose replies are short, and that remembers what each request cost."""

    def __init__(self, engine: Engine, counter: Engine, log: Path | None) -> None:
        self._engine = engine
        self.counter = counter  # knows the model's tokenizer
        self._log = log
        self.calls: list[Call] = []

    def __getattr__(self, name):
        return getattr(self._engine, name)

    def chat(self, messages, stop, *, max_tokens=None, **asked) -> Iterator[object]:
        start = self._log.stat().st_size if self._log else 0
        asked |= {"temperature": 0.0}
        most = max_tokens or REPLY_TOKENS
        # A short reply may end itself, but an engine that is left or stopped does not count: it
        # is read to its end all the same.
        events = self._engine.chat(messages, Stop(), max_tokens=most, **asked)
        try:
            for event in events:
                self._note(tuple(messages), event, start)
                yield event
        except GeneratorExit:
            for event in events:
                self._note(tuple(messages), event, start)
            raise

    def _note(self, messages: tuple[Message, ...], end: object, start: int) -> None:
        if not isinstance(end, Finished):
            return
        prompt, cached = end.prompt_tokens, end.cached_tokens
        if self._log is not None:
            with self._log.open("rb") as stream:
                stream.seek(start)
                told = _CACHED.findall(stream.read().decode(errors="replace"))
            if not told:
                raise SystemExit("this Ollama does not write into its log what it had cached")
            prompt, cached = map(int, told[-1])
        self.calls.append(Call(messages, prompt, cached, end.first_word_ms))


@dataclass(frozen=True, slots=True)
class Row:
    """One turn; tokens, milliseconds. *behind* is what was read after the reply, for a summary."""

    number: int
    prompt: int
    read: int
    first_ms: int
    rebuilt: bool  # something in front of the last exchange is not as it was
    behind: int = 0
    allowed: int = 0  # tokens of the last exchange and the new message


@dataclass(slots=True)
class Played:
    """One conversation in one layout."""

    engine: str
    language: Language
    layout: str
    rows: list[Row] = field(default_factory=list)

    @property
    def read(self) -> int:
        return sum(row.read + row.behind for row in self.rows)

    @property
    def steady(self) -> list[Row]:
        """The turns between two rebuildings."""
        return [row for row in self.rows[1:] if not row.rebuilt]


def _row(said: Said, call: Call, before: Call | None, behind: int, counter: Engine) -> Row:
    stay = before is not None and call.messages[: len(before.messages) - 1] == before.messages[:-1]
    new = call.messages[-3:] if before is not None else call.messages
    counted = sum((counter.count_tokens(message.content) or 0) + _PER_MESSAGE for message in new)
    return Row(
        said.number,
        call.prompt,
        call.read,
        call.first_ms,
        rebuilt=not stay,
        behind=behind,
        allowed=counted,
    )


def play_pet(pet: Pet, watched: Watched, said: tuple[Said, ...], played: Played) -> None:
    """The evening with the pet as it is."""
    before: Call | None = None
    for one in _told(pet, said, played):
        watched.calls.clear()
        for _ in pet.session.turn(one.text, Stop()):
            pass
        pet.session.seats.finish_folding(FOLD_S)
        call, *behind = watched.calls
        row = _row(one, call, before, sum(after.read for after in behind), watched.counter)
        before = call
        _keep(played, row)


def play_naive(pet: Pet, watched: Watched, said: tuple[Said, ...], played: Played) -> None:
    """The evening in the usual layout; *pet* only keeps the notes and the persona."""
    before: Call | None = None
    exchanges: list[Exchange] = []
    for one in _told(pet, said, played):
        watched.calls.clear()
        if one.changes_persona:  # each has her own conversation
            exchanges.clear()
        parts = pet.session.parts_now(one.text)
        messages = _naive(pet, parts, tuple(exchanges[-8:]))
        reply = Outgoing(pet.session.seat.nonce)
        for event in watched.chat(messages, Stop()):
            if isinstance(event, Word):
                reply.feed(event.text)
        reply.close()
        exchanges.append(Exchange(one.number, one.text, reply.text))
        (call,) = watched.calls
        row = _row(one, call, before, 0, watched.counter)
        before = call
        _keep(played, row)


def _naive(pet: Pet, parts: Parts, turns: tuple[Exchange, ...]) -> tuple[Message, ...]:
    flat = replace(parts, lines=parts.lines + parts.fresh, fresh=(), summary="", turns=turns)
    return assemble(flat, pet.session.budget_now(), nonce=pet.session.seat.nonce).messages


def _told(pet: Pet, said: tuple[Said, ...], played: Played) -> Iterator[Said]:
    """Each message, once what the user does before it is done."""
    for note in FIRST_NOTES[played.language]:
        _do(pet, f"/remember {note}")
    for one in said:
        if one.command:
            _do(pet, one.command)
        if one.changes_persona:
            _do(pet, "/persona mori")
        yield one


def _do(pet: Pet, command: str) -> None:
    for _ in pet.session.turn(command, Stop()):
        pass


def _keep(played: Played, row: Row) -> None:
    played.rows.append(row)
    mark = "rebuilt" if row.rebuilt else "" if row.read <= row.allowed * SLACK else "OVER"
    sys.stderr.write(
        f"{played.engine:7}{played.language:3}{played.layout:6}{row.number:3} "
        f"prompt {row.prompt:5} read {row.read:5} allowed {row.allowed:4} "
        f"behind {row.behind:4} first {row.first_ms:6} ms {mark}\n"
    )


@contextlib.contextmanager
def _opened(engine: Engine, language: Language) -> Iterator[Pet]:
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(Path(folder) / "home")
        paths.personas.mkdir(parents=True)
        card = json.dumps(other_persona(), ensure_ascii=False)
        (paths.personas / "mori.json").write_text(card, encoding="utf-8")
        with open_pet(paths, language=language, engine=engine) as pet:
            yield pet


@contextlib.contextmanager
def _engine(name: str, model: Path | None) -> Iterator[tuple[Engine, Path | None]]:
    """A fresh engine of that name, and the log that tells of its cache."""
    if name == "tiny":
        engine = open_engine(prefer="tiny", gguf=str(model) if model else None)
        with contextlib.closing(engine):
            yield engine, None
        return
    binary, weights = find_binary(), model or bundled_model()
    if binary is None or weights is None:
        raise SystemExit("no Ollama: name its binary in PET_TEST_OLLAMA; no weights: extra `tiny`")
    with tempfile.TemporaryDirectory() as folder:
        server = RealOllama(binary, Path(folder), debug=True)
        server.start()
        try:
            server.put_model(weights, threads=None)  # as users have it: times are taken
            engine = open_engine(prefer="ollama", host=server.url)
            with contextlib.closing(engine):
                yield engine, Path(folder) / "serve.log"
        finally:
            server.kill()


def play(
    engine: str, language: Language, turns: int, model: Path | None, layouts: Sequence[str]
) -> list[Played]:
    said = evening(language, turns)
    both = []
    for layout in layouts:
        player = {"pet": play_pet, "naive": play_naive}[layout]
        with _engine(engine, model) as (real, log), contextlib.closing(Tiny(model)) as counter:
            real.status()
            real.preload(Stop())
            watched = Watched(real, counter, log)
            played = Played(engine, language, layout)
            with _opened(watched, language) as pet:
                player(pet, watched, said, played)
            both.append(played)
    return both


def judged(pet: Played, naive: Played) -> dict[str, object]:
    """The numbers of the goals."""
    steady = pet.steady
    over = [row.number for row in steady if row.read > row.allowed * SLACK]
    third = pet.rows[2].first_ms
    slow = [row.number for row in steady if row.first_ms > third * SLOWER]
    return {
        "engine": pet.engine,
        "language": pet.language,
        "read_pet": pet.read,
        "read_naive": naive.read,
        "share": round(pet.read / naive.read, 3),
        "steady_turns": len(steady),
        "steady_read_median": statistics.median(row.read for row in steady),
        "naive_read_median": statistics.median(row.read for row in naive.rows[8:] or naive.rows),
        "over": over,
        "third_ms": third,
        "steady_first_ms_median": statistics.median(row.first_ms for row in steady),
        "first_ms_median": statistics.median(row.first_ms for row in pet.rows),
        "naive_first_ms_median": statistics.median(row.first_ms for row in naive.rows),
        "slower": slow,
    }


def _pairs(results: Sequence[Played]) -> Iterator[tuple[Played, Played]]:
    """Both layouts of the same talk, where both were played."""
    for pet in results:
        for naive in results:
            same = (pet.engine, pet.language) == (naive.engine, naive.language)
            if same and (pet.layout, naive.layout) == ("pet", "naive"):
                yield pet, naive


def _read(file: Path) -> list[Played]:
    """What a former run wrote."""
    return [
        Played(**{**one, "rows": [Row(**row) for row in one["rows"]]})
        for one in json.loads(file.read_text(encoding="utf-8"))
    ]


def _write(file: Path | None, results: Sequence[Played]) -> None:
    if file is not None:
        file.write_text(json.dumps([asdict(one) for one in results]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=("tiny", "ollama"), action="append")
    parser.add_argument("--language", choices=("en", "ko"), action="append")
    parser.add_argument("--layout", choices=("pet", "naive"), action="append")
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--readme", type=Path, help="put the table and the plot into it")
    parser.add_argument("--read", type=Path, nargs="+", default=[])
    asked = parser.parse_args()
    results = [one for file in asked.read for one in _read(file)]
    for engine in () if asked.read else asked.engine or ["tiny", "ollama"]:
        for language in asked.language or ["en", "ko"]:
            layouts = asked.layout or ["pet", "naive"]
            results += play(engine, language, asked.turns, asked.model, layouts)
            _write(asked.json, results)  # what is there is kept, whatever comes
    found = [judged(*pair) for pair in _pairs(results)]
    for one in found:
        print(json.dumps(one, ensure_ascii=False))
    table = prefix_table.table(found)
    print(table)
    _write(asked.json, results)
    if asked.plot:
        asked.plot.write_text(prefix_plot.drawn(results), encoding="utf-8")
    if asked.readme:
        prefix_table.put(asked.readme, table, str(asked.plot))


if __name__ == "__main__":
    main()
