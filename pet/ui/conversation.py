"""Turns on their way through the windows: one at a time, and stopped at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from pet.app import Pet
from pet.chat.events import Event, TurnFailed
from pet.engines.base import Stop
from pet.errors import PetError
from pet.ui.background import Background


class Conversation(QObject):
    """Runs `Session.turn` off the UI thread and gives its events to whoever shows them.

    The quick chat sends one message at a time; it keeps what is written meanwhile.
    """

    said = Signal(str)  # the user's words, as they go to the session
    event_came = Signal(object)  # chat.events.Event
    ended = Signal()  # after the last event

    def __init__(self, pet: Pet, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._stop = Stop()

    @Slot(str)
    def send(self, text: str) -> None:
        """Say *text*; every event goes to `event_came`."""
        self._stop = stop = Stop()
        self.said.emit(text)
        self._background.stream(
            partial(_turn, self._pet, text, stop), self._show, self._fail, self._finish
        )

    @Slot()
    def stop(self) -> None:
        """Stop the reply that is coming."""
        self._stop.press()

    @Slot()
    def hurry(self) -> None:
        """The user has more to say: nothing else is asked after the reply that is coming."""
        self._pet.session.give_way()

    @Slot(object)
    def _show(self, event: Event) -> None:
        self.event_came.emit(event)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.event_came.emit(TurnFailed(error))
        self.ended.emit()

    @Slot()
    def _finish(self) -> None:
        self.ended.emit()


def _turn(pet: Pet, text: str, stop: Stop) -> Iterator[Event]:
    """The first turn loads what talks: a worker's time, not the windows'."""
    return pet.session.turn(text, stop)
