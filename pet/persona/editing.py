"""Edits on disk: a persona is saved, copied, taken away and brought back.

Whoever calls holds the lock of the home folder, so that between looking and writing nobody else
writes.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from pet import files
from pet.errors import CardRefused, PersonaError, StoreError, StoreFull, StoreReadOnly
from pet.persona import importing, json_text, keeping, pictures
from pet.persona.library import DEFAULT, Library
from pet.persona.limits import MAX_FILE_BYTES, MIB
from pet.persona.naming import ids_for
from pet.persona.persona import Persona
from pet.persona.pictures import SUFFIXES, Picture
from pet.persona.sheet import Sheet, applied, new_card

Why = Literal["as_asked", "changed_elsewhere", "gone_elsewhere"]
_READ_ONLY: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


@dataclass(frozen=True, slots=True)
class Saved:
    """The persona on disk now, and why she has the place she has."""

    persona: Persona
    why: Why = "as_asked"


@dataclass(frozen=True, slots=True)
class Removed:
    """The files of a persona that was taken away, and where they wait for being wanted back."""

    persona: Persona
    folder: Path


def save(library: Library, base: Persona | None, sheet: Sheet) -> Saved:
    """Write *sheet*: over *base* where she is still as she was, else as another persona.

    Where somebody changed her meanwhile both are kept, ours as a copy. Raises PersonaError (no
    name), CardRefused (too large, a picture that is none), StoreError where the disk refuses.
    """
    edited = applied(sheet, base.id if base else "", base.card if base else new_card(sheet))
    picture = pictures.examine(sheet.picture) if isinstance(sheet.picture, bytes) else None
    card = json_text.written(edited.card)
    if len(card) > MAX_FILE_BYTES:
        raise CardRefused("card.too_large", limit=MAX_FILE_BYTES // MIB)
    with _told():
        if base is None:
            return Saved(_save_new(library, edited, card, picture, None))
        why = _standing(library, base)
        if why == "as_asked":
            _replace(library.folder, base.id, card, sheet, picture)
            return Saved(library.find(base.id))
        kept = library.picture(base) if sheet.picture == "kept" else None
        return Saved(_save_new(library, edited, card, picture, kept), why)


def duplicate(library: Library, of: Persona, sheet: Sheet) -> Persona:
    """Another persona like *sheet*, which *of* looks like now. Raises what `save` does."""
    edited = applied(sheet, of.id, of.card)
    picture = pictures.examine(sheet.picture) if isinstance(sheet.picture, bytes) else None
    kept = library.picture(of) if sheet.picture == "kept" else None
    with _told():
        return _save_new(library, edited, json_text.written(edited.card), picture, kept)


def remove(library: Library, persona: Persona, into: Path) -> Removed:
    """Move everything of *persona* into a new folder below *into*. Raises StoreError.

    The default would come back by herself, because somebody must be there: PersonaError.
    """
    if persona.id == DEFAULT:
        raise PersonaError("persona.ours", id=persona.id)
    with _told():
        library.note_brought(persona.id)  # two copies may have brought ours at once
        folder = next(path for path in _free(into, persona.id) if not path.exists())
        files.make_private_folder(folder / keeping.ORIGINALS)
        # The card goes first: without it the rest is nobody's.
        for path in keeping.places(library.folder, persona.id):
            if path.exists():
                path.replace(folder / path.relative_to(library.folder))
    return Removed(persona, folder)


def put_back(library: Library, removed: Removed) -> Persona:
    """Bring *removed* back, under another id where hers is taken. Raises StoreError."""
    own = removed.persona.id
    with _told():
        new_id = own if _is_free(library, own) else next(_free_ids(library, own))
        waiting = keeping.places(removed.folder, own)
        coming = keeping.places(library.folder, new_id)
        for path, place in reversed(tuple(zip(waiting, coming, strict=True))):
            if path.exists():
                files.make_private_folder(place.parent)
                path.replace(place)
    return library.find(new_id)


def original_sheet(library: Library, persona: Persona) -> Persona | None:
    """*persona* as she came with the program or from a file; None where she was made here.

    Raises CardRefused, OSError where that can no longer be read.
    """
    shipped = library.shipped(persona.id)
    if shipped is not None:
        return shipped
    original = library.original(persona)
    if original is None:
        return None
    return replace(importing.read_card(original, persona.id).persona, id=persona.id)


def _standing(library: Library, base: Persona) -> Why:
    try:
        now = library.find(base.id)
    except PersonaError:
        return "gone_elsewhere"
    return "as_asked" if now.revision == base.revision else "changed_elsewhere"


def _save_new(
    library: Library, edited: Persona, card: bytes, picture: Picture | None, kept: Path | None
) -> Persona:
    """Under a free id made of her name; the card last, so that she is there whole or not at all."""
    name = tidied_name(edited)
    new_id = next(_free_ids(library, name))
    if picture is not None:
        files.write_new(library.folder / f"{new_id}{SUFFIXES[picture.format]}", picture.data)
    elif kept is not None:
        files.write_new(library.folder / f"{new_id}{kept.suffix}", kept.read_bytes())
    files.write_new(library.folder / f"{new_id}.json", card)
    return library.find(new_id)


def tidied_name(persona: Persona) -> str:
    """What the card itself calls her."""
    return persona.wordings[persona.written_in].name


def _replace(
    folder: Path, persona_id: str, card: bytes, sheet: Sheet, picture: Picture | None
) -> None:
    files.write_whole(folder / f"{persona_id}.json", card)
    if sheet.picture == "kept":
        return
    own = SUFFIXES[picture.format] if picture is not None else None
    if picture is not None:
        files.write_whole(folder / f"{persona_id}{own}", picture.data)
    for suffix in SUFFIXES.values():
        if suffix != own:
            (folder / f"{persona_id}{suffix}").unlink(missing_ok=True)


def _free_ids(library: Library, name: str) -> Iterator[str]:
    for new_id in ids_for(name):
        if _is_free(library, new_id) and not library.is_ours(new_id):
            yield new_id


def _is_free(library: Library, persona_id: str) -> bool:
    return not any(path.exists() for path in keeping.places(library.folder, persona_id))


def _free(into: Path, persona_id: str) -> Iterator[Path]:
    number = 1
    while True:
        yield into / f"{persona_id}~{number}"
        number += 1


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """An OSError becomes a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFull("store.full") from error
        if error.errno in _READ_ONLY:
            raise StoreReadOnly("store.read_only") from error
        raise StoreError("persona.not_saved", reason=error.strerror or "?") from error
