"""The night in a running desktop: somebody looks at the clock, and whoever speaks comes first."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from pet.app import Pet
from pet.engines.base import Stop
from pet.errors import PetError
from pet.jobs import due
from pet.ui.background import Background

_log = logging.getLogger(__name__)
LOOK_MS: Final = 5 * 60_000  # a hidden pet may be woken once a minute at most


class NightWatch(QObject):
    """Has the night when it is due and all is quiet; no timer is ever set for three in the morning.

    How it went stands in the ledger, for the memory window and `pet nightly`.
    """

    def __init__(self, pet: Pet, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._stop = Stop()
        self._is_looking = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)  # woken together with others
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    def begin(self) -> None:
        """Look every few minutes from now on; not at once, since whoever starts the pet talks."""
        self._timer.start()

    def end(self) -> None:
        """The program ends; a night under way is gone on with another time."""
        self._timer.stop()
        self._stop.press()

    @Slot()
    def give_way(self) -> None:
        """The user is here: the engine is theirs, within a second."""
        self._stop.press()

    @Slot()
    def look(self) -> None:
        """Begin the night where it is due; never two at once."""
        if self._is_looking:
            return
        self._is_looking = True
        self._stop = stop = Stop()
        self._background.run(partial(_night, self._pet, stop), self._end_look, self._fail_look)

    @Slot(object)
    def _end_look(self, outcome: str) -> None:
        self._is_looking = False
        if outcome:
            _log.info("the night: %s", outcome)

    @Slot(object)
    def _fail_look(self, error: PetError) -> None:
        self._is_looking = False
        _log.info("the night: %s", error.key)


def _night(pet: Pet, stop: Stop) -> str:
    """Have the night if it is wanted; how it ended, or nothing. Raises StoreError."""
    if not due.is_wanted(pet.store, memory_on=pet.memory_on()):
        return ""
    report = due.excused(pet.store)
    if report is None:
        from pet.jobs import nightly  # its word lists take 0.1 s, which no start should

        report = nightly.run(pet.night(), stop)
    return f"{report.outcome} {report.why or ''}".strip()
