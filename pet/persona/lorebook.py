"""The lorebook of a card: what she knows of her world, told only when it is spoken of.

An entry is constant, and may be taken into the persona; or it has keywords, and is told when one of
them was said. Keywords are plain words: a pattern from a stranger could keep the program busy for
hours. Lines that begin with `@@` would steer other programs; they are taken out and reported.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pet.persona import fields
from pet.persona.persona import Persona, from_card

MAX_ENTRIES: Final = 1_000
MAX_KEYS: Final = 32  # of one entry
MAX_KEY_SCALARS: Final = 128
MAX_SAID_SCALARS: Final = 16_000  # of what was said last; eight long turns
_LARGEST: Final = 10**12  # a whole number of 400 digits is no float

_DECORATOR: Final = re.compile(r"^[ \t]*@@@?([A-Za-z_]+)[^\n]*(?:\n|\Z)", re.MULTILINE)
_PATTERN_SIGNS: Final = re.compile(r"[\\^$|?*+()\[\]{}]|^/.*/[a-z]*$")
_PARTICLES: Final = (
    *("은", "는", "이", "가", "을", "를", "과", "와", "의", "에", "도", "만", "로", "으로", "나"),
    *("이나", "에서", "에게", "에게서", "한테", "한테서", "께", "께서", "까지", "부터", "보다"),
    *("처럼", "같이", "마다", "조차", "마저", "밖에", "로서", "으로서", "로써", "으로써", "랑"),
    *("이랑", "하고", "라고", "이라고", "라는", "이라는", "라도", "이라도", "든지", "이든지"),
    *("야", "아", "여", "이여", "요", "이요", "이야", "야말로", "이야말로", "커녕", "대로", "쯤"),
    *("이다", "다", "인", "인데", "이고", "고", "이며", "며", "이지", "지", "이지만", "지만"),
    *("예요", "이에요", "입니다", "이죠", "죠", "이네", "네", "였어", "이었어", "인가", "인가요"),
    *("들", "님", "씨"),
)
# One after another, as in 마을들에서만은; then the word is over.
_BEHIND: Final = re.compile(rf"(?:{'|'.join(_PARTICLES)}){{0,4}}(?!\w)")
_HANGUL: Final = re.compile(r"[가-힣ᄀ-ᇿㄱ-ㆎ]")
# Chinese and Japanese put no space between words, so there a keyword is looked for anywhere.
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece of knowledge; `content` has no decorators, but macros as the card has them."""

    number: int  # its place in the card
    name: str
    content: str
    keys: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()  # where there are any, one of these must be said too
    constant: bool = False
    enabled: bool = True
    case_sensitive: bool = False
    order: float = 0  # told in this order, the lowest first
    priority: float = 0  # where there is not room for all, the lowest falls first
    decorators: tuple[str, ...] = ()
    patterns: int = 0  # keywords that are patterns, which are not used


@dataclass(frozen=True, slots=True)
class Lorebook:
    """All entries in the card's order; `scan_depth` says how many messages back a word counts."""

    name: str
    entries: tuple[Entry, ...]
    scan_depth: int | None = None
    beyond: int = 0  # entries that are more than are read

    @property
    def constant(self) -> tuple[Entry, ...]:
        """The entries that are always true, in the order in which they are told."""
        found = (one for one in self.entries if one.constant and one.enabled and one.content)
        return tuple(sorted(found, key=_in_order))


def read(data: Mapping[str, Any]) -> Lorebook | None:
    """The lorebook in *data* of a card; None where there is none or it has no entries."""
    book = fields.mapping_of(data, "character_book")
    listed = fields.list_of(book, "entries")
    entries = [
        _entry(number, one)
        for number, one in enumerate(listed[:MAX_ENTRIES])
        if isinstance(one, dict)
    ]
    if not entries:
        return None
    depth = book.get("scan_depth")
    return Lorebook(
        name=_text(book, "name"),
        entries=tuple(entries),
        scan_depth=depth if isinstance(depth, int) and depth > 0 else None,
        beyond=max(0, len(listed) - MAX_ENTRIES),
    )


def without_decorators(content: str) -> tuple[str, int]:
    """*content* without the lines that begin with `@@`, and how many there were."""
    return _DECORATOR.subn("", content)


def matching(lorebook: Lorebook, texts: Sequence[str], cap: int) -> tuple[Entry, ...]:
    """The entries whose keywords were said in *texts*, oldest first, in the order they are told.

    At most *cap* bytes of UTF-8 in all: beginning with the highest priority, as far as they fit.
    A smaller cap never keeps an entry that a larger one does not. Constant entries are not among
    them. What she says of one entry does not call another.
    """
    depth = lorebook.scan_depth
    said = _normal("\n".join(texts if depth is None else texts[-depth:])[-MAX_SAID_SCALARS:])
    spoken = _Spoken(said, _normal(said.casefold()))
    called = [entry for entry in lorebook.entries if _is_called(entry, spoken)]
    called.sort(key=lambda entry: (-entry.priority, *_in_order(entry)))
    kept = []
    for entry in called:
        cap -= len(entry.content.encode())
        if cap < 0:
            break
        kept.append(entry)
    return tuple(sorted(kept, key=_in_order))


def take_in(persona: Persona, entry: Entry) -> Persona:
    """*persona* with what *entry* says behind her description; she herself if it is there."""
    return persona if is_taken_in(persona, entry) else with_entries(persona, (entry,))


def is_taken_in(persona: Persona, entry: Entry) -> bool:
    """Whether her description has what *entry* says, in every language she has words in."""
    return all(entry.content in one.description for one in persona.wordings.values())


def with_entries(persona: Persona, entries: Iterable[Entry]) -> Persona:
    """*persona* with the content of *entries* behind her description, each once.

    Her descriptions in other languages get it too: what is always true is true in all of them.
    """
    told = tuple(entry.content for entry in entries if entry.content)
    data = dict(persona.card["data"])
    data["description"] = _joined(data.get("description"), told)
    extensions = fields.mapping_of(data, "extensions")
    own = fields.mapping_of(extensions, "desktop_pet")
    if languages := fields.mapping_of(own, "languages"):
        longer = {
            code: {**words, "description": _joined(words.get("description"), told)}
            if isinstance(words, dict)
            else words
            for code, words in languages.items()
        }
        data["extensions"] = {**extensions, "desktop_pet": {**own, "languages": longer}}
    return from_card(persona.id, {**persona.card, "data": data})


def _joined(description: object, told: Sequence[str]) -> str:
    """*description*, and behind it what of *told* it does not say yet."""
    parts = [description.rstrip()] if isinstance(description, str) and description.strip() else []
    for content in told:
        if not any(content in part for part in parts):
            parts.append(content)
    return "\n\n".join(parts)


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What was said, as it was and without difference of case."""

    exact: str
    folded: str

    def has(self, key: str, *, case_sensitive: bool) -> bool:
        if case_sensitive:
            return _is_said(key, self.exact)
        return _is_said(unicodedata.normalize("NFC", key.casefold()), self.folded)


def _is_called(entry: Entry, spoken: _Spoken) -> bool:
    if entry.constant or not entry.enabled or not entry.content:
        return False

    def said(keys: tuple[str, ...]) -> bool:
        return any(spoken.has(key, case_sensitive=entry.case_sensitive) for key in keys)

    return said(entry.keys) and (not entry.secondary or said(entry.secondary))


def _is_said(key: str, text: str) -> bool:
    """Whether *key* stands in *text* as a word of its own, a Korean one with or without particles.

    Both are normalised and folded.
    """
    at = text.find(key)
    while at >= 0:
        if _is_word(key, text, at):
            return True
        at = text.find(key, at + 1)
    return False


def _is_word(key: str, text: str, at: int) -> bool:
    if _UNSPACED.search(key[0]) and _UNSPACED.search(key[-1]):
        return True
    if at and key[0].isalnum() and text[at - 1].isalnum():
        return False
    end = at + len(key)
    if end < len(text) and _HANGUL.match(text, end):
        return _BEHIND.match(text, end) is not None  # behind foreign names too: Mina는
    return end == len(text) or not (key[-1].isalnum() and text[end].isalnum())


def _entry(number: int, entry: Mapping[str, Any]) -> Entry:
    raw = _text(entry, "content")
    keys, patterns = _keys(entry, "keys", "key")
    secondary, more = _keys(entry, "secondary_keys", "keysecondary")
    return Entry(
        number=number,
        name=" ".join((_text(entry, "name") or _text(entry, "comment")).split())[:MAX_KEY_SCALARS],
        content=_DECORATOR.sub("", raw).strip(),
        keys=keys,
        secondary=secondary if entry.get("selective") is True else (),
        constant=entry.get("constant") is True,
        enabled=entry.get("enabled") is not False and entry.get("disable") is not True,
        case_sensitive=entry.get("case_sensitive") is True,
        order=_number(entry, "insertion_order", "order"),
        priority=_number(entry, "priority"),
        decorators=tuple(dict.fromkeys(_DECORATOR.findall(raw))),
        patterns=patterns + more,
    )


def _keys(entry: Mapping[str, Any], *names: str) -> tuple[tuple[str, ...], int]:
    """The plain words under the first of *names* that is there, and how many are patterns."""
    name = next((name for name in names if name in entry), names[0])
    listed = [_normal(key) for key in fields.texts_of(entry, name) if len(key) <= MAX_KEY_SCALARS]
    words = listed[:MAX_KEYS]
    if entry.get("use_regex") is not True:
        return tuple(words), 0
    plain = tuple(word for word in words if not _PATTERN_SIGNS.search(word))
    return plain, len(words) - len(plain)


def _number(entry: Mapping[str, Any], *names: str) -> float:
    for name in names:
        value = entry.get(name)
        if isinstance(value, int | float) and abs(value) < _LARGEST:
            return float(value)
    return 0.0


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    return value.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(value, str) else ""


def _in_order(entry: Entry) -> tuple[float, int]:
    return (entry.order, entry.number)


def _normal(text: str) -> str:
    """*text* in NFC, with one space for any white space."""
    return " ".join(unicodedata.normalize("NFC", text).split())
