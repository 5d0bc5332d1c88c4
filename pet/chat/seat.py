"""A place in the conversation with one persona: the session owned, and what prompts build on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Literal

from pet.chat import context
from pet.chat.book import Book, StoredBook
from pet.chat.folding import Fold, Folding
from pet.chat.incognito import Incognito
from pet.chat.tools import Tools
from pet.chat.unsent import Unsent
from pet.errors import StoreError
from pet.memory import drafts, sessions, turns
from pet.persona import lorebook
from pet.persona.lorebook import Lorebook
from pet.persona.persona import Persona
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
        self._basis: context.Basis | None = None
        self._remembered = True  # whether the basis was built with the memory on
        self._lore: tuple[str, Lorebook | None] | None = None  # of the persona at this revision
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
        """Leave this session for a new one; its last turns are folded in the background."""
        self._folding.give_way()
        self.incognito = None
        former = self.take()
        self._lease = sessions.begin(self._tools.store, self.persona_id)
        self._fold_rest(former.session)
        sessions.end(self._tools.store, former)
        self._nonce = assemble.new_nonce(())
        self._basis = None
        return self._lease.session

    def hide(self) -> None:
        """Begin to talk incognito; what was typed here before is not kept either."""
        self._folding.give_way()
        drafts.keep(self._tools.store, self.take().session, "")
        self.incognito = Incognito(self._tools, self.persona_id)

    def come_back(self) -> int:
        """Leave incognito for the session from before. Raises StoreError."""
        self.incognito = None
        self._basis = None
        return self.take().session

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
        self._basis, parts = self._next(said)
        return parts

    def outlook(self) -> Parts:
        """The parts of the next prompt as memory is now, for somebody who looks: nothing is kept.

        The first of its turns is the oldest that the pet still sees. Raises StoreError,
        PersonaError.
        """
        return self._next("")[1]

    def _next(self, said: str) -> tuple[context.Basis | None, Parts]:
        persona = self._tools.wardrobe.find(self.persona_id)
        if self.incognito is not None:
            return self._basis, self.incognito.gather(said, persona, self._lorebook(persona))
        now, remembers = self._now()
        if remembers != self._remembered:
            self._basis, self._remembered = None, remembers
        basis = context.renew(self._basis, now, self.number, persona.revision)
        language, today = self._tools.texts.language, self._tools.clock.now()
        book = self._lorebook(persona)
        return basis, context.parts(basis, now, persona, language, said, today, book)

    def settle(self, parts: Parts, sent: assemble.Prompt | None) -> None:
        """After a turn: move the window where turns did not fit, fold what left it.

        *sent* is the prompt that was made of *parts*; None where none was.
        """
        dropped = sent.report.turns_dropped if sent is not None else 0
        if self.incognito is not None:
            self.incognito.settle(parts, dropped)
            return
        if self._basis is None:
            return
        self._basis = context.settled(self._basis, parts, dropped)
        try:
            now, remembers = self._now()
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        if not remembers:
            self._basis = context.slid(self._basis, now)
            return
        old = context.to_fold(self._basis, now)
        known = sent if sent is not None and context.begins_with(sent, parts, old) else None
        self._fold(self.number, now.summary, old, known)

    def shown(self, limit: int) -> tuple[turns.Turn, ...]:
        """The last *limit* turns of this session, commands too, oldest first. Raises StoreError."""
        if self.incognito is not None:
            return tuple(self.incognito.book.shown[-limit:])
        return turns.shown(self._tools.store, self.number, limit)

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

    def _lorebook(self, persona: Persona) -> Lorebook | None:
        if self._lore is None or self._lore[0] != persona.revision:
            self._lore = (persona.revision, lorebook.read(persona.card["data"]))
        return self._lore[1]

    def _now(self) -> tuple[context.Gathered, bool]:
        """A look at the memory, and whether it is on. Raises StoreError."""
        remembers = self._tools.memory_on()
        store, persona = self._tools.store, self.persona_id
        return context.gather(store, self.number, persona, memory_on=remembers), remembers

    def _fold_rest(self, session: int) -> None:
        """What is left of a session that ends goes into its summary, where that may be."""
        if not self._tools.memory_on():
            return
        try:
            rest = context.gather(self._tools.store, session, self.persona_id)
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        self._fold(session, rest.summary, rest.oldest)  # what is beyond a window stays

    def _fold(
        self,
        session: int,
        former: str,
        old: Sequence[turns.Turn],
        sent: assemble.Prompt | None = None,
    ) -> None:
        if old:
            fold = Fold(former, tuple(old), self.nonce, self.budget(), sent)
            self._folding.start(session, fold)
