"""The piece of a found text that shows why it was found."""

from __future__ import annotations

import re
from dataclasses import dataclass

import regex

from pet.memory.scan import Scan, scan
from pet.memory.terms import indexed, word_forms

# More marks than that are not hung on one letter.
_LEAD = 64

_WORD = re.compile(r"[a-zÀ-ɏ']+(?:\+\+|#)?|[0-9]+|[^\W\d_가-힣]+")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a text on one line, and the places in it (scalars) that were looked for."""

    text: str
    marks: tuple[tuple[int, int], ...]


def snippet(text: str, words: str, scalars: int = 120) -> Snippet:
    """The piece of *text*, at most *scalars* long, around the first of *words* in it.

    Left-out text shows as "…"; no letter is cut in two. Without any of the words (a turn can be
    found by the turn before it) it is the beginning.
    """
    return Marker(words).snippet(text, scalars)


class Marker:
    """Makes the snippets of one query; what its words look like is found out once."""

    def __init__(self, words: str) -> None:
        hangul, self._others = word_forms(words)
        # A space may stand inside a word of the query, or be missing there.
        shapes = (" ?".join(map(re.escape, form)) for form in sorted(hangul, key=len, reverse=True))
        self._hangul = re.compile("|".join(shapes)) if hangul else None
        self._known: dict[str, bool] = {}

    def places(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where the words stand in *text*, in scalars, in order and apart."""
        return tuple(self._places(scan(re.sub(r"\s", " ", text))))

    def snippet(self, text: str, scalars: int = 120) -> Snippet:
        """The piece of *text* around the first of the words in it."""
        line = re.sub(r"\s", " ", text)
        places = self._places(scan(line))
        start, end = _window(line, places, scalars)
        head, tail = "…" * (start > 0), "…" * (end < len(line))
        moved = len(head) - start
        marks = tuple(
            (low + moved, high + moved) for low, high in places if start <= low < high <= end
        )
        return Snippet(head + line[start:end] + tail, marks)

    def _places(self, seen: Scan) -> list[tuple[int, int]]:
        """Where the words stand in the original text, in order and apart."""
        plain = seen.text.lower()
        found: list[tuple[int, int]] = []
        if len(plain) != len(seen.text):
            return found
        if self._hangul is not None:
            found += [match.span() for match in self._hangul.finditer(plain)]
        if self._others:
            found += [match.span() for match in _WORD.finditer(plain) if self._is_one(match[0])]
        apart: list[tuple[int, int]] = []
        for low, high in sorted(seen.span(*place) for place in found):
            if not apart or low >= apart[-1][1]:
                apart.append((low, high))
        return apart

    def _is_one(self, word: str) -> bool:
        """Whether a word of another script than Hangul is one of the query."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = indexed(word) in self._others
        return known


def _window(line: str, places: list[tuple[int, int]], scalars: int) -> tuple[int, int]:
    """Where to cut: the first word a third from the left, on the borders of letters or words."""
    if len(line) <= scalars:
        return 0, len(line)
    first = places[0][0] if places else 0
    start = max(0, min(first - scalars // 3, len(line) - scalars + 2))
    room = scalars - (start > 0) - 1
    # Letters are told apart only where it matters: a reply may have many thousands.
    low, high = max(0, start - _LEAD), min(len(line), start + scalars + _LEAD)
    borders = [low + match.start() for match in regex.finditer(r"\X", line[low:high])]
    borders += [len(line)] if high == len(line) else []
    start = min((border for border in borders if border >= start), default=0)
    end = max((border for border in borders if border <= start + room), default=len(line))
    end = max(start, end)
    return _at_words(line, start, end, first)


def _at_words(line: str, start: int, end: int, first: int) -> tuple[int, int]:
    """The same window without half words at its ends, where a space is near."""
    if start > 0:
        start = line.find(" ", start, min(start + 12, first)) + 1 or start
    if end < len(line):
        space = line.rfind(" ", end - 12, end)
        end = space if space > max(start, first) else end
    return start, end
