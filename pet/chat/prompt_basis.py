"""What the prompts of one session build on, from turn to turn, so that their beginning stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pet.chat import context
from pet.chat.tools import Tools
from pet.memory import turns
from pet.persona import lorebook
from pet.persona.lorebook import Lorebook
from pet.persona.persona import Persona
from pet.prompt import assemble
from pet.prompt.sections import Parts


@dataclass(frozen=True, slots=True)
class Leaving:
    """Turns that should go into a summary, after the *former* one.

    *sent* is the last prompt, where it begins with these very turns.
    """

    former: str
    old: Sequence[turns.Turn]
    sent: assemble.Prompt | None = None


class PromptBasis:
    """The basis of the system message, and the lorebook of the persona as she is now."""

    def __init__(self, tools: Tools, persona_id: str) -> None:
        self._tools = tools
        self._persona_id = persona_id
        self._basis: context.Basis | None = None
        self._remembered = True  # whether the basis was built with the memory on
        self._lore: tuple[str, Lorebook | None] | None = None  # of the persona at this revision

    def forget(self) -> None:
        """Another session begins: build anew."""
        self._basis = None

    def build(self, session: int, persona: Persona, said: str) -> Parts:
        """The parts of the prompt for *said*; the next ones build on them. Raises StoreError."""
        self._basis, parts = self._next(session, persona, said)
        return parts

    def look(self, session: int, persona: Persona) -> Parts:
        """The parts of the next prompt as memory is now; nothing is kept. Raises StoreError."""
        return self._next(session, persona, "")[1]

    def settle(self, session: int, parts: Parts, sent: assemble.Prompt | None) -> Leaving | None:
        """After a turn: move the window where turns did not fit; what has left it, if anything.

        *sent* is the prompt that was made of *parts*; None where none was. Raises StoreError.
        """
        if self._basis is None:
            return None
        dropped = sent.report.turns_dropped if sent is not None else 0
        self._basis = context.settled(self._basis, parts, dropped)
        now, remembers = self._now(session)
        if not remembers:
            self._basis = context.slid(self._basis, now)
            return None
        crowded = False
        if sent is not None:
            self._basis = context.noting(self._basis, parts, now)
            crowded = context.is_crowded(sent, now)
        old = context.to_fold(self._basis, now, is_crowded=crowded)
        known = sent if sent is not None and context.begins_with(sent, parts, old) else None
        return Leaving(now.summary, old, known)

    def rest(self, session: int) -> Leaving | None:
        """What is left of a session that ends; None where nothing of it may be kept.

        Raises StoreError.
        """
        now, remembers = self._now(session)
        return Leaving(now.summary, now.oldest) if remembers else None

    def lorebook(self, persona: Persona) -> Lorebook | None:
        """The lorebook in the persona's card, read once for each revision."""
        if self._lore is None or self._lore[0] != persona.revision:
            self._lore = (persona.revision, lorebook.read(persona.card["data"]))
        return self._lore[1]

    def _next(self, session: int, persona: Persona, said: str) -> tuple[context.Basis, Parts]:
        now, remembers = self._now(session)
        if remembers != self._remembered:
            self._basis, self._remembered = None, remembers
        basis = context.renew(self._basis, now, session, persona.revision)
        language, today = self._tools.texts.language, self._tools.clock.now()
        book = self.lorebook(persona)
        return basis, context.parts(basis, now, persona, language, said, today, book)

    def _now(self, session: int) -> tuple[context.Gathered, bool]:
        """A look at the memory, and whether it is on."""
        remembers = self._tools.memory_on()
        store = self._tools.store
        return context.gather(store, session, self._persona_id, memory_on=remembers), remembers
