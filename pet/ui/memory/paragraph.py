"""A text that wraps anywhere it must, with the places that were looked for marked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pet.ui.theme import Theme

Marks = Sequence[tuple[int, int]]  # scalars from and to

_LINE_GAP: Final = 3.0  # px; Hangul needs the air
_FORMAT_LIMIT: Final = 200  # marks of one text; more would be slow and help nobody


class TextBlock:
    """One text laid out for a width in px; painted wherever it is wanted."""

    def __init__(self, text: str, font: QFont, width: float) -> None:
        self._layout = QTextLayout(text.replace("\n", "\u2028"), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        self._layout.beginLayout()
        self.height = 0.0  # px
        self.width = 0.0  # px of the longest line
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 1.0))
            line.setPosition(QPointF(0, self.height))
            self.height += line.height() + _LINE_GAP
            self.width = max(self.width, line.naturalTextWidth())
        self._layout.endLayout()
        self.height -= _LINE_GAP if self._layout.lineCount() else 0
        self._text = text

    def paint(
        self, painter: QPainter, at: QPointF, theme: Theme, color: str, marks: Marks = ()
    ) -> None:
        """Draw it in the palette's *color*, with *marks* on the ground of what was found."""
        painter.setPen(theme.color(color))
        self._layout.draw(painter, at, [_marked(self._text, place, theme) for place in marks])


def _marked(text: str, place: tuple[int, int], theme: Theme) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = units(text[: place[0]])
    found.length = units(text[place[0] : place[1]])
    look = QTextCharFormat()
    look.setBackground(theme.color("selection"))
    look.setForeground(theme.color("selection_text"))
    found.format = look
    return found


def units(text: str) -> int:
    """The length of *text* as Qt counts: in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Paragraph(QWidget):
    """A text as a widget: as tall as it needs to be at the width it is given."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, color: str = "text", scale: float = 1
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._color = color
        self._scale = scale
        self._text = ""
        self._marks: Marks = ()
        self._block: TextBlock | None = None  # None: not laid out for this width yet
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def text(self) -> str:
        return self._text

    def show_text(self, text: str, marks: Marks = ()) -> None:
        """Show *text*, with *marks* in it."""
        if (text, tuple(marks)) == (self._text, tuple(self._marks)):
            return
        self._text, self._marks = text, tuple(marks)[:_FORMAT_LIMIT]
        self._block = None
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def show_color(self, color: str) -> None:
        self._color = color
        self.update()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._block = None
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        return math.ceil(TextBlock(self._text or " ", self._font(), width).height)

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 60)))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, math.ceil(TextBlock(" ", self._font(), 40).height))

    def resizeEvent(self, event: object) -> None:
        self._block = None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._block is None:
            self._block = TextBlock(self._text, self._font(), self.width())
        painter = QPainter(self)
        self._block.paint(painter, QPointF(0, 0), self._theme, self._color, self._marks)

    def _font(self) -> QFont:
        return self._theme.font(self._scale)
