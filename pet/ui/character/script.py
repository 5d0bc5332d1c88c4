"""The text of the speech bubble: lines in a font, in pages, and the page that is shown."""

from __future__ import annotations

import bisect
import re
from typing import Final

from PySide6.QtCore import QTextBoundaryFinder
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from pet.body.speech import Lines
from pet.ui.marked import PLAIN, Run, Style

# Letters that no font shows, and halves of letters, which Qt refuses; each becomes one mark.
_UNSHOWN: Final = re.compile("[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")
_MARK: Final = "\ufffd"


class Script:
    """A growing text and the page of it that is shown: the newest, unless the user turned back."""

    def __init__(self, font: QFont, width: float) -> None:
        self._font = font
        self._metrics = QFontMetricsF(font)
        self._fonts = {PLAIN: font}
        self._measures = {PLAIN: self._metrics}
        advance = self._metrics.horizontalAdvance
        self._space = advance("가 나") - advance("가나")  # px between two Korean words
        self._lines = Lines(width, self._width, letters)
        self._said: list[str] = []
        self._starts = [0]  # where each run of one style begins in what is shown
        self._styles = [PLAIN]
        self._per_page = 1
        self._page: int | None = None  # None: follow the newest

    @property
    def text(self) -> str:
        """Exactly what was appended."""
        return "".join(self._said)

    @property
    def is_empty(self) -> bool:
        return not self._said

    def font(self, style: Style = PLAIN) -> QFont:
        """What a run of that style is drawn in."""
        if style not in self._fonts:
            self._fonts[style] = _styled(self._font, style)
            self._measures[style] = QFontMetricsF(self._fonts[style])
        return self._fonts[style]

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

    def advance(self, run: Run) -> float:
        """px that *run* takes as it is drawn."""
        self.font(run.style)
        return self._measures[run.style].horizontalAdvance(run.text)

    def _width(self, text: str, at: int) -> float:
        """px of a word or of the spaces between two, which begin at *at*.

        A space takes the font of its neighbours, and that of Hangul is often another one.
        """
        width = sum(self.advance(run) for run in self._runs(text, at))
        return max(width, len(text) * self._space) if text.isspace() else width

    def _runs(self, text: str, at: int) -> list[Run]:
        """*text*, which begins at *at*, parted where its style changes."""
        place = bisect.bisect_right(self._starts, at) - 1
        runs = []
        while text:
            end = self._starts[place + 1] if place + 1 < len(self._starts) else at + len(text)
            runs.append(Run(text[: end - at], self._styles[place]))
            text, at, place = text[end - at :], end, place + 1
        return runs

    def append(self, piece: str, style: Style = PLAIN) -> None:
        self._said.append(piece)
        if style != self._styles[-1]:
            self._starts.append(len(self._lines.text))
            self._styles.append(style)
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
        return ["".join(run.text for run in runs) for runs in self.shown_runs()]

    def shown_runs(self) -> list[list[Run]]:
        """The same, each line in runs of one style."""
        first = self.page * self._per_page
        last = min(self._lines.count, first + self._per_page)
        lines = self._lines
        return [
            self._runs(lines.line(number).rstrip(), lines.line_start(number))
            for number in range(first, last)
        ]


def _styled(font: QFont, style: Style) -> QFont:
    found = QFont(font)
    found.setBold(style.bold)
    found.setItalic(style.italic)
    if style.code:
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        found.setFamilies([*fixed.families(), *font.families()])
    return found


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
