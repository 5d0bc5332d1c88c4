"""What the first click needs is loaded when a click is near: the idle pet can do without it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Slot

from pet.app import Pet
from pet.errors import PetError
from pet.ui.background import Background


class Foresight(QObject):
    """Loads the chat once, off the windows' thread: 0.2 s that the click need not wait for."""

    def __init__(self, pet: Pet, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._began = False

    @Slot()
    def prepare(self) -> None:
        """Somebody is about to open the chat."""
        if not self._began:
            self._began = True
            self._background.run(partial(_load, self._pet), self._note, self._pass_over)

    @Slot(object)
    def _note(self, _what: object) -> None:
        """What is loaded stays loaded."""

    @Slot(object)
    def _pass_over(self, _error: PetError) -> None:
        """Whoever opens the chat is told what is wrong."""


def _load(pet: Pet) -> object:
    """The chat with its windows, and all that talks."""
    from pet.ui.keeper import Keeper

    return Keeper, pet.session
