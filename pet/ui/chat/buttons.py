"""The small round buttons of the chat window, drawn as paths: crisp at any scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from pet.ui.theme import Theme

Picture = Literal["send", "stop", "close", "copy", "done", "down", "pin", "pen", "more", "why"]
_UNIT: Final = 24.0  # the pictures are drawn on a square of this size


def _send(path: QPainterPath) -> None:
    _line(path, (12, 18.5), (12, 6))
    _line(path, (6.5, 11.5), (12, 6), (17.5, 11.5))


def _stop(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(7.5, 7.5, 9, 9), 1.8, 1.8)


def _close(path: QPainterPath) -> None:
    _line(path, (7, 7), (17, 17))
    _line(path, (17, 7), (7, 17))


def _copy(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(9, 9, 9.5, 10), 2, 2)
    _line(path, (6.5, 15), (5.5, 15), (5.5, 5.5), (14.5, 5.5), (14.5, 6.5))


def _done(path: QPainterPath) -> None:
    _line(path, (6, 12.5), (10.5, 17), (18.5, 7.5))


def _down(path: QPainterPath) -> None:
    _line(path, (6.5, 10), (12, 15.5), (17.5, 10))


def _pin(path: QPainterPath) -> None:
    _line(path, (9.5, 5), (14.5, 5))
    _line(path, (10.2, 5), (10, 10.5), (7.5, 14), (16.5, 14), (14, 10.5), (13.8, 5))
    _line(path, (12, 14), (12, 19.5))


def _pen(path: QPainterPath) -> None:
    _line(path, (6, 18), (7, 14.2), (15.2, 6), (18, 8.8), (9.8, 17), (6, 18))


def _more(path: QPainterPath) -> None:
    for x in (6.5, 12.0, 17.5):
        path.addEllipse(QPointF(x, 12), 0.7, 0.7)


def _why(path: QPainterPath) -> None:
    path.moveTo(QPointF(8.4, 9.2))
    path.cubicTo(QPointF(8.6, 4.6), QPointF(15.8, 4.6), QPointF(15.6, 9.2))
    path.cubicTo(QPointF(15.4, 12), QPointF(12, 11.8), QPointF(12, 15))
    _line(path, (12, 18.9), (12, 19.1))


_PICTURES: Final[dict[Picture, Callable[[QPainterPath], None]]] = {
    "send": _send,
    "stop": _stop,
    "close": _close,
    "copy": _copy,
    "done": _done,
    "down": _down,
    "pin": _pin,
    "pen": _pen,
    "more": _more,
    "why": _why,
}


def _line(path: QPainterPath, *points: tuple[float, float]) -> None:
    path.moveTo(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(QPointF(*point))


class PictureButton(QAbstractButton):
    """A round button with a picture: *filled* for the one that matters, quiet otherwise.

    *raised*: it lies above something else, so it has a ground and an edge of its own.
    """

    def __init__(
        self,
        picture: Picture,
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        size: int = 28,  # px
        filled: bool = False,
        raised: bool = False,
    ) -> None:
        super().__init__(parent)
        self._picture = picture
        self._theme = theme
        self._filled = filled
        self._raised = raised
        self._lit = False
        self.setFixedSize(size, size)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_name(name)

    def show_name(self, name: str) -> None:
        """What the button does, for the mouse and for a screen reader."""
        self.setToolTip(name)
        self.setAccessibleName(name)

    def show_picture(self, picture: Picture) -> None:
        self._picture = picture
        self.update()

    def show_lit(self, lit: bool) -> None:
        """Draw the picture in the accent: what it stands for is so."""
        self._lit = lit
        self.update()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground, ink = self._colors()
        disc = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        focus = self.hasFocus()
        edge = "accent" if focus else "card_border" if self._raised else None
        painter.setPen(QPen(self._theme.color(edge), 1.5) if edge else Qt.PenStyle.NoPen)
        painter.setBrush(ground if ground is not None else Qt.BrushStyle.NoBrush)
        if ground is not None or focus:
            painter.drawEllipse(disc)
        self._draw(painter, ink)

    def _colors(self) -> tuple[QColor | None, QColor]:
        """The ground, where there is one, and the colour of the picture."""
        theme = self._theme
        if not self._filled:
            rest = "card" if self._raised else None
            lit = "pressed" if self.isDown() else "hover" if self.underMouse() else rest
            ink = "accent" if self._lit else "text" if lit else "muted"
            return (theme.color(lit) if lit else None), theme.color(ink)
        if not self.isEnabled():
            return theme.color("pressed"), theme.color("muted")
        lit = "accent_hover" if self.underMouse() or self.isDown() else "accent"
        return theme.color(lit), theme.color("accent_text")

    def _draw(self, painter: QPainter, ink: QColor) -> None:
        path = QPainterPath()
        _PICTURES[self._picture](path)
        side = min(self.width(), self.height()) * (0.72 if self._filled else 0.68)
        painter.translate((self.width() - side) / 2, (self.height() - side) / 2)
        painter.scale(side / _UNIT, side / _UNIT)
        pen = QPen(ink, 1.9)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(ink if self._picture == "stop" else Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
