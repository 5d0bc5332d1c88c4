"""What can be done about a failure with one press: which button is offered, and what it does."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from pet.errors import PetError

RETRY: Final = "retry"
GET_OLLAMA: Final = "get_ollama"
GET_MODEL: Final = "get_model"
CHOOSE_MODEL: Final = "choose_model"

_REMEDIES: Final = {  # of an error's key; others have no button
    "engine_unreachable": RETRY,
    "engine_not_running": RETRY,
    "engine_busy": RETRY,
    "engine_failed": RETRY,
    "engine_failed_midway": RETRY,
    "engine_closed": RETRY,
    "model_crashed": RETRY,
    "reply_broken": RETRY,
    "reply_empty": RETRY,
    "only_thought": RETRY,
    "tiny_crashed": RETRY,
    "tiny_not_loaded": RETRY,
    "no_engine": GET_OLLAMA,
    "tiny_missing": GET_OLLAMA,
    "engine_too_old": GET_OLLAMA,
    "no_models": GET_MODEL,
    "only_cloud_models": GET_MODEL,
    "model_missing": CHOOSE_MODEL,
    "model_cannot_chat": CHOOSE_MODEL,
    "cloud_blocked": CHOOSE_MODEL,
    "model_too_large": CHOOSE_MODEL,
    "model_no_room": CHOOSE_MODEL,
    "model_not_loaded": CHOOSE_MODEL,
    "budget_exceeded": CHOOSE_MODEL,  # one with a larger window
    "prompt_too_long": CHOOSE_MODEL,
    "prompt_too_long_uncounted": CHOOSE_MODEL,
}
_PAGES: Final = {GET_OLLAMA: "https://ollama.com/download", GET_MODEL: "https://ollama.com/search"}


def remedy(error: PetError) -> str:
    """The action that helps with *error*; empty where there is none."""
    return _REMEDIES.get(error.key, "")


class Remedies(QObject):
    """Does what the button says, in the words that the user could have typed."""

    say_requested = Signal(str)  # a message or command to send
    page_requested = Signal(str)  # an address to ask about before it is opened

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last_said = ""
        self._offered = ""

    @Slot(str)
    def note_said(self, text: str) -> None:
        """What a retry would say again."""
        self._last_said = text

    @Slot(object)
    def note_failure(self, error: PetError) -> None:
        """What the button in the bubble is about."""
        self._offered = remedy(error)

    @Slot(str)
    def note_offer(self, command: str) -> None:
        """What the button in the bubble says to do, as a command."""
        self._offered = command

    @Slot()
    def apply_offered(self) -> None:
        """The button in the bubble was pressed."""
        self.apply(self._offered)

    @Slot(str)
    def apply(self, action: str) -> None:
        """Do *action*."""
        if action == RETRY and self._last_said:
            self.say_requested.emit(self._last_said)
        elif action == CHOOSE_MODEL:
            self.say_requested.emit("/model")
        elif action.startswith("/"):
            self.say_requested.emit(action)
        elif action in _PAGES:
            self.page_requested.emit(_PAGES[action])
