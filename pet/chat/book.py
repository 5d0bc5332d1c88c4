"""Where a turn is written down while it goes on: the store, or nothing but memory."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final, Literal, Protocol

from pet.errors import StoreError
from pet.memory import reports, turns
from pet.memory.store import Store
from pet.memory.turns import Turn

_log = logging.getLogger(__name__)

Ending = Literal["done", "length", "stopped", "failed"]
_MOST_KEPT: Final = 200  # turns of an incognito session


class Book(Protocol):
    """Keeps a turn from the user's message to its end."""

    keeps: bool  # whether anything of a turn may reach a file

    def ask(self, said: str, *, source: turns.Source, memory_on: bool) -> int:
        """Begin a turn; its number. Raises StoreError."""
        ...

    def grow(self, turn: int, reply: str) -> None:
        """The reply so far. Raises StoreError."""
        ...

    def finish(
        self,
        turn: int,
        reply: str,
        state: Ending,
        *,
        unreliable: bool = False,
        fault: turns.Fault | None = None,
    ) -> None:
        """The turn has ended. Raises StoreError."""
        ...

    def tell(self, turn: int, told: turns.Told) -> None:
        """What the turn told of the memory; not being able to keep it costs only a reminder."""
        ...

    def report(self, turn: int, report: dict[str, Any]) -> None:  # JSON values
        """What went into its prompt; not being able to keep it costs only an explanation."""
        ...


class StoredBook:
    """The turns of the session that this copy owns, on disk."""

    keeps = True

    def __init__(self, store: Store, session: int, asked_from: int | None = None) -> None:
        """*asked_from*: the session that shows these turns too."""
        self._store = store
        self._session = session
        self._asked_from = asked_from

    def ask(self, said: str, *, source: turns.Source, memory_on: bool) -> int:
        return turns.ask(
            self._store,
            self._session,
            said,
            source=source,
            memory_on=memory_on,
            asked_from=self._asked_from,
        )

    def grow(self, turn: int, reply: str) -> None:
        turns.grow(self._store, turn, reply)

    def finish(
        self,
        turn: int,
        reply: str,
        state: Ending,
        *,
        unreliable: bool = False,
        fault: turns.Fault | None = None,
    ) -> None:
        turns.finish(self._store, turn, reply, state, unreliable=unreliable, fault=fault)

    def tell(self, turn: int, told: turns.Told) -> None:
        try:
            turns.tell(self._store, turn, told)
        except StoreError as error:
            _log.info("what a turn told was not kept: %s", error.key)

    def report(self, turn: int, report: dict[str, Any]) -> None:  # JSON values
        try:
            reports.save(self._store, turn, report)
        except StoreError as error:
            _log.info("a report was not kept: %s", error.key)


class PrivateBook:
    """The turns of an incognito session: gone with this object. Their numbers are below zero."""

    keeps = False
    before_first: Final = -1_000_000

    def __init__(self, persona: str, now_ms: int) -> None:
        self._persona = persona
        self._now_ms = now_ms
        self._turns: dict[int, Turn] = {}

    @property
    def talk(self) -> Sequence[Turn]:
        """What was said so far, by both."""
        return tuple(turn for turn in self._turns.values() if turn.reply)

    @property
    def shown(self) -> Sequence[Turn]:
        """Every turn, oldest first."""
        return tuple(self._turns.values())

    def ask(self, said: str, *, source: turns.Source, memory_on: bool) -> int:
        number = max(self._turns, default=self.before_first) + 1
        self._write(number, said, "", "asked")
        for old in list(self._turns)[:-_MOST_KEPT]:
            del self._turns[old]
        return number

    def grow(self, turn: int, reply: str) -> None:
        self._write(turn, self._turns[turn].user_text, reply, "partial")

    def finish(
        self,
        turn: int,
        reply: str,
        state: Ending,
        *,
        unreliable: bool = False,
        fault: turns.Fault | None = None,
    ) -> None:
        self._write(
            turn, self._turns[turn].user_text, reply, state, unreliable=unreliable, fault=fault
        )

    def tell(self, turn: int, told: turns.Told) -> None:
        """Nothing is shown again."""

    def report(self, turn: int, report: dict[str, Any]) -> None:  # JSON values
        """Nobody will ask why."""

    def _write(
        self,
        number: int,
        said: str,
        reply: str,
        state: turns.State,
        *,
        unreliable: bool = False,
        fault: turns.Fault | None = None,
    ) -> None:
        self._turns[number] = Turn(
            number, 0, self._persona, said, reply, state, self._now_ms, unreliable, fault=fault
        )
