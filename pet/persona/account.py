"""What an import or export has to say of itself, and the persona that came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pet.persona.persona import Card, Persona

if TYPE_CHECKING:
    from pet.persona.lorebook import Lorebook
    from pet.persona.pictures import Picture

Spec = Literal["v1", "v2", "v3", "pygmalion", "ooba", "agnai"]
Container = Literal["json", "png", "apng", "charx", "jpeg", "jpeg_zip", "webp"]


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to know: a key of the catalogue and the facts for its sentence."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Understood:
    """A field of the card that is used, with its bytes of UTF-8; a list says how many items."""

    field: str
    items: int
    size: int


@dataclass(frozen=True, slots=True)
class Imported:
    """A card that was read: who she is, and the account of it.

    `persona` has no place on disk yet; her card is V3 and keeps every unknown field. `original`
    are the bytes of the JSON as the file had them.
    """

    persona: Persona
    original: bytes
    spec: Spec
    version: str
    container: Container
    picture: Picture | None
    lorebook: Lorebook | None
    notes: tuple[Note, ...]

    @property
    def card(self) -> Card:
        return self.persona.card

    def texts(self) -> Iterator[str]:
        """Every text of hers that the model or the user will read, as the card has it."""
        for wording in self.persona.wordings.values():
            yield from (wording.name, wording.description, wording.personality, wording.scenario)
            yield from (*wording.greetings, *wording.examples)
        for entry in self.lorebook.entries if self.lorebook else ():
            yield entry.content
