"""A window that can be taken in the hand: what presses and movements of the mouse mean."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QHideEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from pet.ui.character.overlay import Overlay

_SMOOTHING: Final = 0.5  # how much of a new speed is believed at once
_REST_MS: Final = 150  # longer than a mouse takes that only passes over it


class Graspable(Overlay):
    """A press that moves is a drag, any other is a click."""

    approached = Signal()  # the mouse stays on it: somebody is about to click
    clicked = Signal()  # pressed and let go without moving; a double click begins with one
    double_clicked = Signal()
    menu_requested = Signal(QPoint)  # where to open it, in global coordinates
    picked_up = Signal()
    carried = Signal(QPointF, float)  # px since the press, and px/s to the right
    put_down = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: QPointF | None = None  # where, in global coordinates
        self._last = QPointF()
        self._last_ms = 0
        self._speed = 0.0
        self._carrying = False
        self._second = False  # the press is the second half of a double click
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self.approached)

    @property
    def is_carried(self) -> bool:
        return self._carrying

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._rest.start()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._rest.stop()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grasp(event)
            self._second = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grasp(event)
            self._second = True
            self.double_clicked.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._let_go()  # the release went to somebody else
            return
        way = event.globalPosition() - self._pressed
        if not self._carrying and way.manhattanLength() < QApplication.startDragDistance():
            return
        if not self._carrying:
            self._carrying = True
            self.picked_up.emit()
        self._feel_speed(event)
        self.carried.emit(way, self._speed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        is_click = not self._carrying and not self._second
        self._let_go()
        if is_click:
            self.clicked.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(event.globalPos())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._let_go()

    def _grasp(self, event: QMouseEvent) -> None:
        self._pressed = self._last = event.globalPosition()
        self._last_ms = event.timestamp()
        self._speed = 0.0
        self.setMouseTracking(True)  # else a move after a lost release is not told

    def _let_go(self) -> None:
        if self._pressed is None:
            return
        self._pressed = None
        self.setMouseTracking(False)
        if self._carrying:
            self._carrying = False
            self.put_down.emit()

    def _feel_speed(self, event: QMouseEvent) -> None:
        ms = event.timestamp() - self._last_ms
        if ms <= 0:
            return
        speed = (event.globalPosition().x() - self._last.x()) * 1000 / ms
        self._speed += (speed - self._speed) * _SMOOTHING
        self._last = event.globalPosition()
        self._last_ms = event.timestamp()
