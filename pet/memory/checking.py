"""Whether everything on the disk is what it should be: the file, the index, and each backup."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from pet.memory import indexing, restoring
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
    indexing.catch_up(store)
    index = indexing.check(store)
    again = index or (indexing.start_over(store) and indexing.check(store))
    return Verdict(store.read(_is_whole), index, again, restoring.listed(store.paths))


def _is_whole(connection: sqlite3.Connection) -> bool:
    """Whether the pages are sound, and no row points to one that is not there."""
    return is_sound(connection) and not connection.execute("PRAGMA foreign_key_check").fetchall()
