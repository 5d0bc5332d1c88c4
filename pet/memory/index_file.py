"""The file of the search index: who may change it, and what happens where it is damaged.

Its lock is its own, because filling it takes longer than any write of the memory may wait. Whoever
holds both took the lock of the memory first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from pet import files
from pet.memory.backups import journal_of
from pet.memory.connections import connect, connect_reader, make_empty
from pet.paths import Paths

PATIENCE_SECONDS: Final = 5.0


@contextmanager
def changing(paths: Paths, patience: float = PATIENCE_SECONDS) -> Iterator[sqlite3.Connection]:
    """A connection that may write, while nobody else changes the index; made if there is none.

    Raises filelock.Timeout, sqlite3.Error, OSError.
    """
    with files.lock_at(paths.index_lock, patience):
        if not paths.index.exists():
            files.make_private_folder(paths.root)
            make_empty(paths.index)
        with closing(connect(paths.index)) as connection:
            yield connection


@contextmanager
def reading(paths: Paths) -> Iterator[sqlite3.Connection]:
    """A connection that only reads. Raises sqlite3.Error where there is no index."""
    with closing(connect_reader(paths.index)) as connection:
        yield connection


def discard(paths: Paths, patience: float = PATIENCE_SECONDS) -> None:
    """Remove the index; it is made again from the database when it is wanted.

    The journal goes last: beside no file, or a new and empty one, SQLite does not play it back.
    Raises filelock.Timeout, OSError.
    """
    with files.lock_at(paths.index_lock, patience):
        paths.index.unlink(missing_ok=True)
        journal_of(paths.index).unlink(missing_ok=True)
