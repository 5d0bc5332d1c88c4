"""Tells a visible window that something in memory is not as it was: this copy's doing or another's.

Asking costs microseconds (`Store.change_number`), and nobody is asked while the window is hidden.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from pet.app import Pet
from pet.errors import PetError

_LOOK_MS: Final = 600


class Follower(QObject):
    """`changed` after any commit or change of the switch, `failed` once for each kind."""

    changed = Signal()
    failed = Signal(object)  # PetError

    def __init__(self, pet: Pet, window: QWidget) -> None:
        super().__init__(window)
        self._pet = pet
        self._seen: tuple[int, bool] | None = None  # None: nothing was seen yet
        self._told = ""
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.look)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self.look()
            self._timer.start()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return super().eventFilter(watched, event)

    @Slot()
    def look(self) -> None:
        """Look now."""
        try:
            self._pet.settings.look_again()  # another copy's switch; a few hundred bytes
            now = (self._pet.store.change_number(), bool(self._pet.settings["memory"]))
        except PetError as error:
            if error.key != self._told:
                self._told = error.key
                self.failed.emit(error)
            return
        self._told = ""
        if now != self._seen:
            self._seen = now
            self.changed.emit()
