"""What the pet does by itself: backups, the search index, the night, waking the model."""

from __future__ import annotations

import logging
import threading
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

from pet.app import Pet
from pet.engines.base import Stop
from pet.errors import PetError
from pet.memory import backups, indexing
from pet.ui.background import Background
from pet.ui.night_watch import NightWatch

_log = logging.getLogger(__name__)
_BACKUP_MS: Final = 60 * 60_000  # the store itself decides whether a day has passed


class Upkeep(QObject):
    """Nobody waits for any of it: what fails is logged, and the next turn says what is wrong."""

    def __init__(self, pet: Pet, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._warming = Stop()
        self.night = NightWatch(pet, background, self)
        self._ending = threading.Event()
        self._backup_timer = QTimer(self)
        self._backup_timer.setInterval(_BACKUP_MS)
        self._backup_timer.timeout.connect(self._back_up)
        self._backup_timer.timeout.connect(self._index)

    def begin(self) -> None:
        """Start; the first frame has been drawn."""
        self._backup_timer.start()
        self.night.begin()
        self._back_up()
        self._index()

    def end(self) -> None:
        """Stop everything that runs."""
        self._backup_timer.stop()
        self.night.end()
        self._warming.press()
        self._ending.set()

    def keep_settings(self, **changes: object) -> None:
        """Save what the user changed."""
        change = partial(self._pet.settings.change, **changes)
        self._background.run(change, self._done, self._note)

    @Slot()
    def warm_up(self) -> None:
        """The user is about to write: have the model loaded and free by then."""
        self.night.give_way()
        self._warming = stop = Stop()
        self._background.run(partial(_preload, self._pet, stop), self._done, self._note)

    @Slot()
    def _back_up(self) -> None:
        """A verified copy of the memory, where about a day has passed and something changed."""
        self._background.run(partial(backups.keep_daily, self._pet.store), self._done, self._note)

    @Slot()
    def _index(self) -> None:
        """Read into the search index what it lacks; a search adds the newest words by itself."""
        job = partial(indexing.catch_up, self._pet.store, stop=self._ending)
        self._background.run(job, self._done, self._note)

    @Slot(object)
    def _done(self, _result: object) -> None:
        """Nothing to show."""

    @Slot(object)
    def _note(self, error: PetError) -> None:
        _log.info("in the background: %s", error.key)


def _preload(pet: Pet, stop: Stop) -> bool:
    pet.engine.preload(stop)
    return True
