"""The text of the speech bubble: lines in a font, in pages, and the page that is shown."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QTextBoundaryFinder
from PySide6.QtGui import QFont, QFontMetricsF

from pet.body.speech import Lines

# Letters that no font shows, and halves of letters, which Qt refuses; each becomes one mark.
_UNSHOWN: Final = re.compile("[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")
_MARK: Final = "\ufffd"


class Script:
    """A growing text and the page of it that is shown: the newest, unless the user turned back."""

    def __init__(self, font: QFont, width: float) -> None:
        self._font = font
        self._metrics = QFontMetricsF(font)
        advance = self._metrics.horizontalAdvance
        self._space = advance("가 나") - advance("가나")  # px between two Korean words
        self._lines = Lines(width, self._width, letters)
        self._said: list[str] = []
        self._per_page = 1
        self._page: int | None = None  # None: follow the newest

    @property
    def text(self) -> str:
        """Exactly what was appended."""
        return "".join(self._said)

    @property
    def is_empty(self) -> bool:
        return not self._said

    @property
    def font(self) -> QFont:
        return self._font

    @property
    def line_height(self) -> float:
        """px from one line to the next."""
        return self._metrics.height() * 1.12

    @property
    def ascent(self) -> float:
        """px from the top of a line to its base."""
        return self._metrics.ascent() + self._metrics.height() * 0.06

    @property
    def line_count(self) -> int:
        return self._lines.count

    @property
    def width(self) -> float:
        """px of the widest line."""
        return self._lines.widest

    def _width(self, text: str) -> float:
        """px of a word or of the spaces between two.

        A space takes the font of its neighbours, and that of Hangul is often another one.
        """
        width = self._metrics.horizontalAdvance(text)
        return max(width, len(text) * self._space) if text.isspace() else width

    def append(self, piece: str) -> None:
        self._said.append(piece)
        self._lines.append(_UNSHOWN.sub(_MARK, piece))

    @property
    def lines_per_page(self) -> int:
        return self._per_page

    def set_lines_per_page(self, lines: int) -> None:
        self._per_page = max(1, lines)

    @property
    def page_count(self) -> int:
        return self._lines.page_count(self._per_page)

    @property
    def page(self) -> int:
        newest = self.page_count - 1
        return newest if self._page is None else min(self._page, newest)

    def turn(self, pages: int) -> None:
        """So many *pages* on (or back); at the newest one it follows what comes again."""
        newest = self.page_count - 1
        wanted = min(newest, max(0, self.page + pages))
        self._page = None if wanted == newest else wanted

    def open_first_page(self) -> None:
        """Begin at the beginning: the text is whole, and nobody followed it as it came."""
        self._page = 0 if self.page_count > 1 else None

    def shown_lines(self) -> list[str]:
        """The lines of the page that is shown, without what ends them."""
        first = self.page * self._per_page
        last = min(self._lines.count, first + self._per_page)
        return [self._lines.line(number).rstrip() for number in range(first, last)]


def letters(word: str) -> list[str]:
    """*word* in pieces that a reader sees as one letter each (grapheme clusters, UAX #29)."""
    units = word.encode("utf-16-le")  # Qt counts in these
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, word)
    found: list[str] = []
    start, end = 0, finder.toNextBoundary()
    while end != -1:
        found.append(units[2 * start : 2 * end].decode("utf-16-le"))
        start, end = end, finder.toNextBoundary()
    return found
