"""A switch: on or off, drawn so that neither can be taken for the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from pet.ui.theme import Theme

_WIDTH: Final = 36.0  # px of the track
_HEIGHT: Final = 20.0
_GAP: Final = 8


class Switch(QAbstractButton):
    """Space and a click turn it."""

    def __init__(self, text: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(words + round(_WIDTH) + _GAP + 6, max(round(_HEIGHT) + 8, 30))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, on = self._theme, self.isChecked()
        words = self.rect().adjusted(0, 0, -round(_WIDTH) - _GAP - 3, 0)
        painter.setPen(theme.color("text"))
        painter.drawText(
            words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.text()
        )
        track = QRectF(self.width() - _WIDTH - 3, (self.height() - _HEIGHT) / 2, _WIDTH, _HEIGHT)
        edge = "text" if self.hasFocus() else "accent" if on else "muted"
        painter.setPen(QPen(theme.color(edge), 2.0 if self.hasFocus() else 1.2))
        lit = self.underMouse()
        painter.setBrush(theme.color(("accent_hover" if lit else "accent") if on else "hover"))
        painter.drawRoundedRect(track, _HEIGHT / 2, _HEIGHT / 2)
        side = _HEIGHT - 7
        x = track.right() - side - 3.5 if on else track.left() + 3.5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_text" if on else "muted"))
        painter.drawEllipse(QRectF(x, track.top() + 3.5, side, side))
