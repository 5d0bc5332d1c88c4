"""A file from anywhere becomes a persona that could be kept, with an account of how.

Nothing in it is run and nothing is fetched. What it is, is told by its first bytes and never by
its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from pet.errors import CardRefused, PersonaError
from pet.persona import cards, containers, icons, json_text, leftovers, lorebook
from pet.persona.account import Imported, Note
from pet.persona.cards import Converted
from pet.persona.containers import Contents
from pet.persona.fields import V1_TEXTS
from pet.persona.limits import MAX_FILE_BYTES, MIB
from pet.persona.naming import ids_for, one_line
from pet.persona.persona import MAX_NAME_SCALARS, Persona, from_card

_SPACES: Final = b"\0 \t\r\n"


def read_card(data: bytes, name: str) -> Imported:
    """The card in *data*, the bytes of a file that is called *name*.

    Raises CardRefused, whose sentence says what the file is instead, or what is wrong with it.
    """
    if len(data) > MAX_FILE_BYTES:
        raise CardRefused("card.too_large", limit=MAX_FILE_BYTES // MIB)
    if not data[:MIB].strip(_SPACES):
        raise CardRefused("card.empty")
    contents = containers.open_container(data)
    read = _first_readable(contents)
    persona, naming = _named(read.converted.card, name)
    fields: dict[str, Any] = persona.card["data"]
    book = lorebook.read(fields)
    picture, pictured = icons.picture_of(fields, contents)
    return Imported(
        persona=persona,
        original=read.original,
        spec=read.converted.spec,
        version=read.converted.version,
        container=contents.container,
        picture=picture,
        lorebook=book,
        notes=(
            *contents.notes,
            *read.notes,
            *naming,
            *read.converted.notes,
            *leftovers.left(fields, book),
            *icons.others_left(contents, fields),
            *pictured,
        ),
    )


@dataclass(frozen=True, slots=True)
class _Read:
    original: bytes
    converted: Converted
    notes: tuple[Note, ...]


def _first_readable(contents: Contents) -> _Read:
    """The best candidate that is a card. Raises CardRefused: what was wrong with the best."""
    failures: list[CardRefused] = []
    for candidate in contents.candidates:
        try:
            original = candidate()
            parsed = json_text.parse(original)
            converted = cards.to_v3(parsed.value)
        except CardRefused as error:
            failures.append(error)
        else:
            fallen_back = (Note("card.note.second_best"),) if failures else ()
            return _Read(original, converted, (*fallen_back, *parsed.notes))
    raise failures[0]


def _named(card: dict[str, Any], file: str) -> tuple[Persona, tuple[Note, ...]]:
    """The persona of *card*; one without a name that says something is called after its file."""
    notes: tuple[Note, ...] = ()
    try:
        persona = from_card("", card)
    except PersonaError:
        name = one_line(PurePath(file).stem)[:MAX_NAME_SCALARS].strip()
        if not name or not any(card["data"][text].strip() for text in V1_TEXTS):
            raise CardRefused("card.no_name") from None
        card = {**card, "data": {**card["data"], "name": name}}
        persona = from_card("", card)
        notes = (Note("card.note.named_after_file", {"name": name}),)
    return persona, notes


def proposed_id(imported: Imported) -> str:
    """The id she would have if nobody else had it."""
    wording = imported.persona.wordings[imported.persona.written_in]
    return next(ids_for(wording.name))
