"""A long reply that has come to its end is made ready a little at a time, behind what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QDeadlineTimer, QObject, QTimer, Signal, Slot

_BUDGET_MS: Final = 8  # of one turn of the event loop: half a frame


class Settling(QObject):
    """Takes *steps* as long as a turn of the event loop may last, and goes on in the next."""

    settled = Signal()

    def __init__(self, steps: Iterator[None], parent: QObject) -> None:
        super().__init__(parent)
        self._steps = steps
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._go_on)
        self._next.start()

    def stop(self) -> None:
        """It is not wanted any more."""
        self._next.stop()
        self.deleteLater()

    @Slot()
    def _go_on(self) -> None:
        turn = QDeadlineTimer(_BUDGET_MS)
        while not turn.hasExpired():
            try:
                next(self._steps)
            except StopIteration:
                self.stop()
                self.settled.emit()
                return
