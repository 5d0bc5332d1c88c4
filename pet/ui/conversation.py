"""Turns on their way through the windows: one at a time, stopped at once, the next one kept."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from pet.chat.events import Event, TurnFailed
from pet.chat.session import Session
from pet.engines.base import Stop
from pet.errors import PetError
from pet.ui.background import Background


class Conversation(QObject):
    """Runs `Session.turn` off the UI thread and gives its events to whoever shows them.

    What is sent while a reply comes waits and is sent next; what is sent before memory has been
    opened waits for that.
    """

    said = Signal(str)  # the user's words, as they go to the session
    event_came = Signal(object)  # chat.events.Event
    busy_changed = Signal(bool)
    waiting_changed = Signal(str)  # what will be sent next; empty: nothing

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._session: Session | None = None  # None: memory is being opened
        self._stop: Stop | None = None  # None: nobody is talking
        self._waiting = ""

    @property
    def is_busy(self) -> bool:
        return self._stop is not None

    def begin(self, session: Session) -> None:
        """Talk through *session*; what was typed before it was there is sent now."""
        self._session = session
        self._send_waiting()

    @Slot(str)
    def send(self, text: str) -> None:
        """Say *text* now, or next."""
        if self._session is None or self.is_busy:
            self._wait_with(f"{self._waiting}\n{text}" if self._waiting else text)
            return
        self._stop = stop = Stop()
        self.said.emit(text)
        self.busy_changed.emit(True)
        self._background.stream(
            partial(self._session.turn, text, stop), self._show, self._fail, self._finish
        )

    @Slot()
    def stop(self) -> None:
        """Stop the reply that is coming; what waits is sent all the same."""
        if self._stop is not None:
            self._stop.press()

    @Slot()
    def take_back(self) -> None:
        """Do not send what waits; the box has it again."""
        self._wait_with("")

    def waiting(self) -> str:
        """What would be sent next."""
        return self._waiting

    @Slot(object)
    def _show(self, event: Event) -> None:
        self.event_came.emit(event)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.event_came.emit(TurnFailed(error))
        self._finish()

    @Slot()
    def _finish(self) -> None:
        self._stop = None
        self.busy_changed.emit(False)
        self._send_waiting()

    def _wait_with(self, text: str) -> None:
        self._waiting = text
        self.waiting_changed.emit(text)

    def _send_waiting(self) -> None:
        text = self._waiting
        if text and not self.is_busy and self._session is not None:
            self._wait_with("")
            self.send(text)
