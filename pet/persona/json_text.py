"""JSON of a stranger, read within limits of depth and number before anything is built from it."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any, Final

from pet.errors import CardRefused
from pet.persona.account import Note
from pet.persona.limits import MAX_DEPTH, MAX_VALUES

# A string that never ends takes the rest of the text, or looking for it would begin anew at each
# quote that it holds.
_STRING: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_NOT_BRACKETS: Final = re.compile(r"[^\[\]{}]+")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON value without lone surrogates, and what had to be mended."""

    value: Any  # JSON has no narrower type
    notes: tuple[Note, ...] = ()


def parse(raw: bytes) -> Parsed:
    """The JSON value in *raw*: UTF-8, or UTF-16 and UTF-32 as RFC 4627 tells them apart.

    Line ends inside strings are allowed, because cards are edited by hand. Numbers that JSON
    cannot hold become null. Raises CardRefused.
    """
    text, notes = _decoded(raw)
    _check_size(text)
    odd = 0

    def number(digits: str) -> float | None:
        nonlocal odd
        value = float(digits)
        if math.isfinite(value):
            return value
        odd += 1
        return None

    try:
        value = json.loads(text, strict=False, parse_float=number, parse_constant=number)
    except json.JSONDecodeError as error:
        raise CardRefused("card.not_json", line=error.lineno, column=error.colno) from error
    except ValueError as error:  # a whole number of more than 4,300 digits
        raise CardRefused("card.huge_number") from error
    if odd:
        notes.append(Note("card.note.odd_numbers", {"count": odd}))
    mending = _Mending()
    value = mending.mended(value)
    if mending.count:
        notes.append(Note("card.note.surrogates", {"count": mending.count}))
    return Parsed(value, tuple(notes))


def mended(value: Any) -> Any:  # JSON has no narrower type
    """*value* with both halves of a surrogate pair joined, and U+FFFD for a half alone."""
    return _Mending().mended(value)


def written(value: object) -> bytes:
    """*value* as readable JSON in UTF-8, without lone surrogates, which no file can hold."""
    try:
        return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
    except UnicodeEncodeError:
        return (json.dumps(mended(value), ensure_ascii=False, indent=2) + "\n").encode()


def _decoded(raw: bytes) -> tuple[str, list[Note]]:
    encoding = json.detect_encoding(raw)
    try:
        text = raw.decode(encoding, "surrogatepass")
    except UnicodeDecodeError as error:
        raise CardRefused("card.not_utf8") from error
    notes = [] if encoding.startswith("utf-8") else [Note("card.note.encoding")]
    return text.strip("\ufeff\0 \t\r\n"), notes


def _check_size(text: str) -> None:
    """Refuse what would take the memory or the stack of the reader. Raises CardRefused."""
    if text.count('"') > 4 * MAX_VALUES:  # a key and a string have two each
        raise CardRefused("card.too_many_values", limit=MAX_VALUES)
    skeleton = _STRING.sub("", text)
    if sum(map(skeleton.count, ",[{")) > MAX_VALUES:
        raise CardRefused("card.too_many_values", limit=MAX_VALUES)
    depth = 0
    for bracket in _NOT_BRACKETS.sub("", skeleton):
        depth += 1 if bracket in "[{" else -1
        if depth < 0:
            return  # no JSON: the reader ends here too
        if depth > MAX_DEPTH:
            raise CardRefused("card.too_deep", limit=MAX_DEPTH)


class _Mending:
    """Walks through a JSON value and counts the strings that had to be mended."""

    def __init__(self) -> None:
        self.count = 0

    def mended(self, value: Any) -> Any:  # JSON has no narrower type
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return {self._text(key): self.mended(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.mended(part) for part in value]
        return value

    def _text(self, text: str) -> str:
        try:
            text.encode()
        except UnicodeEncodeError:
            self.count += 1
            return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return text
