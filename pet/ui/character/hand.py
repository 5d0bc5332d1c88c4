"""The user's hand on the character: what presses and movements of the mouse mean."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

_SMOOTHING: Final = 0.5  # how much of a new speed is believed at once


class Hand(QObject):
    """Watches the mouse on *widget*: a press that moves is a drag, any other is a click."""

    clicked = Signal()
    double_clicked = Signal()  # after the `clicked` of its first half
    picked_up = Signal()
    carried = Signal(QPointF, float)  # px since the press, and px/s to the right
    put_down = Signal()
    menu_requested = Signal(QPoint)  # in global coordinates

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._pressed: QPointF | None = None  # where, in global coordinates
        self._last = QPointF()
        self._last_ms = 0
        self._speed = 0.0
        self._carrying = False
        self._second = False  # the press is the second half of a double click
        widget.installEventFilter(self)

    @property
    def is_carrying(self) -> bool:
        return self._carrying

    def let_go(self) -> None:
        """Whatever was held is put down: the button came up, perhaps where nobody told us."""
        self._pressed = None
        self._widget.setMouseTracking(False)
        if self._carrying:
            self._carrying = False
            self.put_down.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            match event.type():
                case QEvent.Type.MouseButtonPress | QEvent.Type.MouseButtonDblClick:
                    return self._press(event)
                case QEvent.Type.MouseMove:
                    return self._move(event)
                case QEvent.Type.MouseButtonRelease:
                    return self._release(event)
        elif isinstance(event, QContextMenuEvent):
            self.menu_requested.emit(event.globalPos())
            return True
        elif event.type() == QEvent.Type.Hide:
            self.let_go()
        return super().eventFilter(watched, event)

    def _press(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        self._pressed = self._last = event.globalPosition()
        self._last_ms = event.timestamp()
        self._speed = 0.0
        self._widget.setMouseTracking(True)  # else a move after a lost release is not told
        self._second = event.type() == QEvent.Type.MouseButtonDblClick
        if self._second:
            self.double_clicked.emit()
        return True

    def _move(self, event: QMouseEvent) -> bool:
        if self._pressed is None:
            return False
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self.let_go()
            return True
        way = event.globalPosition() - self._pressed
        if not self._carrying and way.manhattanLength() < QApplication.startDragDistance():
            return True
        if not self._carrying:
            self._carrying = True
            self.picked_up.emit()
        self._feel_speed(event)
        self.carried.emit(way, self._speed)
        return True

    def _release(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return False
        is_click = not self._carrying and not self._second
        self.let_go()
        if is_click:
            self.clicked.emit()
        return True

    def _feel_speed(self, event: QMouseEvent) -> None:
        ms = event.timestamp() - self._last_ms
        if ms <= 0:
            return
        speed = (event.globalPosition().x() - self._last.x()) * 1000 / ms
        self._speed += (speed - self._speed) * _SMOOTHING
        self._last = event.globalPosition()
        self._last_ms = event.timestamp()
