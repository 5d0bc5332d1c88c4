"""The files of an imported persona: her card, her picture, and her card as it came.

`<id>.json` is the card, `<id>.png` (or `.jpg`, `.webp`: what the picture really is) her picture,
and `imported/<id>.json` the bytes that the other program wrote.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pet import files
from pet.errors import CardRefused, StoreError
from pet.persona import json_text
from pet.persona.account import Imported
from pet.persona.limits import MAX_FILE_BYTES, MIB
from pet.persona.naming import ids_for
from pet.persona.pictures import SUFFIXES

ORIGINALS: Final = "imported"


def keep(folder: Path, imported: Imported, is_reserved: Callable[[str], bool]) -> str:
    """Write the files of *imported* into *folder* under a free id; the id.

    The card is written last, so that she is there whole or not at all, and no file that is there
    is touched. Raises CardRefused where the card is too large, StoreError where the disk refuses.
    """
    card = json_text.written(imported.card)
    if len(card) > MAX_FILE_BYTES:
        raise CardRefused("card.too_large", limit=MAX_FILE_BYTES // MIB)
    name = imported.persona.wordings[imported.persona.written_in].name
    try:
        for persona_id in ids_for(name):
            if is_reserved(persona_id) or any(path.exists() for path in places(folder, persona_id)):
                continue
            if _keep_as(folder, persona_id, imported, card):
                return persona_id
    except OSError as error:
        raise StoreError("persona.not_saved", reason=error.strerror or "?") from error
    raise AssertionError("ids never end")


def places(folder: Path, persona_id: str) -> tuple[Path, ...]:
    """Every file that belongs to *persona_id*, there or not: her card, original and pictures."""
    return (
        folder / f"{persona_id}.json",
        original_place(folder, persona_id),
        *(folder / f"{persona_id}{suffix}" for suffix in SUFFIXES.values()),
    )


def original_place(folder: Path, persona_id: str) -> Path:
    return folder / ORIGINALS / f"{persona_id}.json"


def picture_place(folder: Path, persona_id: str) -> Path | None:
    """Where the picture of *persona_id* is; None where she has none."""
    paths = (folder / f"{persona_id}{suffix}" for suffix in SUFFIXES.values())
    return next((path for path in paths if path.is_file()), None)


def _keep_as(folder: Path, persona_id: str, imported: Imported, card: bytes) -> bool:
    """Write everything; False where another copy of the program took the id meanwhile."""
    with _undoing() as new:
        new(original_place(folder, persona_id), imported.original)
        if imported.picture is not None:
            suffix = SUFFIXES[imported.picture.format]
            new(folder / f"{persona_id}{suffix}", imported.picture.data)
        new(folder / f"{persona_id}.json", card)
        return True
    return False


@contextlib.contextmanager
def _undoing() -> Iterator[Callable[[Path, bytes], None]]:
    """What writes new files; all are taken away again where one cannot be written.

    That one of them is there already ends the block and no more.
    """
    written: list[Path] = []

    def new(path: Path, content: bytes) -> None:
        files.write_new(path, content)
        written.append(path)

    try:
        yield new
    except OSError as error:
        for path in written:
            with contextlib.suppress(OSError):  # the first failure is the one to tell
                path.unlink()
        if not isinstance(error, FileExistsError):
            raise
