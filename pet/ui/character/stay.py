"""How long the speech bubble stays: long enough to be read, and while the mouse is over it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

_AFTERWARDS_MS: Final = 2000  # what is left at least when the mouse goes away


class Stay(QObject):
    """One timer that waits while it is paused."""

    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.ended)
        self._left_ms: int | None = None  # None: it stays until it is put away
        self._paused = False

    @property
    def left_ms(self) -> int | None:
        """Milliseconds until the end; None where there is none."""
        return self._timer.remainingTime() if self._timer.isActive() else self._left_ms

    def begin(self, seconds: float | None) -> None:
        """Stay for *seconds* from now; None: until it is put away."""
        self._timer.stop()
        self._left_ms = None if seconds is None else round(seconds * 1000)
        if not self._paused and self._left_ms is not None:
            self._timer.start(self._left_ms)

    def stop(self) -> None:
        """Nothing is shown, so nobody looks at it."""
        self._paused = False
        self.begin(None)

    @Slot()
    def pause(self) -> None:
        self._paused = True
        if self._timer.isActive():
            self._left_ms = self._timer.remainingTime()
            self._timer.stop()

    @Slot()
    def go_on(self) -> None:
        self._paused = False
        if self._left_ms is not None and not self._timer.isActive():
            self._timer.start(max(_AFTERWARDS_MS, self._left_ms))
