"""The last prompts as they were sent: in memory alone, and gone as soon as anything is erased.

Only numbers and ids of a prompt are on disk (design 4.4). Its words could hold what the user
erases later, in this copy or another; so all of them are dropped at the next look after that.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

from pet.errors import StoreError
from pet.memory import erasures
from pet.memory.store import Store
from pet.prompt.assemble import Prompt

MAX_KEPT: Final = 20


@dataclass(frozen=True, slots=True)
class Sent:
    """One prompt, and the turn whose reply it asked for."""

    turn: int
    prompt: Prompt


class RecentPrompts:
    """At most twenty, the newest last; for any thread of one copy."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept: list[Sent] = []
        self._seen = self._number()  # of erasures, when the kept ones were last looked at
        self._begun = self._seen  # the same, when the turn under way began to read memory
        store.when_erased.append(self.clear)

    def begin(self) -> None:
        """A turn is about to read memory; call it before that."""
        self.look()
        with self._lock:
            self._begun = self._seen

    def keep(self, turn: int, prompt: Prompt) -> None:
        """Keep the prompt of *turn*, unless something was erased since `begin`."""
        self.look()
        with self._lock:
            if self._begun == self._seen:
                self._kept = [sent for sent in self._kept if sent.turn != turn]
                self._kept = [*self._kept, Sent(turn, prompt)][-MAX_KEPT:]

    @property
    def newest(self) -> Prompt | None:
        """The one that was sent last: what an engine may still have in its cache."""
        with self._lock:
            return self._kept[-1].prompt if self._kept else None

    def of(self, turn: int) -> Prompt | None:
        """The prompt of *turn*, where it is still there."""
        self.look()
        with self._lock:
            return next((sent.prompt for sent in self._kept if sent.turn == turn), None)

    def before(self, turn: int) -> Prompt | None:
        """The one that was sent before that of *turn*."""
        self.look()
        with self._lock:
            turns = [sent.turn for sent in self._kept]
            place = turns.index(turn) if turn in turns else 0
            return self._kept[place - 1].prompt if place else None

    def clear(self) -> None:
        """Let go of all of them: something was erased, or a session ends that nobody may keep."""
        number = self._number()
        with self._lock:
            self._seen = number
            self._kept.clear()

    def look(self) -> None:
        """Let go of them where any copy has erased something since the last look."""
        number = self._number()
        with self._lock:
            if number != self._seen:
                self._seen = number
                self._kept.clear()

    def _number(self) -> int:
        try:
            return erasures.number(self._store)
        except StoreError:  # nobody can tell: as if something had been erased
            return -1
