"""The card of a speech bubble: a rounded shape with a tail, and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QRegion

from pet.body.placement import Side
from pet.ui.character.sprites import region_of
from pet.ui.theme import Theme

MARGIN: Final = 14  # px around the card, for the tail and the shadow
TAIL: Final = 12  # px that the tail reaches out
_TAIL_HALF: Final = 10  # px, half of its root
_SHADOW: Final = 4  # px that the shadow is soft
_INK: Final = QColor(Qt.GlobalColor.black)
_DROP: Final = 2  # px that the shadow lies lower


@dataclass(frozen=True, slots=True)
class Card:
    """Everything that makes a card look the way it does. Equal cards look the same."""

    width: int
    height: int
    side: Side
    tail: int  # px from the left or top of the card
    radius: int
    blended: bool  # whether the desktop shows a soft shadow as one

    @property
    def window(self) -> QSize:
        return QSize(self.width + 2 * MARGIN, self.height + 2 * MARGIN)

    @property
    def path(self) -> QPainterPath:
        """The outline, in the coordinates of the window."""
        rect = QRectF(MARGIN + 0.5, MARGIN + 0.5, self.width - 1, self.height - 1)
        rounded = QPainterPath()
        rounded.addRoundedRect(rect, self.radius, self.radius)
        return rounded.united(self._tail(rect)).simplified()

    def mask(self) -> QRegion:
        """Where the window takes clicks: the card, its tail, and a shadow that shows."""
        picture = QImage(self.window, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = self.path
        if self.blended:
            painter.strokePath(path.translated(0, _DROP), QPen(_INK, 2 * _SHADOW))
        painter.strokePath(path, QPen(_INK, 1))
        painter.fillPath(path, _INK)
        painter.end()
        return region_of(picture, 8 if self.blended else 128)

    def picture(self, theme: Theme, ratio: float) -> QPixmap:
        """The card in the colours of *theme*, crisp on a screen of that pixel *ratio*."""
        pixmap = QPixmap(self.window * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = self.path
        if self.blended:
            _draw_shadow(painter, path, theme.color("shadow"))
        painter.setPen(QPen(theme.color("card_border"), 1))
        painter.setBrush(theme.color("card"))
        painter.drawPath(path)
        painter.end()
        return pixmap

    def _tail(self, rect: QRectF) -> QPainterPath:
        """A small swoosh from the edge toward the character."""
        along = rect.x() + self.tail if self._is_vertical else rect.y() + self.tail
        inside = 2.0  # px: the root lies within the card, so that the two become one shape
        match self.side:  # the card is on that side of the character, so the tail points back
            case Side.ABOVE:
                root, tip = rect.bottom() - inside, rect.bottom() + TAIL
            case Side.BELOW:
                root, tip = rect.top() + inside, rect.top() - TAIL
            case Side.LEFT:
                root, tip = rect.right() - inside, rect.right() + TAIL
            case Side.RIGHT:
                root, tip = rect.left() + inside, rect.left() - TAIL
        path = QPainterPath(self._point(along - _TAIL_HALF, root))
        middle = (root + tip) / 2
        path.quadTo(self._point(along - 2, middle), self._point(along + 1, tip))
        path.quadTo(self._point(along + 4, middle), self._point(along + _TAIL_HALF, root))
        path.closeSubpath()
        return path

    @property
    def _is_vertical(self) -> bool:
        return self.side in (Side.ABOVE, Side.BELOW)

    def _point(self, along: float, across: float) -> QPointF:
        return QPointF(along, across) if self._is_vertical else QPointF(across, along)


def _draw_shadow(painter: QPainter, path: QPainterPath, color: QColor) -> None:
    """A soft shadow without an effect: a few wide, faint strokes, widest first."""
    painter.save()
    painter.translate(0, _DROP)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    color.setAlphaF(color.alphaF() / _SHADOW)
    for width in range(_SHADOW, 0, -1):
        painter.setPen(QPen(color, 2 * width, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPath(path)
    painter.restore()
