"""The small buttons of the speech bubble: drawn glyphs, and one pill for what can be done."""

from __future__ import annotations

from enum import Enum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from pet.ui.theme import Theme


class Glyph(Enum):
    CLOSE = "close"
    PREVIOUS = "previous"
    NEXT = "next"


_STROKES: Final = {  # in a square from -1 to 1
    Glyph.CLOSE: ((QPointF(-1, -1), QPointF(1, 1)), (QPointF(-1, 1), QPointF(1, -1))),
    Glyph.PREVIOUS: ((QPointF(0.5, -1), QPointF(-0.5, 0)), (QPointF(-0.5, 0), QPointF(0.5, 1))),
    Glyph.NEXT: ((QPointF(-0.5, -1), QPointF(0.5, 0)), (QPointF(0.5, 0), QPointF(-0.5, 1))),
}
_PILL_SIDES: Final = 28  # px beside the label, both together


class BubbleButton(QAbstractButton):
    """A button that never takes the focus."""

    def __init__(self, name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(name)

    def use_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFont(theme.font())
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def _ground(self, quiet: str | None, hover: str, down: str) -> QColor | None:
        """The colour behind the button: pressed, under the mouse, or left alone."""
        if self.isDown():
            return self._theme.color(down)
        if self.underMouse() and self.isEnabled():
            return self._theme.color(hover)
        return None if quiet is None else self._theme.color(quiet)


class GlyphButton(BubbleButton):
    """A round button that shows one glyph."""

    def __init__(self, glyph: Glyph, name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(name, theme, parent)
        self._glyph = glyph
        self.setToolTip(name)

    def sizeHint(self) -> QSize:
        side = max(20, round(self.fontMetrics().height() * 1.25))
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self._ground(None, "hover", "pressed")
        if ground is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        ink = self._theme.color("text" if self.underMouse() else "muted")
        if not self.isEnabled():
            ink.setAlphaF(0.35)
        painter.translate(QRectF(self.rect()).center())
        reach = self.height() * 0.18
        painter.scale(reach, reach)
        painter.setPen(QPen(ink, 1.6 / reach, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for start, end in _STROKES[self._glyph]:
            painter.drawLine(start, end)
        painter.end()


class PillButton(BubbleButton):
    """The one thing that can be done about what was just said."""

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + _PILL_SIDES, metrics.height() + 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self._ground("accent", "accent_hover", "accent_hover")
        if ground is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()), self.height() / 2, self.height() / 2)
        painter.setPen(self._theme.color("accent_text"))
        label = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width() - _PILL_SIDES // 2
        )
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, label)
        painter.end()
