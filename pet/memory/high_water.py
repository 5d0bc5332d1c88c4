"""The highest number a memo was ever given, kept outside the database.

A backup knows only the numbers that were given before it was made, so a restored database would
give the later ones out again.
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Final

from pet import files
from pet.memory.connections import number
from pet.paths import Paths

_NAME: Final = "memos"


def note(paths: Paths, memo: int) -> None:
    """The number *memo* is being given out; call it under the lock, before that is committed.

    Raises OSError.
    """
    if memo > _read(paths):
        files.write_json(paths.numbers, {_NAME: memo})


def lift(connection: sqlite3.Connection, paths: Paths) -> None:
    """Let the next memo of this database have a number that none ever had, in a transaction."""
    used = number(connection, "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name='memos'")
    highest = _read(paths)
    if highest > used:
        connection.execute("DELETE FROM sqlite_sequence WHERE name = 'memos'")
        connection.execute("INSERT INTO sqlite_sequence VALUES ('memos', ?)", (highest,))


def _read(paths: Paths) -> int:
    """0 where the file is not there, or was spoiled."""
    with contextlib.suppress(OSError, ValueError):
        value = files.read_json(paths.numbers)
        highest = value.get(_NAME) if isinstance(value, dict) else None
        if isinstance(highest, int) and 0 < highest < 1 << 53:
            return highest
    return 0
