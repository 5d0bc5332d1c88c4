"""What is said, as lines and pages: breaking that grows with the text, and how long reading takes.

Pure: how wide a piece of text is and where its letters end are passed in. A line breaks at a space,
so that Korean words stay whole as Korean typography wants it; Chinese and Japanese may break at
each letter; a word that is longer than a line (an address) breaks anywhere between two letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

_HANGUL_PER_SECOND: Final = 8.0  # letters an unhurried reader takes in
_LATIN_PER_SECOND: Final = 15.0
_SHORTEST: Final = 4.0  # seconds that even one word stays
_LONGEST: Final = 45.0  # seconds; a text that needs more stays until it is put away

_HANGUL: Final = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
# Letters between which a line may break: kana, bopomofo, ideographs of every plane.
_WIDE: Final = (
    "\u3041-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_CLOSING: Final = (
    "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"
)
_BREAK: Final = "\n\v\f\r\x85\u2028\u2029"
_TOKEN: Final = re.compile(
    rf"(?P<end>\r\n|[{_BREAK}])"
    rf"|(?P<space>[^\S{_BREAK}]+)"
    rf"|(?P<word>[{_WIDE}][\u30fc\ufe0f\U000e0100-\U000e01ef{_CLOSING}.,!?)]*|[^\s{_WIDE}]+)"
)
_SLOW: Final = re.compile(f"[{_HANGUL}{_WIDE}]")


class _Mark(NamedTuple):
    """The state of the lines just before the word that may still grow."""

    at: int  # where that word begins in the text
    lines: int
    width: float  # of the last line
    used: float


class Lines:
    """Text that grows at its end, broken into lines no wider than *width*.

    Appending costs what the new piece costs, however long the text already is: only the word that
    may still grow is placed again. *advance* says how wide a piece of text is, in the unit of
    *width*, and is told where in the whole text it begins (it may be bold there); *letters* takes
    a word apart into what a reader sees as one letter each.
    """

    def __init__(
        self,
        width: float,
        advance: Callable[[str, int], float],
        letters: Callable[[str], Iterable[str]],
    ) -> None:
        self._width = width
        self._advance = advance
        self._letters = letters
        self._text = ""
        self._starts = [0]
        self._widths = [0.0]  # of each line, without the spaces at its end
        self._used = 0.0  # of the last line, spaces included
        self._mark = _Mark(0, 1, 0.0, 0.0)

    @property
    def text(self) -> str:
        return self._text

    @property
    def count(self) -> int:
        """How many lines there are; an empty text is one line."""
        return len(self._starts)

    @property
    def widest(self) -> float:
        return max(self._widths)

    def append(self, piece: str) -> None:
        """Add *piece* at the end."""
        self._text += piece
        self._rewind()
        for token in _TOKEN.finditer(self._text, self._mark.at):
            self._set_mark(token.start())
            match token.lastgroup:
                case "end":
                    self._break(token.end())
                case "space":
                    self._used += self._advance(token.group(), token.start())
                case _:
                    self._place(token.group(), token.start())

    def line(self, number: int) -> str:
        """The text of one line, with whatever ends it."""
        return self._text[self._starts[number] : self._start(number + 1)]

    def line_start(self, number: int) -> int:
        """Where line *number* begins in the text."""
        return self._start(number)

    def page_count(self, lines: int) -> int:
        """How many pages of so many *lines* (at least 1) hold the text."""
        return -(-self.count // lines)

    def page(self, number: int, lines: int) -> str:
        """The text of one page. All pages together are the text."""
        first = number * lines
        return self._text[self._starts[first] : self._start(first + lines)]

    def _start(self, number: int) -> int:
        return self._starts[number] if number < self.count else len(self._text)

    def _set_mark(self, at: int) -> None:
        self._mark = _Mark(at, self.count, self._widths[-1], self._used)

    def _rewind(self) -> None:
        del self._starts[self._mark.lines :]
        del self._widths[self._mark.lines :]
        self._widths[-1] = self._mark.width
        self._used = self._mark.used

    def _break(self, at: int) -> None:
        self._starts.append(at)
        self._widths.append(0.0)
        self._used = 0.0

    def _place(self, word: str, at: int) -> None:
        width = self._advance(word, at)
        if self._used + width > self._width and self._used > 0:
            self._break(at)
        if width > self._width:
            self._place_in_pieces(word, at)
            return
        self._used += width
        self._widths[-1] = self._used

    def _place_in_pieces(self, word: str, at: int) -> None:
        """A word that is longer than a line; its last piece is what may still grow."""
        for letter in self._letters(word):
            width = self._advance(letter, at)
            if self._used + width > self._width and self._used > 0:
                self._break(at)
                self._set_mark(at)
            self._used += width
            self._widths[-1] = self._used
            at += len(letter)


def reading_seconds(text: str) -> float | None:
    """How long *text* stays to be read in peace; None where it stays until it is put away.

    Korean is read at about 8 letters a second, English at about 15 (unhurried reading aloud to
    oneself; both are slower than the averages of reading studies).
    """
    slow = len(_SLOW.findall(text))
    needed = slow / _HANGUL_PER_SECOND + (len(text) - slow) / _LATIN_PER_SECOND
    return None if needed > _LONGEST else max(_SHORTEST, needed)
