"""Broken files for the importer of cards: `python -m tests.bench.fuzz_cards [--seconds 600]`.

Files of every container are changed at random: bytes, chunks, JSON values, sizes. Whatever is read
goes on through the prompt's text, the account in both languages, the lorebook and every export.
Reported, and saved to `--out DIR`: a crash, more than a second of processor time for one file, more
than 300 MB of memory. `--seed N` plays the same files again. What made something new happen is
changed further.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pet.errors import CardRefused
from pet.i18n import LANGUAGES, Language, Texts
from pet.persona import exporting, lorebook, persona
from pet.persona.account import Imported
from pet.persona.importing import proposed_id, read_card
from pet.prompt.hidden import reveal
from tests.persona import made_cards as made

MAX_SECONDS = 1.0  # of processor time for one file
MAX_MEMORY = 300 * 1024 * 1024
MOST_KEPT = 3_000
TOKENS = (
    *(b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"null", b"\0", b"\xff", b"\\ud800"),
    *(b"<START>", b"{{char}}", b"{{user}}", b"@@depth 1\n", b"rcc||", b"chara\0", b"ccv3\0"),
    *(b"IEND", b"tEXt", b"zTXt", b"iTXt", b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\7", b"\xff\xfe"),
    *(b"RIFF", b"WEBP", b"VP8X", b"EXIF", b"II*\0", b"\xff\xe1", b"\xff\xda", b"1e999", b"NaN"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1.5, "", " ", "x", "가", "\ud800", "\u202e", [], {}, [[]], [None]),
    *({"": ""}, "data:image/png;base64,AAAA", "embeded://a", "https://example.com/x", "<START>"),
    *({"entries": [{"keys": ["x"], "content": "@@a\ny", "constant": True}]}, {"entries": {}}),
)
KEYS = (
    *("spec", "spec_version", "data", "name", "nickname", "description", "first_mes", "assets"),
    *("mes_example", "alternate_greetings", "character_book", "extensions", "desktop_pet", "tags"),
    *("creation_date", "char_name", "persona", "kind", "context", "greeting", " data ", "rest"),
)


@dataclass
class Findings:
    """What was found, by kind; `seen` counts how each file ended."""

    seen: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    files: int = 0
    slowest: float = 0.0


def seeds() -> list[bytes]:
    """One file of each kind."""
    book = {"entries": [{"keys": ["서울"], "content": "@@depth 4\nBig.", "use_regex": True}]}
    rich = made.v3(
        description=made.KOREAN,
        mes_example="<START>\n{{user}}: Hi\n{{char}}: 10:30",
        character_book=book,
        extensions={"depth_prompt": {"prompt": "x"}, "desktop_pet": {"language": "ko"}},
        assets=[{"type": "icon", "name": "main", "uri": "embeded://a", "ext": "png"}],
    )
    cards = (made.v1(first_mes="Hi <USER>"), made.v2(system_prompt="Obey."), rich)
    agnai = {"kind": "character", "name": "M", "persona": {"attributes": {"text": ["x"]}}}
    plain = ({"char_name": "M", "char_persona": "x"}, {"name": "M", "context": "x"}, agnai)
    files = [made.as_json(card) for card in (*cards, *plain)]
    for card in cards:
        content = made.packed(card)
        files += [made.png(shape(content)) for shape in (made.text, made.ztext, made.itext)]
        files += [made.png(made.itext(content, compressed=True)), made.archive(card)]
        files += [made.archive(card, a=made.png()), made.jpeg() + made.archive(card)]
        files += [made.webp(exif=made.exif(made.as_json(card))), made.png(made.text(b"{}"))]
        files += [made.jpeg(exif=made.exif(made.as_json(card), order=">"))]
    return files


class Mill:
    """Makes new files of old ones."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.kept = seeds()

    def next(self) -> bytes:
        """Another file: a few changes to one that is kept, or a new card in some container."""
        choose = self._random
        new = choose.random() < 0.4
        data = self._packed(self._card()) if new else choose.choice(self.kept)
        for _ in range(choose.choice((0, 1, 1, 2, 3, 8))):
            data = choose.choice(self._changes())(data)
        return data[: 17 * 1024 * 1024]

    def keep(self, data: bytes) -> None:
        if len(self.kept) < MOST_KEPT and len(data) < 200_000:
            self.kept.append(data)

    def _changes(self) -> tuple[Callable[[bytes], bytes], ...]:
        cut = self._random.randrange
        return (
            self._flipped,
            self._numbered,
            self._spliced,
            self._repeated,
            lambda data: data[: cut(len(data) + 1)],
            lambda data: self._put(data, self._random.choice(TOKENS)),
            lambda data: self._put(data, self._random.randbytes(4)),
        )

    def _place(self, data: bytes) -> int:
        return self._random.randrange(len(data) + 1)

    def _put(self, data: bytes, token: bytes) -> bytes:
        at = self._place(data)
        over = self._random.choice((0, len(token)))
        return data[:at] + token + data[at + over :]

    def _flipped(self, data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(self._random.choice((1, 1, 4)) if data else 0):
            changed[self._random.randrange(len(data))] = self._random.randrange(256)
        return bytes(changed)

    def _numbered(self, data: bytes) -> bytes:
        """A number that may be a length, made very small or large."""
        width = self._random.choice((1, 2, 4))
        number = self._random.choice((0, 1, 0x7F, 0x80, 2 ** (8 * width) - 1, len(data)))
        order = self._random.choice(("big", "little"))
        digits = (number % 2 ** (8 * width)).to_bytes(width, order)  # type: ignore[arg-type]
        at = self._place(data)
        return data[:at] + digits + data[at + width :]

    def _spliced(self, data: bytes) -> bytes:
        other = self._random.choice(self.kept)
        return data[: self._place(data)] + other[self._place(other) :]

    def _repeated(self, data: bytes) -> bytes:
        """A part many times over; now and then megabytes of it."""
        start, end = sorted((self._place(data), self._place(data)))
        part = data[start : min(end, start + 300)]
        size = 4_000_000 if self._random.random() < 0.02 else self._random.choice((200, 5_000))
        times = size // max(1, len(part))
        return data[:start] + part * times + data[start:]

    def _card(self) -> Any:
        choose = self._random
        card = choose.choice((made.v1, made.v2, made.v3))()
        for _ in range(choose.randrange(8)):
            target = card
            for _ in range(choose.randrange(4)):
                inner = [value for value in target.values() if isinstance(value, dict)]
                target = choose.choice(inner) if inner else target
            target[choose.choice((*KEYS, *target))] = self._value()
        return card

    def _value(self) -> Any:
        choose = self._random
        match choose.randrange(6):
            case 0:
                return [self._value() for _ in range(choose.randrange(4))]
            case 1:
                return {choose.choice(KEYS): self._value() for _ in range(choose.randrange(4))}
            case 2:
                return choose.choice(TOKENS).decode("latin-1") * choose.choice((1, 3, 5_000))
            case _:
                return json.loads(json.dumps(choose.choice(VALUES)))

    def _packed(self, card: Any) -> bytes:
        choose = self._random
        raw = json.dumps(card, ensure_ascii=choose.random() < 0.5).encode("utf-8", "surrogatepass")
        shape = choose.choice((made.text, made.ztext, made.itext))
        keyword = choose.choice((b"chara", b"ccv3", b"Chara", b"card"))
        kind = choose.randrange(6)
        if kind == 0:
            return raw
        if kind == 1:
            return made.archive(raw, a=made.png(), stored=choose.random() < 0.5)
        if kind == 2:
            return made.webp(exif=made.exif(raw, order=choose.choice("<>")))
        return made.png(shape(made.packed(raw), keyword), shape(raw))


@cache
def spoken(language: Language) -> Texts:
    return Texts(language)


def follow_up(imported: Imported) -> None:
    """Everything that is done with a card that was read; raises what should not be raised."""
    for language in LANGUAGES:
        for note in imported.notes:
            spoken(language)(note.key, **note.facts).encode()
        persona.persona_text(imported.persona, language).encode()
        for example in persona.examples(imported.persona, language):
            example.encode()
    for text in imported.texts():
        reveal(text)
    assert proposed_id(imported)
    if imported.lorebook is not None:
        lorebook.matching(imported.lorebook, ["서울에서 x를 봤다"], 4096)
        lorebook.with_entries(imported.persona, imported.lorebook.constant)
    exports = [exporting.as_v3(imported.persona), exporting.as_v2(imported.persona)]
    if len(imported.original) < 1_000_000:
        picture = imported.picture.data if imported.picture else made.png()
        exports.append(exporting.as_png(imported.persona, picture))
        exports.append(exporting.original_in_png(imported.original, picture))
    for exported in exports:
        read_card(exported.data, "again.json")


def outcome(data: bytes) -> str:
    """How the import of *data* ends: a word for the same path through the program."""
    try:
        imported = read_card(data, "미나.png")
    except CardRefused as error:
        for language in LANGUAGES:
            spoken(language)(f"error.{error.key}", **error.facts)
        return error.key
    follow_up(imported)
    return "+".join(
        (imported.container, imported.spec, *sorted({note.key[5:] for note in imported.notes}))
    )


def run(mill: Mill, *, until: Callable[[int], bool], out: Path | None = None) -> Findings:
    """Try files until `until(number of files)`."""
    found = Findings()
    memory = _peak()
    while not until(found.files):
        data = mill.next()
        found.files += 1
        begun = time.process_time()
        try:
            ended = outcome(data)
        except Exception:  # noqa: BLE001 - whatever it is, it is the finding
            ended = "crash"
            _report(found, "crash", traceback.format_exc(), data, out)
        spent = time.process_time() - begun
        found.slowest = max(found.slowest, spent)
        if spent > MAX_SECONDS:
            _report(found, "slow", f"{spent:.2f} s of processor time: {ended}", data, out)
        if _peak() - memory > MAX_MEMORY:
            _report(found, "memory", f"{(_peak() - memory) >> 20} MB: {ended}", data, out)
            memory = _peak()
        if not found.seen[ended]:
            mill.keep(data)
        found.seen[ended] += 1
    return found


def _peak() -> int:
    """The most memory this process ever had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _report(found: Findings, kind: str, story: str, data: bytes, out: Path | None) -> None:
    found.failures.append(f"{kind}: {story}")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{kind}-{len(found.failures)}.bin").write_bytes(data)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    begun = time.monotonic()
    before = _peak()
    mill = Mill(asked.seed)
    found = run(mill, until=lambda _: time.monotonic() - begun > asked.seconds, out=asked.out)
    sys.stdout.write(
        f"seed {asked.seed}: {found.files} files, {len(found.seen)} kinds of ending, "
        f"{len(mill.kept)} kept, slowest {found.slowest:.2f} s, "
        f"{(_peak() - before) >> 20} MB more at most\n"
    )
    for ended, times in found.seen.most_common(12):
        sys.stdout.write(f"  {times:7} {ended}\n")
    for failure in found.failures[:20]:
        sys.stdout.write(failure + "\n")
    return 1 if found.failures else 0


if __name__ == "__main__":
    sys.exit(main())
