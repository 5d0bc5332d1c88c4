"""SIGTERM, SIGINT and SIGHUP end the program as Quit does."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot


class ProcessSignals(QObject):
    """Python runs signal handlers between two byte codes, and Qt's loop has none.

    So the signal's number goes through a socket that wakes the loop (signal.set_wakeup_fd).
    """

    asked_to_end = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)
        signal.set_wakeup_fd(self._mouth.fileno())
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows knows two of them
            if number is not None:
                signal.signal(number, _heard)
        self._notifier = QSocketNotifier(self._ear.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)

    @Slot()
    def _hear(self) -> None:
        self._ear.recv(64)
        self.asked_to_end.emit()


def _heard(_number: int, _frame: FrameType | None) -> None:
    """Nothing to do here: the wake-up socket has told the loop."""
