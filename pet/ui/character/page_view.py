"""Inside the speech bubble: the page that is shown, a note below it, or dots while it waits."""

from __future__ import annotations

from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from pet.ui.character.script import Script
from pet.ui.marked import Marked, Run, joined, whole
from pet.ui.theme import Theme

_NOTE_SCALE: Final = 0.88
_NOTE_GAP: Final = 5  # px between the text and the note
_DOT_MS: Final = 400
_DOTS: Final = 3
_STEP: Final = 24  # px in which the width grows, so that a stream seldom resizes the window


class PageView(QWidget):
    """Paints the words. The mouse belongs to the bubble."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        self._width = 1
        self._script = Script(theme.font(), self._width)
        self._note = Script(theme.font(_NOTE_SCALE), self._width)
        self._source: list[str] = []
        self._runs: list[Run] = []
        self._marked = Marked()
        self._calm = False
        self._dot = 0
        self._dots = QTimer(self)
        self._dots.setInterval(_DOT_MS)
        self._dots.timeout.connect(self._move_dots)

    @property
    def script(self) -> Script:
        return self._script

    @property
    def text(self) -> str:
        """What is said, with the signs of its Markdown, and the note below it."""
        return "\n".join(part for part in ("".join(self._source), self._note.text) if part)

    @property
    def is_waiting(self) -> bool:
        """Whether there is nothing to say yet."""
        return self._script.is_empty and self._note.is_empty

    def clear(self, width: int) -> None:
        """Nothing is said; lines will be at most *width* px."""
        self._width = width
        self._script = Script(self._theme.font(), width)
        self._note = Script(self._theme.font(_NOTE_SCALE), width)
        self._source = []
        self._runs = []
        self._marked = Marked()
        self._dot = 0
        self._animate()

    def append(self, piece: str, *, marked: bool = False) -> None:
        """More words, just as they are or, *marked*, of a reply in Markdown."""
        self._source.append(piece if self._source else piece.lstrip())
        self._add(self._marked.feed(piece) if marked else [Run(piece)])

    def settle(self) -> None:
        """The reply is whole: a sign that never closed is shown after all."""
        self._add(self._marked.feed("", final=True))
        runs = _stripped(whole("".join(self._source)))
        if list(joined(runs)) != list(joined(self._runs)):
            self._lay_out(runs)

    def _add(self, runs: list[Run]) -> None:
        """More runs; blank lines before the first word are left out."""
        runs = runs if self._runs else _stripped(runs)
        for run in runs:
            self._script.append(run.text, run.style)
        self._runs += runs
        self._animate()

    def _lay_out(self, runs: list[Run]) -> None:
        """Show *runs* in place of what is shown; the page stays."""
        page = self._script.page
        follows = page == self._script.page_count - 1
        lines = self._script.lines_per_page
        self._script = Script(self._theme.font(), self._width)
        self._script.set_lines_per_page(lines)
        self._runs = []
        self._add(runs)
        if not follows:
            self._script.turn(page - self._script.page)

    def set_note(self, note: str) -> None:
        self._note.append(note)
        self._animate()

    def wrap_again(self, theme: Theme, width: int) -> None:
        """Paint with *theme* from now on, in lines of at most *width* px; the page stays."""
        note = self._note.text
        self._theme = theme
        self._width = width
        self._lay_out(self._runs)
        self._note = Script(theme.font(_NOTE_SCALE), width)
        if note:
            self._note.append(note)
        self._animate()

    def set_calm(self, calm: bool) -> None:
        self._calm = calm
        self._animate()

    def fit(self, height: int, height_with_pages: int) -> None:
        """Divide into pages what is higher than *height*, each as high as the other number."""
        used = self._note_height()
        whole = int((height - used) // self._script.line_height)
        if self._script.line_count <= max(1, whole):
            self._script.set_lines_per_page(self._script.line_count)
        else:
            paged = int((height_with_pages - used) // self._script.line_height)
            self._script.set_lines_per_page(paged)

    def needed(self) -> QSize:
        """px that the words, or the dots, take; the width grows in steps."""
        if self.is_waiting:
            side = ceil(self._script.line_height)
            return QSize(2 * side, side)
        lines = self._script.lines_per_page if not self._script.is_empty else 0
        widest = max(self._script.width, self._note.width)
        width = min(self._width, _STEP * ceil(widest / _STEP))
        return QSize(width, ceil(lines * self._script.line_height) + self._note_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.is_waiting:
            _draw_dots(painter, self.size(), self._theme, None if self._calm else self._dot)
        else:
            bottom = _draw_lines(painter, self._script, 0.0, self._theme, "text")
            if not self._note.is_empty:
                _draw_lines(painter, self._note, bottom, self._theme, "muted")
        painter.end()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._animate()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._dots.stop()

    @Slot()
    def _move_dots(self) -> None:
        self._dot = (self._dot + 1) % (_DOTS + 1)
        self.update()

    def _animate(self) -> None:
        if self.is_waiting and self.isVisible() and not self._calm:
            if not self._dots.isActive():
                self._dots.start()
        else:
            self._dots.stop()

    def _note_height(self) -> int:
        if self._note.is_empty:
            return 0
        gap = 0 if self._script.is_empty else _NOTE_GAP
        return ceil(self._note.line_count * self._note.line_height) + gap


def _draw_lines(painter: QPainter, script: Script, top: float, theme: Theme, ink: str) -> float:
    """Draw the page that *script* shows below *top*; the px where the next may begin."""
    if script.is_empty:
        return top
    painter.setPen(theme.color(ink))
    for runs in script.shown_runs():
        left = 0.0
        for run in runs:
            wide = script.advance(run)
            if run.style.code:
                area = QRectF(left, top, wide, script.line_height)
                painter.fillRect(area, theme.color("hover"))
            painter.setFont(script.font(run.style))
            painter.drawText(QPointF(left, top + script.ascent), run.text)
            left += wide
        top += script.line_height
    return top + _NOTE_GAP


def _draw_dots(painter: QPainter, area: QSize, theme: Theme, lit: int | None) -> None:
    """Three dots in *area*; the one that is *lit* stands out, with None all of them do."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("muted"))
    gap = area.height() * 0.62
    for n in range(_DOTS):
        stands_out = lit is None or n == lit
        painter.setOpacity(1.0 if stands_out else 0.4)
        radius = area.height() * (0.15 if stands_out else 0.13)
        middle = QPointF(area.width() / 2 + (n - 1) * gap, area.height() / 2)
        painter.drawEllipse(middle, radius, radius)


def _stripped(runs: list[Run]) -> list[Run]:
    """*runs* without the blank lines before the first word."""
    while runs and not (first := runs[0].text.lstrip()):
        runs = runs[1:]
    return [Run(first, runs[0].style), *runs[1:]] if runs else []
