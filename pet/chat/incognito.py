"""A conversation of which nothing is kept: what was said in it, and what it was built from."""

from __future__ import annotations

from pet.chat import context
from pet.chat.book import PrivateBook
from pet.chat.tools import Tools
from pet.prompt import assemble
from pet.prompt.sections import Parts


class Incognito:
    """Ends with the object. It knows no memo, and the user may still save one in person."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self.book = PrivateBook(tools.persona().id, tools.clock.utc_ms())
        self.nonce = assemble.new_nonce(())
        self._basis: context.Basis | None = None
        self._offered = ""

    def gather(self, said: str) -> Parts:
        """The parts of the prompt for *said*: the persona, and what was said here."""
        persona = self._tools.persona()
        now = self._now()
        self._basis = context.renew(self._basis, now, 0, persona.revision)
        language, today = self._tools.texts.language, self._tools.clock.now()
        return context.parts(self._basis, now, persona, language, said, today)

    def settle(self, parts: Parts, dropped: int) -> None:
        """After a turn: the oldest half leaves the window where it is full, or did not fit."""
        if self._basis is None:
            return
        self._basis = context.slid(context.settled(self._basis, parts, dropped), self._now())

    def offer(self, words: str) -> None:
        """The user was told that nothing is kept here; the same words once more mean it."""
        self._offered = words

    def takes(self, words: str) -> bool:
        """Whether *words* were offered; they are not afterwards."""
        offered, self._offered = self._offered, ""
        return bool(words) and offered == words

    def _now(self) -> context.Gathered:
        return context.Gathered((), "", self.book.before_first, tuple(self.book.talk), oldest=())
