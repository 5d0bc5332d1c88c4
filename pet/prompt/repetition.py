"""Noticing that a model has begun to say the same thing over and over."""

from __future__ import annotations

import math
import re
from typing import Final

_LONGEST_UNIT: Final = 400  # scalars
_REPEATS: Final = 4
_LEAST: Final = 160  # scalars in a loop, so that "ㅋㅋㅋㅋ" and a refrain are none
_LEAST_SIGNS: Final = 400  # where a unit has no letters: rows of dashes, digits, emoji
_DIGIT: Final = re.compile(r"\d")
_PROBE: Final = 24
_EVERY: Final = 40  # scalars between two looks
_KEPT: Final = _LONGEST_UNIT * _REPEATS


class Repetition:
    """Is fed a text in pieces and says when its end repeats itself at least four times.

    Digits count as alike, so that a loop that numbers its lines is one too.
    """

    def __init__(self) -> None:
        self._tail = ""
        self._unseen = 0
        self.unit = 0  # the length of what is repeated, in scalars; 0 while nothing is

    def feed(self, piece: str) -> None:
        self._tail = (self._tail + piece)[-_KEPT:]
        self._unseen += len(piece)
        if self._unseen >= _EVERY and not self.unit:
            self._unseen = 0
            self.unit = repeated_unit(self._tail)


def repeated_unit(text: str) -> int:
    """The length of what the end of *text* repeats at least four times; 0 where it does not."""
    text = _alike(text)
    before = text.rfind(text[-_PROBE:], 0, len(text) - 1)
    if len(text) < _LEAST or before < 0:
        return 0
    unit = len(text) - _PROBE - before
    ending = text[-unit:]
    least = _LEAST if any(letter.isalpha() for letter in ending) else _LEAST_SIGNS
    repeats = max(_REPEATS, math.ceil(least / unit))
    return unit if unit <= _LONGEST_UNIT and text.endswith(ending * repeats) else 0


def without_repeats(text: str) -> str:
    """*text* with a loop at its end said once."""
    unit = repeated_unit(text)
    alike = _alike(text)
    end = len(text)
    while (
        unit and end >= 2 * unit and alike[end - 2 * unit : end - unit] == alike[end - unit : end]
    ):
        end -= unit
    return text[:end]


def _alike(text: str) -> str:
    """*text* with one digit for all: same length, so that its indices are those of *text*."""
    return _DIGIT.sub("0", text)
