"""The sessions that this copy has: one with each persona it spoke to, and one of them is current.

Every persona has her own turns and summaries, so a prompt that is built in one seat knows nothing
of what another persona said.
"""

from __future__ import annotations

from collections.abc import Callable

from pet.chat.folding import Folding
from pet.chat.seat import Seat
from pet.chat.tools import Tools
from pet.persona.persona import Persona
from pet.prompt.budget import Budget


class Seats:
    """Turns come one at a time, and so do switches; whoever else asks, asks `current`."""

    def __init__(self, tools: Tools, budget: Callable[[], Budget]) -> None:
        self._tools = tools
        self._budget = budget
        self._folding = Folding(tools.store, tools.engine)
        self._seats: dict[str, Seat] = {}
        self.current = self.with_persona(tools.persona().id)

    def with_persona(self, persona_id: str) -> Seat:
        """The seat with this persona; what it built prompts on is still there from last time."""
        seat = self._seats.get(persona_id)
        if seat is None:
            seat = Seat(self._tools, persona_id, self._folding, self._budget)
            self._seats[persona_id] = seat
        return seat

    def wear(self, persona: Persona) -> None:
        """Go on with *persona*, in her own session; the draft comes along.

        Raises StoreError where the choice, or the draft, cannot be saved; she is worn all the same.
        """
        try:
            self._tools.wardrobe.wear(persona)
        finally:
            self._move(persona.id)

    def follow(self) -> Persona | None:
        """Go on with the default persona where the one that was worn is gone: then she, else None.

        Raises StoreError.
        """
        worn = self._tools.persona()
        if worn.id == self.current.persona_id:
            return None
        self._move(worn.id)
        return worn

    def give_way(self) -> None:
        """Background work lets the engine go."""
        self._folding.give_way()

    def be_talked_over(self) -> None:
        """The user says something: background work lets the engine go, and is left as it is."""
        self._folding.be_talked_over()

    def finish_folding(self, seconds: float) -> None:
        """Wait for a fold that is being written, at most *seconds*."""
        self._folding.wait(seconds)

    def close(self) -> None:
        """Stop folding, and free every session for other copies."""
        self._folding.give_way()
        for seat in self._seats.values():
            seat.close()

    def _move(self, persona_id: str) -> None:
        former, seat = self.current, self.with_persona(persona_id)
        if former is seat:
            return
        self._folding.give_way()
        was_hidden = former.incognito is not None
        if was_hidden:  # who talks incognito goes on so with everybody, from the first key on
            seat.hide()
        self.current = seat
        draft = former.leave()
        if draft and not was_hidden:
            seat.unsent.keep_draft(draft)
