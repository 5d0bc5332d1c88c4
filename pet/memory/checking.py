"""Whether everything on the disk is what it should be: the file, the index, and each backup."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from pet.errors import StoreDamaged
from pet.memory import indexing, restoring, tombstones
from pet.memory.connections import is_sound
from pet.memory.restoring import Kept
from pet.memory.store import Store


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found. An index that is not sound has been made anew by then."""

    file: bool
    index: bool
    index_again: bool  # whether the index is sound now
    backups: tuple[Kept, ...]

    @property
    def all_good(self) -> bool:
        return self.file and self.index_again and all(kept.good for kept in self.backups)


def check(store: Store) -> Verdict:
    """Read all of it; seconds for a hundred thousand turns. Raises StoreError."""
    whole = store.read(_is_whole)
    index, again = _index(store)
    return Verdict(whole, index, again, restoring.listed(store.paths))


def _index(store: Store) -> tuple[bool, bool]:
    """Whether the index is sound, and whether it is now; none can be made of a damaged file."""
    try:
        indexing.catch_up(store)
        index = indexing.check(store)
        return index, index or (indexing.start_over(store) and indexing.check(store))
    except (StoreDamaged, sqlite3.OperationalError):
        return False, False


def _is_whole(connection: sqlite3.Connection) -> bool:
    """Whether the pages are sound, no row points to one that is not there, and hashes can be made.

    A row of the schema may be missing as well: then nothing can be read here.
    """
    try:
        tombstones.key_of(connection)
    except (StoreDamaged, sqlite3.OperationalError):
        return False
    return is_sound(connection) and not connection.execute("PRAGMA foreign_key_check").fetchall()
