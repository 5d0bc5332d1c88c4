"""The commands that say what may be remembered: memory on or off, and incognito."""

from __future__ import annotations

import unicodedata
from typing import Final

from pet.chat.desk import Answer, Desk, for_now
from pet.chat.events import Choice
from pet.errors import StoreError
from pet.memory.wording import folded

_ON: Final = frozenset(("on", "켜기", "켜", "켜줘", "켜 줘", "켬", "yes", "1"))
_OFF: Final = frozenset(("off", "끄기", "꺼", "꺼줘", "꺼 줘", "끔", "no", "0"))


def memory(desk: Desk, words: str) -> Answer:
    """Turn the memory on or off, or say how it is."""
    asked = folded(unicodedata.normalize("NFKC", words))
    if asked in _ON or asked in _OFF:
        state = "on" if asked in _ON else "off"
        said = desk.texts(f"memory.is_{state}")
        try:
            desk.tools.set_memory(asked in _ON)
        except StoreError as error:
            said = for_now(desk, said, error)
        return Answer(said, choices=_other(desk, state))
    state = "on" if desk.tools.memory_on() else "off"
    key = "command.memory.usage" if asked else f"memory.is_{state}"
    return Answer(desk.texts(key), choices=_other(desk, state))


def _other(desk: Desk, state: str) -> tuple[Choice, ...]:
    other = "off" if state == "on" else "on"
    return (Choice(desk.texts(f"memory.turn_{other}"), f"/memory {other}"),)


def incognito(desk: Desk, _words: str) -> Answer:
    """Begin to talk without keeping anything, or go back to the talk from before.

    Raises StoreError.
    """
    if desk.seat.incognito is not None:
        session = desk.seat.come_back()
        return Answer(desk.texts("incognito.left"), session=session, returns=True)
    desk.seat.hide()
    return Answer(
        desk.texts("incognito.begun"),
        session=0,
        choices=(Choice(desk.texts("incognito.leave"), "/incognito"),),
    )
