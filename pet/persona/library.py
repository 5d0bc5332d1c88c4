"""The personas on disk: one Character Card V3 file each, ours among them from the first use."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any, Final

from pet import files, paths
from pet.errors import PersonaError
from pet.persona import json_text, keeping, persona
from pet.persona.account import Imported
from pet.persona.limits import MAX_FILE_BYTES
from pet.persona.persona import Persona

DEFAULT: Final = "somi"
_BROUGHT: Final = "brought.txt"  # beside the cards: which of ours were put there once

_log = logging.getLogger(__name__)


class Library:
    """Reads the folder anew each time it is asked, so that another copy's edit is seen.

    A file that is no card is moved into the folder for damaged ones; one that cannot be read at
    all (its permissions, a broken disk) is left where it is. `notices` are the catalogue keys of
    what the user should be told, each once.

    Each of ours is copied there once. The default comes back when she is deleted, because somebody
    must always be there; the others stay away.
    """

    def __init__(self, places: paths.Paths, shipped: Path | None = None) -> None:
        self._folder = places.personas
        self._damaged = places.damaged
        self._shipped = shipped if shipped is not None else paths.assets() / "personas"
        self._can_copy = True
        self.notices: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """Where the cards are."""
        return self._folder

    def everyone(self) -> tuple[Persona, ...]:
        """All personas, the default first, then by their file's name."""
        ours = {persona_id: self._one_of_ours(persona_id) for persona_id in _ids_in(self._shipped)}
        paths_by_id = {path.stem: path for path in self._folder.glob("*.json")}
        found = [
            ours[one] if one in ours else self._load(paths_by_id[one])
            for one in sorted(ours.keys() | paths_by_id.keys())
        ]
        there = [one for one in found if one is not None]
        return tuple(sorted(there, key=lambda one: one.id != DEFAULT))

    def find(self, persona_id: str) -> Persona:
        """The persona called *persona_id*. Raises PersonaError where there is none."""
        # Looked up among the files there are: no path is ever made from what somebody typed.
        if persona_id in _ids_in(self._shipped):
            found = self._one_of_ours(persona_id)
        else:
            paths_by_id = {path.stem: path for path in self._folder.glob("*.json")}
            path = paths_by_id.get(persona_id)
            found = self._load(path) if path is not None else None
        if found is None:
            raise PersonaError("persona.unknown", id=persona_id)
        return found

    def get(self, persona_id: str) -> Persona:
        """The persona called *persona_id*; where she is gone, the default one and a notice."""
        try:
            return self.find(persona_id)
        except PersonaError:
            self._tell("persona.replaced")
            return self.default()

    def default(self) -> Persona:
        """Ours, as the user left it; copied into the user's folder at first use."""
        found = self._one_of_ours(DEFAULT)
        if found is None:  # the program's own files are not whole
            raise PersonaError("persona.unknown", id=DEFAULT)
        return found

    def _one_of_ours(self, persona_id: str) -> Persona | None:
        """One of ours, as the user left it; None where the user deleted her.

        A copy that nobody edited follows ours when a new version of the program brings another.
        """
        path = self._folder / f"{persona_id}.json"
        own = None
        try:
            own = self._read(path)
        except FileNotFoundError:  # asked once: between two looks she may be deleted
            if persona_id != DEFAULT and persona_id in _brought(self._folder):
                return None
        card = _read_card(self._shipped / f"{persona_id}.json")
        if own is not None and not _is_outdated(own, persona.revision_of(card)):
            return own
        if self._can_copy and (own is not None or not path.exists()):
            self._copy(card, path)
        return persona.from_card(persona_id, card)

    def note_brought(self, persona_id: str) -> None:
        """One of ours that is deleted from now on stays away. Raises OSError."""
        if self.is_ours(persona_id) and persona_id not in (brought := _brought(self._folder)):
            names = "\n".join(sorted(brought | {persona_id}))
            files.write_whole(self._folder / _BROUGHT, f"{names}\n".encode())

    def save(self, changed: Persona) -> None:
        """Write the card of *changed*, every unknown field included. Raises OSError."""
        files.write_whole(self._folder / f"{changed.id}.json", json_text.written(changed.card))

    def add(self, imported: Imported) -> Persona:
        """Keep *imported* under a free id made of her name; no file that is there is touched.

        Raises CardRefused where the card is too large, StoreError where the disk refuses.
        """
        return self.find(keeping.keep(self._folder, imported, self.is_ours))

    def picture(self, of: Persona) -> Path | None:
        """Where her picture is: a PNG, JPEG or WEBP file; None where she has none."""
        return keeping.picture_place(self._folder, of.id)

    def original(self, of: Persona) -> bytes | None:
        """The JSON that she was imported from, byte for byte; None where she was not.

        Raises OSError where it is there and cannot be read.
        """
        path = keeping.original_place(self._folder, of.id)
        return path.read_bytes() if path.is_file() else None

    def has_original(self, of: Persona) -> bool:
        """Whether she was imported, and the JSON that she came as is still there."""
        return keeping.original_place(self._folder, of.id).is_file()

    def shipped(self, persona_id: str) -> Persona | None:
        """One of ours as she comes with the program; None where she is not one of ours."""
        if not self.is_ours(persona_id):
            return None
        return persona.from_card(persona_id, _read_card(self._shipped / f"{persona_id}.json"))

    def is_ours(self, persona_id: str) -> bool:
        """Whether *persona_id* is one that comes with the program."""
        return (self._shipped / f"{persona_id}.json").exists()

    def _copy(self, card: persona.Card, path: Path) -> None:
        try:
            files.write_json(path, persona.marked_as_shipped(card))
            self.note_brought(path.stem)
        except OSError as error:  # a read-only home: she talks all the same
            _log.warning("a persona of ours could not be copied: %s", type(error).__name__)
            self._can_copy = False  # not at each turn again

    def _load(self, path: Path) -> Persona | None:
        """None where she is damaged, cannot be read, or was deleted a moment ago."""
        try:
            return self._read(path)
        except FileNotFoundError:
            return None

    def _read(self, path: Path) -> Persona | None:
        """None where she is damaged or cannot be read. Raises FileNotFoundError."""
        try:
            return persona.from_card(path.stem, _read_card(path))
        except FileNotFoundError:
            raise
        except OSError as error:
            _log.warning("a persona cannot be read: %s", type(error).__name__)
            self._tell("persona.unreadable")
        except (PersonaError, RecursionError) as error:  # the second: nested a thousand deep
            _log.warning("a persona is damaged: %s", error)
            self._put_aside(path)
        return None

    def _put_aside(self, path: Path) -> None:
        try:
            files.make_private_folder(self._damaged)
            path.replace(_free_name(self._damaged, path))
        except OSError:
            self._tell("persona.unreadable")
        else:
            self._tell("persona.damaged")

    def _tell(self, key: str) -> None:
        if key not in self.notices:
            self.notices = (*self.notices, key)


def _ids_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.json")))


def _brought(folder: Path) -> frozenset[str]:
    """Which of ours were put into *folder* once."""
    try:
        return frozenset((folder / _BROUGHT).read_text("utf-8").split())
    except (OSError, ValueError):  # not there yet, or not readable: they are brought again
        return frozenset()


def _read_card(path: Path) -> dict[str, Any]:
    """The JSON object in *path*. Raises OSError, or PersonaError where it is none."""
    with path.open("rb") as stream:
        raw = stream.read(MAX_FILE_BYTES + 1)
    if len(raw) > MAX_FILE_BYTES:
        raise PersonaError("persona.too_large", id=path.stem, limit=MAX_FILE_BYTES)
    try:
        card = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise PersonaError("persona.not_a_card", id=path.stem) from error
    if not isinstance(card, dict):
        raise PersonaError("persona.not_a_card", id=path.stem)
    return card


def _is_outdated(own: Persona, ours: str) -> bool:
    copied_from = persona.shipped_revision(own.card)
    return own.revision == copied_from != ours


def _free_name(folder: Path, path: Path) -> Path:
    candidate, number = folder / path.name, 1
    while candidate.exists():
        number += 1
        candidate = folder / f"{path.stem}-{number}{path.suffix}"
    return candidate
