"""A place in the conversation with one persona: the session owned, and what prompts build on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from pet.chat import context
from pet.chat.folding import Folding
from pet.chat.tools import Tools
from pet.errors import StoreError
from pet.memory import drafts, sessions, turns
from pet.persona import lorebook
from pet.persona.lorebook import Lorebook
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)


class Seat:
    """Owns a session of its persona by a lease, and folds what leaves the window into its summary.

    *folding* is shared by the seats of one copy: one summary is written at a time.
    """

    def __init__(
        self, tools: Tools, persona_id: str, folding: Folding, budget: Callable[[], Budget]
    ) -> None:
        self.persona_id = persona_id
        self._tools = tools
        self._budget = budget
        self._folding = folding
        self._lease: sessions.Lease | None = None  # taken when something is said or kept
        self._taking = threading.Lock()  # a draft and a turn may both be the first
        self._basis: context.Basis | None = None
        self._book: tuple[str, Lorebook | None] | None = None  # of the persona at this revision
        self.nonce = assemble.new_nonce(())  # of this session's fences

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
        former = self.take()
        self._lease = sessions.begin(self._tools.store, self.persona_id)
        self._fold_rest(former.session)
        sessions.end(self._tools.store, former)
        self.nonce = assemble.new_nonce(())
        self._basis = None
        return self._lease.session

    def gather(self, said: str) -> Parts:
        """The parts of the prompt for *said*, before any budget.

        Raises StoreError, and PersonaError where she was deleted a moment ago.
        """
        persona = self._tools.wardrobe.find(self.persona_id)
        now = context.gather(self._tools.store, self.number, self.persona_id)
        self._basis = context.renew(self._basis, now, self.number, persona.revision)
        language, today = self._tools.texts.language, self._tools.clock.now()
        if self._book is None or self._book[0] != persona.revision:
            self._book = (persona.revision, lorebook.read(persona.card["data"]))
        book = self._book[1]
        return context.parts(self._basis, now, persona, language, said, today, book)

    def settle(self, parts: Parts, dropped: int) -> None:
        """After a turn: move the window where *dropped* turns did not fit, fold what left it."""
        if dropped and self._basis is not None:
            leaving = parts.turns[: max(dropped, len(parts.turns) // 2)]
            if leaving:
                self._basis = context.moved(self._basis, leaving[-1].turn)
        try:
            now = context.gather(self._tools.store, self.number, self.persona_id)
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        if self._basis is not None:
            self._fold(self.number, now.summary, context.to_fold(self._basis, now))

    def draft(self) -> str:
        """What was typed and not sent before this start. Raises StoreError."""
        return drafts.take_up(self._tools.store, self.take())

    def keep_draft(self, text: str) -> None:
        """Keep what is typed and not sent yet. Raises StoreError."""
        drafts.keep(self._tools.store, self.take().session, text)

    def shown(self, limit: int) -> tuple[turns.Turn, ...]:
        """The last *limit* turns of this session, commands too, oldest first. Raises StoreError."""
        return turns.shown(self._tools.store, self.number, limit)

    def finish_folding(self, seconds: float) -> None:
        """Wait for a fold that is being written, at most *seconds*."""
        self._folding.wait(seconds)

    def leave(self) -> str:
        """Free the session for another copy, or for later; the draft that was left in it.

        What prompts build on is kept, so that coming back costs no reading. Raises StoreError.
        """
        if self._lease is None:
            return ""
        draft = self.draft()
        drafts.keep(self._tools.store, self._lease.session, "")
        self._lease.close()
        self._lease = None
        return draft

    def step_aside(self) -> None:
        """Free the session after a message for once; a draft that was never typed is not kept."""
        self.close()
        self._lease = None

    def close(self) -> None:
        """Free the session for another copy; its draft waits there for the next start."""
        if self._lease is not None:
            self._lease.close()

    def _fold_rest(self, session: int) -> None:
        try:
            rest = context.gather(self._tools.store, session, self.persona_id)
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        self._fold(session, rest.summary, rest.talk)

    def _fold(self, session: int, former: str, old: Sequence[turns.Turn]) -> None:
        if old:
            self._folding.start(session, former, old, self.nonce, self._budget())
