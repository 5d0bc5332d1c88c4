"""A place in the conversation with one persona: the session owned, and what prompts build on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Literal

from pet.chat.book import Book, StoredBook
from pet.chat.folding import Fold, Folding
from pet.chat.incognito import Incognito
from pet.chat.prompt_basis import Leaving, PromptBasis
from pet.chat.retelling import retold
from pet.chat.tools import Tools
from pet.chat.unsent import Unsent
from pet.errors import StoreError, StoreReadOnly, StoreTooNew
from pet.memory import drafts, erasures, sessions, turns
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)

Memory = Literal["on", "off", "incognito"]


class Seat:
    """Owns a session of its persona by a lease, and folds what leaves the window into its summary.

    *folding* is shared by the seats of one copy: one summary is written at a time.
    """

    def __init__(
        self, tools: Tools, persona_id: str, folding: Folding, budget: Callable[[], Budget]
    ) -> None:
        self.persona_id = persona_id
        self.budget = budget  # what the model holds now
        self._tools = tools
        self._folding = folding
        self._lease: sessions.Lease | None = None  # taken when something is said or kept
        self._taking = threading.Lock()  # a draft and a turn may both be the first
        self._building = PromptBasis(tools, persona_id)
        self._nonce = assemble.new_nonce(())  # of this session's fences
        self.incognito: Incognito | None = None  # while one lasts
        self.unsent = Unsent(tools.store, self)

    @property
    def nonce(self) -> str:
        """The mark of the fences."""
        return self._nonce if self.incognito is None else self.incognito.nonce

    @property
    def memory(self) -> Memory:
        """Whether what is said now may be remembered, and what is remembered may be used."""
        if self.incognito is not None:
            return "incognito"
        return "on" if self._tools.memory_on() else "off"

    @property
    def lease(self) -> sessions.Lease | None:
        """The session that this copy owns; None before it owns one."""
        return self._lease

    @property
    def number(self) -> int:
        """The row of the session; before this copy owns one, of the newest (0: none)."""
        if self._lease is not None:
            return self._lease.session
        return sessions.look(self._tools.store, self.persona_id)

    def take(self) -> sessions.Lease:
        """Own a session from now on: the newest that nobody owns, or a new one.

        Whoever only looks (`pet prompt`) takes none. Raises StoreError.
        """
        with self._taking:
            if self._lease is None:
                self._lease = sessions.join(self._tools.store, self.persona_id)
            return self._lease

    def begin_another(self) -> int:
        """Leave this session for a new one; its last turns are folded in the background.

        Raises StoreError; then everything is as it was, and incognito talk stays so.
        """
        self._folding.give_way()
        former = self.take()
        self._lease = sessions.begin(self._tools.store, self.persona_id)
        self.incognito = None
        self._fold(former.session, partial(self._building.rest, former.session))
        sessions.end(self._tools.store, former)
        self._nonce = assemble.new_nonce(())
        self._building.forget()
        return self._lease.session

    def hide(self) -> None:
        """Begin to talk incognito; what was typed here before is not kept either.

        It needs no disk: where nothing can be written, nothing that was typed is kept anyway.
        Raises StoreError where it could be, and was not done.
        """
        self._folding.give_way()
        with self.unsent.held():
            try:
                drafts.keep(self._tools.store, self.take().session, "")
            except (StoreReadOnly, StoreTooNew) as error:
                _log.info("incognito without a session to come back to: %s", error.key)
            self.incognito = Incognito(self._tools, self.persona_id)

    def come_back(self) -> int:
        """Leave incognito for the session from before; 0 where there is none. Raises StoreError."""
        session = self.number
        self.incognito = None
        self._building.forget()
        return session

    def book(self, asked_from: int | None = None) -> Book:
        """Where the next turn is written down; *asked_from*: another session that shows it too.

        Raises StoreError.
        """
        if self.incognito is not None:
            return self.incognito.book
        return StoredBook(self._tools.store, self.take().session, asked_from)

    def gather(self, said: str) -> Parts:
        """The parts of the prompt for *said*, before any budget.

        Raises StoreError, and PersonaError where she was deleted a moment ago.
        """
        persona = self._tools.wardrobe.find(self.persona_id)
        if self.incognito is not None:
            return self.incognito.gather(said, persona, self._building.lorebook(persona))
        return self._building.build(self.number, persona, said)

    def outlook(self) -> Parts:
        """The parts of the next prompt as memory is now, for somebody who looks: nothing is kept.

        The first of its turns is the oldest that the pet still sees. Raises StoreError,
        PersonaError.
        """
        persona = self._tools.wardrobe.find(self.persona_id)
        if self.incognito is not None:
            return self.incognito.gather("", persona, self._building.lorebook(persona))
        return self._building.look(self.number, persona)

    def settle(self, parts: Parts, sent: assemble.Prompt | None) -> None:
        """After a turn: move the window where turns did not fit, fold what left it.

        *sent* is the prompt that was made of *parts*; None where none was.
        """
        if self.incognito is not None:
            dropped = sent.report.turns_dropped if sent is not None else 0
            self.incognito.settle(parts, dropped)
            return
        session = self.number
        self._fold(session, partial(self._building.settle, session, parts, sent))

    def shown(self, limit: int, before: int | None = None) -> tuple[turns.Turn, ...]:
        """The last *limit* turns of this session, commands too, oldest first.

        *before*: of those that stand before that turn. Raises StoreError.
        """
        if self.incognito is not None:
            here = self.incognito.book.shown
            return tuple(turn for turn in here if before is None or turn.id < before)[-limit:]
        rows = turns.shown(self._tools.store, self.number, limit, before)
        return retold(self._tools.texts, self._tools.store, rows)

    def leave(self) -> str:
        """Free the session for another copy, or for later; the draft that was left in it.

        What prompts build on is kept, so that coming back costs no reading. Raises StoreError.
        """
        self.incognito = None
        if self._lease is None:
            return ""
        draft = drafts.of(self._tools.store, self._lease.session)
        drafts.keep(self._tools.store, self._lease.session, "")
        self.close()
        return draft

    def close(self) -> None:
        """Free the session for another copy; its draft waits there for the next start."""
        if self._lease is not None:
            self._lease.close()
            self._lease = None

    def _fold(self, session: int, leaving: Callable[[], Leaving | None]) -> None:
        """Have a summary written of what leaves; where it cannot be read, a later turn does it."""
        try:
            erased = erasures.number(self._tools.store)
            found = leaving()
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        if found is not None and found.old:
            old = tuple(found.old)
            fold = Fold(found.former, old, self.nonce, self.budget(), erased, found.sent)
            self._folding.start(session, fold)
