"""A file that may be a character card: read off the UI thread, and what there is to say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtGui import QImage

from pet.errors import PetError
from pet.i18n import Language
from pet.persona import importing, lorebook
from pet.persona.account import Imported
from pet.persona.limits import MAX_FILE_BYTES
from pet.prompt.budget import Budget
from pet.prompt.hidden import reveal
from pet.prompt.measure import Measured, measure
from pet.ui.persona import portrait


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card, how it fits, how many characters of it nobody sees, and its picture, drawn small."""

    file: str
    imported: Imported
    measured: Measured
    hidden: int
    image: QImage | None


def read(path: Path, language: Language) -> CardRead:
    """What is in *path*. Raises CardRefused, or PetError where it cannot be read."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PetError("editor.unreadable", reason=reason) from error
    imported = importing.read_card(data, path.name)
    picture = imported.picture
    return CardRead(
        path.name,
        imported,
        measure(imported.persona, language, Budget()),
        sum(reveal(text)[1] for text in imported.texts()),
        portrait.decode(picture.data) if picture is not None else None,
    )


def with_lore(imported: Imported, numbers: frozenset[int]) -> Imported:
    """*imported* with the entries of its lorebook that have these numbers in her own text."""
    book = imported.lorebook
    if book is None or not numbers:
        return imported
    taken = [entry for entry in book.constant if entry.number in numbers]
    return replace(imported, persona=lorebook.with_entries(imported.persona, taken))
