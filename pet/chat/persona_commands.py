"""The command of the personas, and what is said to one of them for one message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pet.chat.desk import Answer, Desk, for_now
from pet.chat.events import Choice
from pet.errors import StoreError
from pet.i18n import Language
from pet.persona.persona import Persona, name_in
from pet.persona.wardrobe import Wardrobe

_TO: Final = re.compile(r"[@＠](\S+)(?:\s+(.*))?\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Addressed:
    """A message that begins with `@` and a persona: who is meant, and what is said to her."""

    persona: Persona
    text: str


def addressed(wardrobe: Wardrobe, text: str) -> Addressed | None:
    """Who *text* is for, where it names one persona; any other word behind an @ is plain text."""
    found = _TO.match(text.strip())
    meant = wardrobe.called(found[1]) if found else ()
    if found is None or len(meant) != 1:
        return None
    return Addressed(meant[0], (found[2] or "").strip())


def alone(desk: Desk, persona: Persona) -> Answer:
    """What is answered to `@name` without a message."""
    name = name_in(persona, desk.texts.language)
    word = desk.tools.wardrobe.handle(persona, desk.texts.language)
    return Answer(
        desk.texts("persona.at_usage", name=name, word=word),
        choices=(Choice(desk.texts("persona.switch", name=name), f"/persona {word}"),),
    )


def persona(desk: Desk, words: str) -> Answer:
    """List the personas, or wear the one that *words* mean. Raises PersonaError, StoreError."""
    if not words:
        return _listed(desk)
    wanted = desk.tools.wardrobe.meant(words)
    name = name_in(wanted, desk.texts.language)
    if wanted.id == desk.seat.persona_id:
        return Answer(desk.texts("persona.worn_already", name=name))
    try:
        desk.seats.wear(wanted)
    except StoreError as error:
        if wanted.id != desk.seat.persona_id:
            raise
        return Answer(for_now(desk, desk.texts("persona.worn", name=name), error), worn=True)
    return Answer(desk.texts("persona.worn", name=name), worn=True)


def _listed(desk: Desk) -> Answer:
    language, wardrobe = desk.texts.language, desk.tools.wardrobe
    everyone = wardrobe.everyone()
    worn = desk.seat.persona_id
    lines = (f"{'●' if one.id == worn else '○'} {_named(one, language)}" for one in everyone)
    choices = tuple(
        Choice(name_in(one, language), f"/persona {wardrobe.handle(one, language)}")
        for one in everyone
        if one.id != worn
    )
    return Answer(desk.texts("persona.list") + "\n" + "\n".join(lines), choices=choices)


def _named(one: Persona, language: Language) -> str:
    name = name_in(one, language)
    return name if name.casefold() == one.id else f"{name} ({one.id})"
