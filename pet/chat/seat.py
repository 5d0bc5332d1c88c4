"""This copy's place in the conversation: the session it owns, and what its prompts build on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence

from pet.chat import context
from pet.chat.events import Event
from pet.chat.folding import Fold, Folded, Folding, writing
from pet.chat.incognito import Incognito
from pet.chat.place import Place
from pet.chat.tools import Tools
from pet.engines.base import Stop
from pet.errors import StoreError
from pet.memory import drafts, sessions, summaries, turns
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)


class Seat(Place):
    """Owns a session by its lease, and folds what leaves the window into its summary."""

    def __init__(self, tools: Tools, budget: Callable[[], Budget]) -> None:
        super().__init__(tools)
        self._budget = budget
        self._folding = Folding(tools.store, tools.engine)
        self._basis: context.Basis | None = None
        self._remembered = True  # whether the basis was built with the memory on

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

    def finish_folding(self, seconds: float) -> None:
        """Wait for a fold that is being written, at most *seconds*."""
        self._folding.wait(seconds)

    def close(self) -> None:
        """Stop folding, and free the session for another copy."""
        self._folding.give_way()
        if self._lease is not None:
            self._lease.close()

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
