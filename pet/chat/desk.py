"""What a command is, what it may touch, and what it says: the words of the table of commands."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from pet.chat.events import Choice, Event, OpenWhy
from pet.chat.recent_prompts import RecentPrompts
from pet.chat.seat import Seat
from pet.chat.seats import Seats
from pet.chat.tools import Tools
from pet.engines.base import Stop
from pet.errors import StoreError
from pet.i18n import Texts
from pet.memory.store import Store

_LISTED_SCALARS: Final = 60


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command may touch: the rooms, and this copy's places in the conversation."""

    tools: Tools
    seats: Seats
    recent: RecentPrompts

    @property
    def seat(self) -> Seat:
        """The session with the persona that is worn."""
        return self.seats.current

    @property
    def store(self) -> Store:
        return self.tools.store

    @property
    def texts(self) -> Texts:
        return self.tools.texts


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says. `saved` only where the store gave a receipt for new text."""

    text: str
    refused: bool = False
    saved: bool = False
    choices: tuple[Choice, ...] = ()
    memo: int | None = None  # the memo the words of this command went into, or came out of
    session: int | None = None  # a session that this command began
    returns: bool = False  # it was there before: what was said in it is shown again
    worn: bool = False  # another persona is worn now
    echo: bool = False  # it repeats what stands elsewhere: a search does not find it
    kept: str | None = None  # what the session keeps in place of the text
    wish: OpenWhy | None = None

    @property
    def is_proof(self) -> bool:
        """Whether the store's receipt for one memo stands behind it: saved, there, let go of."""
        return self.memo is not None


@dataclass(frozen=True, slots=True)
class Work:
    """An answer that takes an engine: events while it comes, then the answer.

    *run* ends soon after its Stop is pressed. It may raise PetError.
    """

    run: Callable[[Stop], Generator[Event, None, Answer]]


@dataclass(frozen=True, slots=True)
class Command:
    """One row: the name, its aliases, and what it does with the rest of the message."""

    name: str
    aliases: tuple[str, ...]
    run: Callable[[Desk, str], Answer | Work]
    takes: bool = True  # whether words follow

    @property
    def help_key(self) -> str:
        return f"command.{self.name}.help"


def for_now(desk: Desk, said: str, error: StoreError) -> str:
    """What is *said* of a choice that counts, and that the next start will not know of."""
    reason = desk.texts(f"error.{error.key}", **error.facts)
    return f"{said} {desk.texts('choice.for_now', reason=reason)}"


def shortened(text: str) -> str:
    """*text* as it stands in a list or on a button."""
    return text if len(text) <= _LISTED_SCALARS else text[: _LISTED_SCALARS - 1] + "…"
