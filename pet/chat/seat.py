"""This copy's place in the conversation: the session it owns, and what its prompts build on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Literal

from pet.chat import context
from pet.chat.book import Book, StoredBook
from pet.chat.events import Event
from pet.chat.folding import Fold, Folded, Folding, writing
from pet.chat.incognito import Incognito
from pet.chat.tools import Tools
from pet.engines.base import Stop
from pet.errors import StoreError
from pet.memory import drafts, sending, sessions, summaries, turns
from pet.persona.persona import Persona
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)

Memory = Literal["on", "off", "incognito"]


class Seat:
    """Owns a session by its lease, and folds what leaves the window into its summary."""

    def __init__(self, tools: Tools, budget: Callable[[], Budget]) -> None:
        self._tools = tools
        self._budget = budget
        self._folding = Folding(tools.store, tools.engine)
        self._lease: sessions.Lease | None = None  # taken when something is said or kept
        self._sent = 0  # messages
        self._taking = threading.Lock()  # a draft and a turn may both be the first
        self._basis: context.Basis | None = None
        self._remembered = True  # whether the basis was built with the memory on
        self._nonce = assemble.new_nonce(())  # of this session's fences
        self.incognito: Incognito | None = None  # while one lasts

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
    def number(self) -> int:
        """The row of the session; before this copy owns one, of the newest (0: none)."""
        if self._lease is not None:
            return self._lease.session
        return sessions.look(self._tools.store, self._persona().id)

    def take(self) -> sessions.Lease:
        """Own a session from now on: the newest that nobody owns, or a new one.

        Whoever only looks (`pet prompt`) takes none. Raises StoreError.
        """
        with self._taking:
            if self._lease is None:
                self._lease = sessions.join(self._tools.store, self._persona().id)
            return self._lease

    def begin_another(self) -> int:
        """Leave this session for a new one; its last turns are folded in the background."""
        self._folding.give_way()
        self.incognito = None
        former = self.take()
        self._lease = sessions.begin(self._tools.store, self._persona().id)
        self._fold_rest(former.session)
        sessions.end(self._tools.store, former)
        self._nonce = assemble.new_nonce(())
        self._basis = None
        return self._lease.session

    def hide(self) -> None:
        """Begin to talk incognito; what was typed here before is not kept either."""
        self._folding.give_way()
        drafts.keep(self._tools.store, self.take().session, "")
        self.incognito = Incognito(self._tools)

    def come_back(self) -> int:
        """Leave incognito for the session from before. Raises StoreError."""
        self.incognito = None
        self._basis = None
        return self.take().session

    def book(self) -> Book:
        """Where the next turn is written down. Raises StoreError."""
        if self.incognito is not None:
            return self.incognito.book
        return StoredBook(self._tools.store, self.take().session)

    def gather(self, said: str) -> Parts:
        """The parts of the prompt for *said*, before any budget. Raises StoreError."""
        if self.incognito is not None:
            return self.incognito.gather(said)
        self._basis, parts = self._next(said)
        return parts

    def outlook(self) -> Parts:
        """The parts of the next prompt as memory is now, for somebody who looks: nothing is kept.

        The first of its turns is the oldest that the pet still sees. Raises StoreError.
        """
        if self.incognito is not None:
            return self.incognito.gather("")
        return self._next("")[1]

    def _next(self, said: str) -> tuple[context.Basis, Parts]:
        persona, number = self._persona(), self.number
        now, remembers = self._now()
        if remembers != self._remembered:
            self._basis, self._remembered = None, remembers
        basis = context.renew(self._basis, now, number, persona.revision)
        language, today = self._tools.texts.language, self._tools.clock.now()
        return basis, context.parts(basis, now, persona, language, said, today)

    def give_way(self) -> None:
        """A turn begins: background work lets the engine go."""
        self._folding.give_way()

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

    def fold_now(self, stop: Stop) -> Generator[Event, None, Folded]:
        """Fold all of them, as many at a time as a window has; each summary is stored at once.

        Nothing is folded of what is not to be remembered. Raises PetError; what was folded by then
        stays folded.
        """
        self._folding.give_way()
        store, session, text = self._tools.store, self.number, ""
        while not stop.pressed:
            now, _ = self._now()
            old = now.oldest if self.memory == "on" else ()
            if not old:
                return Folded(text, complete=True)
            fold = Fold(now.summary, old, self.nonce, self._budget())
            written = yield from writing(self._tools.engine, fold, stop)
            if not written or stop.pressed:
                break
            summaries.save(store, session, written, upto_turn=old[-1].id)
            text = written
        return Folded(text, complete=False)

    def draft(self) -> str:
        """What was typed and not sent before this start. Raises StoreError."""
        if self.incognito is not None:
            return ""
        return drafts.take_up(self._tools.store, self.take())

    def keep_draft(self, text: str) -> None:
        """Keep what is typed and not sent yet, but not incognito. Raises StoreError."""
        if self.incognito is not None:
            return
        drafts.keep(self._tools.store, self.take().session, text)

    def note_sending(self, text: str) -> Path | None:
        """Write *text* down where a kill cannot take it; None where nobody sits here yet.

        Takes microseconds: it may be called on the UI thread. Raises StoreError.
        """
        if self._lease is None or self.incognito is not None:
            return None
        self._sent += 1
        return sending.note(self._tools.store, self._lease, text, self._sent)

    def settle_sending(self, path: Path, draft: str) -> None:
        """The message is in the store; *draft* is what is typed by now. Raises StoreError."""
        self.keep_draft(draft)
        sending.settle(path)

    def shown(self, limit: int) -> tuple[turns.Turn, ...]:
        """The last *limit* turns of this session, commands too, oldest first. Raises StoreError."""
        if self.incognito is not None:
            return tuple(self.incognito.book.shown[-limit:])
        return turns.shown(self._tools.store, self.number, limit)

    def finish_folding(self, seconds: float) -> None:
        """Wait for a fold that is being written, at most *seconds*."""
        self._folding.wait(seconds)

    def close(self) -> None:
        """Stop folding, and free the session for another copy."""
        self._folding.give_way()
        if self._lease is not None:
            self._lease.close()

    def _persona(self) -> Persona:
        return self._tools.persona()

    def _now(self) -> tuple[context.Gathered, bool]:
        """A look at the memory, and whether it is on. Raises StoreError."""
        remembers = self._tools.memory_on()
        store, persona = self._tools.store, self._persona()
        return context.gather(store, self.number, persona, memory_on=remembers), remembers

    def _fold_rest(self, session: int) -> None:
        if not self._tools.memory_on():
            return
        try:
            rest = context.gather(self._tools.store, session, self._persona())
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        self._fold(session, rest.summary, rest.talk)

    def _fold(
        self,
        session: int,
        former: str,
        old: Sequence[turns.Turn],
        sent: assemble.Prompt | None = None,
    ) -> None:
        if old:
            fold = Fold(former, tuple(old), self.nonce, self._budget(), sent)
            self._folding.start(session, fold)
