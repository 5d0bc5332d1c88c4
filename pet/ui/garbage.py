"""Garbage is collected on the UI thread alone.

Python looks for garbage on whichever thread allocates next. A QObject in a reference cycle would be
destroyed there, under a lock of Qt's and without the interpreter; the UI thread, which has the
interpreter, may just then wait for that lock: the pet would stand still for ever. (napari #1029 and
others; seen here in tests.)
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Slot

LOOK_MS: Final = 10_000
_ALL_EVERY: Final = 30  # looks: five minutes


class GarbageCollector(QObject):
    """Takes over from the interpreter, for the rest of the program. Make it on the UI thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._looks = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)  # woken together with others
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    def begin(self) -> None:
        """Look now and then."""
        self._timer.start()

    def end(self) -> None:
        """Look no more; what is left goes with the program."""
        self._timer.stop()

    @Slot()
    def look(self) -> None:
        """Collect what was made since the last look; now and then, whatever there is.

        Milliseconds; with every window open at most some fifteen.
        """
        self._looks += 1
        gc.collect(2 if self._looks % _ALL_EVERY == 0 else 1)
