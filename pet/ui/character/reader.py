"""The reader's mouse on the speech bubble: stays, turns pages, asks for a copy."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

_NOTCH: Final = 120  # of a wheel: eighths of a degree


class Reader(QObject):
    """Watches the mouse on *widget*."""

    came = Signal()
    left = Signal()
    turned = Signal(int)  # pages on, or back
    menu_requested = Signal(QPoint)  # in global coordinates

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._rolled = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QWheelEvent():
                self._roll(event.angleDelta().y())
                return True
            case QContextMenuEvent():
                self.menu_requested.emit(event.globalPos())
                return True
            case QMouseEvent() if _is_click(event):
                self.turned.emit(1)
                return True
        match event.type():
            case QEvent.Type.Enter:
                self.came.emit()
            case QEvent.Type.Leave:
                self.left.emit()
        return super().eventFilter(watched, event)

    def _roll(self, eighths: int) -> None:
        self._rolled += eighths
        notches = int(self._rolled / _NOTCH)
        if notches:
            self._rolled -= notches * _NOTCH
            self.turned.emit(-notches)


def _is_click(event: QMouseEvent) -> bool:
    released = event.type() == QEvent.Type.MouseButtonRelease
    return released and event.button() == Qt.MouseButton.LeftButton
