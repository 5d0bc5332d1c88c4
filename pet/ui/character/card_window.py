"""A card that floats beside the character: its window, its picture and where it goes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from pet.body.placement import Rect, Side, Whereabouts, place_bubble
from pet.ui.character.card import MARGIN, TAIL, Card
from pet.ui.character.overlay import Overlay, needs_mask
from pet.ui.compositing import is_composited
from pet.ui.theme import Theme

_GAP: Final = TAIL + 3  # px between the card and the character
_EDGE: Final = 6  # px between the card and the edge of the screen


class CardWindow(Overlay):
    """Clicks go through beside the card."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(theme.font())
        self._theme = theme
        self._where: Whereabouts | None = None
        self._side: Side | None = None
        self._blended = True
        self._card: Card | None = None
        self._largest = QSize()  # what the card may grow to
        self._picture = QPixmap()

    @property
    def theme(self) -> Theme:
        return self._theme

    @property
    def room(self) -> QSize:
        """px of the screen that the character stands on; a usual screen where it is not known."""
        if self._where is None:
            return QSize(1280, 720)
        return QSize(self._where.room.width, self._where.room.height)

    @property
    def card_rect(self) -> QRect:
        """Where the card is within the window."""
        return self.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)

    @Slot(object)
    def stand_beside(self, where: Whereabouts) -> None:
        """The character is there now."""
        self._where = where
        if self._card is not None and self.isVisible():
            self._put(QSize(self._card.width, self._card.height), self._largest)

    def use_theme(self, theme: Theme) -> None:
        """Paint with *theme* from now on."""
        self._theme = theme
        self.setFont(theme.font())
        self._picture = QPixmap()
        self.update()

    def appear(self) -> None:
        """Look at the desktop afresh, and choose the side of the character afresh."""
        self._blended = is_composited()
        self._side = None

    def _put(self, size: QSize, largest: QSize) -> None:
        """A card of *size* beside the character, on a side with room for the *largest*."""
        self._largest = largest
        radius = self._theme.spacing.radius
        where = _away_from_edges(self._where or _nowhere(self.screen().availableGeometry()))
        spot = place_bubble(
            (size.width(), size.height()),
            where,
            gap=_GAP,
            corner=radius + 10,
            largest=(largest.width(), largest.height()),
            keep=self._side,
        )
        self._side = spot.side
        card = Card(
            size.width(), size.height(), spot.side, spot.tail, radius, blended=self._blended
        )
        window = QRect(spot.card.x - MARGIN, spot.card.y - MARGIN, 0, 0)
        window.setSize(card.window)
        self.setGeometry(window)
        if card != self._card:
            self._card = card
            self._picture = QPixmap()
            if needs_mask(QGuiApplication.platformName()):
                self.setMask(card.mask())
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(event.rect(), Qt.GlobalColor.transparent)
        if self._card is not None:
            ratio = self.devicePixelRatioF()
            if self._picture.isNull() or self._picture.devicePixelRatioF() != ratio:
                self._picture = self._card.picture(self._theme, ratio)
            painter.drawPixmap(QPointF(0, 0), self._picture)
        painter.end()


def _away_from_edges(where: Whereabouts) -> Whereabouts:
    """The same with a little less room, so that the card does not touch the screen's edge."""
    x, y, width, height = where.room
    inner = Rect(x + _EDGE, y + _EDGE, width - 2 * _EDGE, height - 2 * _EDGE)
    return Whereabouts(where.body, inner)


def _nowhere(room: QRect) -> Whereabouts:
    """The character is not known to be anywhere: in the corner, with no size."""
    corner = Rect(room.x() + room.width() - 1, room.y() + room.height() - 1, 1, 1)
    return Whereabouts(corner, Rect(room.x(), room.y(), room.width(), room.height()))
