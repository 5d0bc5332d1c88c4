"""A card that is read with the mouse: it waits under it, turns pages, is asked for a copy."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from pet.ui.character.card_window import CardWindow
from pet.ui.theme import Theme

_NOTCH: Final = 120  # of a wheel: eighths of a degree


class ReadableCard(CardWindow):
    """Tells what the reader's mouse wants."""

    reader_came = Signal()
    reader_left = Signal()
    page_turned = Signal(int)  # pages on, or back
    menu_requested = Signal(QPoint)  # in global coordinates

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rolled = 0

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.reader_came.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.reader_left.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._rolled += event.angleDelta().y()
        notches = int(self._rolled / _NOTCH)
        if notches:
            self._rolled -= notches * _NOTCH
            self.page_turned.emit(-notches)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.page_turned.emit(1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(event.globalPos())
