"""Noticing that nothing comes of a turn any more: a server may hang without a word."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pet.chat.events import CommandAnswered, Event, TurnFailed, TurnFinished
from pet.ui.notices import Notice

PATIENCE_MS: Final = 60_000


class Silence(QObject):
    """Is given every event of a turn; nothing is ended, who listens only tells of it."""

    began = Signal(object)  # nothing has come for a while: the Notice that tells of it
    ended = Signal()  # something came after all

    def __init__(self, notice: Notice, parent: QObject, patience_ms: int = PATIENCE_MS) -> None:
        super().__init__(parent)
        self._notice = notice
        self._is_silent = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(patience_ms)
        self._timer.timeout.connect(self._begin)

    def note(self, event: Event) -> None:
        """*event* has come; after the last of a turn nothing is waited for."""
        if isinstance(event, TurnFinished | TurnFailed | CommandAnswered):
            self._timer.stop()
        else:
            self._timer.start()
        if self._is_silent:
            self._is_silent = False
            self.ended.emit()

    def end(self) -> None:
        """Wait for nothing any more."""
        self._timer.stop()

    @Slot()
    def _begin(self) -> None:
        self._is_silent = True
        self.began.emit(self._notice)
