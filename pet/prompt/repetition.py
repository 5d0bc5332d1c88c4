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
_NUMBER: Final = re.compile(r"\d+")
_PROBE: Final = 24
_EVERY: Final = 40  # scalars between two looks
_KEPT: Final = _LONGEST_UNIT * _REPEATS


class Repetition:
    """Is fed a text in pieces and says when its end repeats itself at least four times.

    A loop that numbers its lines is one too. Lines in the same words with numbers of their own (a
    plan for a month, a multiplication table, a count) are an answer.
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
    unit, _ = _repeated(text)
    if unit:
        return unit
    unit, repeats = _repeated(_alike(text))
    return unit if unit and _only_counts(text, unit, repeats) else 0


def without_repeats(text: str) -> str:
    """*text* with a loop at its end said once."""
    unit = repeated_unit(text)
    end = len(text)
    step = _steps(text, unit, end)
    while unit and _steps(text, unit, end) == step:  # what is before the first unit differs
        end -= unit
    return text[:end]


def _repeated(text: str) -> tuple[int, int]:
    """The length of what the end of *text* repeats often enough, and how often that is."""
    before = text.rfind(text[-_PROBE:], 0, len(text) - 1)
    if len(text) < _LEAST or before < 0:
        return 0, 0
    unit = len(text) - _PROBE - before
    ending = text[-unit:]
    least = _LEAST if any(letter.isalpha() for letter in ending) else _LEAST_SIGNS
    repeats = max(_REPEATS, math.ceil(least / unit))
    if unit <= _LONGEST_UNIT and text.endswith(ending * repeats):
        return unit, repeats
    return 0, 0


def _only_counts(text: str, unit: int, repeats: int) -> bool:
    """Whether the units at the end of *text* differ in one running number alone."""
    ends = [len(text) - unit * place for place in range(repeats - 1)]
    steps = {_steps(text, unit, end) for end in ends}
    if len(steps) != 1:
        return False
    (step,) = steps
    has_words = any(letter.isalpha() for letter in text[-unit:])
    return has_words and step is not None and len(set(step) - {0}) <= 1


def _steps(text: str, unit: int, end: int) -> tuple[int, ...] | None:
    """By how much each number grew in the unit that ends at *end*; None: the words differ."""
    former, latter = text[max(0, end - 2 * unit) : end - unit], text[end - unit : end]
    if _alike(former) != _alike(latter):
        return None
    old, new = (map(int, _NUMBER.findall(one)) for one in (former, latter))
    return tuple(after - before for before, after in zip(old, new, strict=True))


def _alike(text: str) -> str:
    """*text* with one digit for all: same length, so that its indices are those of *text*."""
    return _DIGIT.sub("0", text)
