"""Who the personas are, for the windows: their names, and the words that mean them behind an @."""

from __future__ import annotations

from dataclasses import dataclass

from pet.app import Pet
from pet.memory.turns import Turn
from pet.persona.persona import name_in
from pet.ui.chat.lines import GuestTurn, ShownTurn


@dataclass(frozen=True, slots=True)
class Known:
    """A persona: her id, her name, and the word that means her behind an @."""

    id: str
    name: str
    word: str


class Roster:
    """Reads them anew when asked, off the UI thread, and keeps what it read last."""

    def __init__(self, pet: Pet) -> None:
        self._pet = pet
        self._known: tuple[Known, ...] = ()

    def others(self) -> tuple[Known, ...]:
        """Everyone but the persona that is worn. Reads files."""
        pet, language = self._pet, self._pet.texts.language
        self._known = tuple(
            Known(one.id, name_in(one, language), pet.wardrobe.handle(one, language))
            for one in pet.wardrobe.everyone()
        )
        return tuple(one for one in self._known if one.id != self._here)

    def named(self, turns: tuple[Turn, ...]) -> tuple[ShownTurn, ...]:
        """*turns*, those of another persona under her name, as far as she was known at last."""
        names = {one.id: one for one in self._known}
        return tuple(
            turn if turn.persona == self._here else _guest(turn, names.get(turn.persona))
            for turn in turns
        )

    @property
    def _here(self) -> str:
        return self._pet.session.seat.persona_id


def _guest(turn: Turn, known: Known | None) -> GuestTurn:
    name = known.name if known is not None else turn.persona  # she may be gone by now
    word = known.word if known is not None else turn.persona
    return GuestTurn(
        turn.user_text,
        turn.reply,
        turn.state,
        turn.unreliable,
        turn.fault,
        turn.id,
        name,
        word,
    )
