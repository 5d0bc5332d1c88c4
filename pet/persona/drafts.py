"""What is being edited and not saved yet, kept through a crash: a file for each persona."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pet import files
from pet.persona.limits import MAX_FILE_BYTES
from pet.persona.sheet import Kept, Sheet, from_json, to_json

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Draft:
    """An unsaved sheet: whose it is (None: a new persona's), and the revision it began from."""

    key: str
    persona_id: str | None
    revision: str | None
    sheet: Sheet


class Drafts:
    """The drafts of one editor. Every method may block; none is called on the UI thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, draft: Draft) -> None:
        """Write *draft* in place of the one before. Raises OSError; that one is still there."""
        picture = draft.sheet.picture
        if isinstance(picture, bytes):
            place = self._picture(draft.key)
            if not place.is_file() or place.stat().st_size != len(picture):
                files.write_whole(place, picture)
        value = {
            "persona": draft.persona_id,
            "revision": draft.revision,
            "picture": "new" if isinstance(picture, bytes) else picture,
            **to_json(draft.sheet),
        }
        files.write_json(self._folder / f"{draft.key}.json", value)

    def drop(self, key: str) -> None:
        """It was saved or thrown away. Raises OSError."""
        for path in (self._folder / f"{key}.json", self._picture(key)):
            path.unlink(missing_ok=True)

    def everything(self) -> tuple[Draft, ...]:
        """What is kept, in the order of the keys; a file that is no draft is passed over."""
        return tuple(self._read_all())

    def take_over(self, other: Drafts) -> None:
        """What another editor left behind is ours now. Raises OSError."""
        taken = {draft.key for draft in self.everything()}
        for draft in other.everything():
            key = next(key for key in _keys_like(draft.key) if key not in taken)
            taken.add(key)
            self.keep(Draft(key, draft.persona_id, draft.revision, draft.sheet))
            other.drop(draft.key)

    def _read_all(self) -> Iterator[Draft]:
        for path in sorted(self._folder.glob("*.json")):
            try:
                yield self._read(path)
            except (OSError, ValueError, KeyError, TypeError) as error:
                _log.warning("a draft cannot be read: %s", type(error).__name__)

    def _read(self, path: Path) -> Draft:
        value = files.read_json(path)
        whose, revision = value["persona"], value["revision"]
        if not all(isinstance(one, str | None) for one in (whose, revision)):
            raise TypeError("not a name")
        picture: bytes | Kept | None = "kept" if value["picture"] == "kept" else None
        if value["picture"] == "new":
            picture = self._new_picture(path.stem)
        return Draft(path.stem, whose, revision, from_json(value, picture))

    def _new_picture(self, key: str) -> bytes | None:
        with contextlib.suppress(OSError), self._picture(key).open("rb") as stream:
            return stream.read(MAX_FILE_BYTES)
        return None

    def _picture(self, key: str) -> Path:
        return self._folder / f"{key}.picture"


def _keys_like(key: str) -> Iterator[str]:
    yield key
    number = 2
    while True:
        yield f"{key}~{number}"
        number += 1
