"""What leaves the profile when a memo is erased for good: its words, and what came of them.

Each function runs in the transaction that erases, in the database or in a backup, whose functions
`carries(text)`, `means(text)` (both of its bytes) and `is_source(uuid)` know what has to go (see
`erase`).
"""

from __future__ import annotations

import sqlite3
from typing import Final

from pet.memory import likeness, profile_rows, standing, tombstones

# Said in nothing but turns that the memo came from, or that go with it.
_ONLY_FROM_THERE: Final = """theirs = 0 AND line IN (
    SELECT line FROM profile_sources JOIN turns ON turns.id = turn
    GROUP BY line HAVING min(is_source(turns.uuid)) = 1)"""
_GOING: Final = f"carries(CAST(text AS BLOB)) OR means(CAST(text AS BLOB)) OR ({_ONLY_FROM_THERE})"


def remove(connection: sqlite3.Connection) -> frozenset[bytes]:
    """Take it out of every version and of what the night has found; the hashes to bury."""
    key = tombstones.key_of(connection)
    rows = connection.execute(f"SELECT DISTINCT text FROM profile_lines WHERE {_GOING}").fetchall()
    connection.execute(f"DELETE FROM profile_lines WHERE {_GOING}")
    profile_rows.drop_unused_names(connection)
    connection.execute(
        "DELETE FROM night_found WHERE carries(CAST(text AS BLOB)) OR means(CAST(text AS BLOB))"
        " OR turn IN (SELECT id FROM turns WHERE is_source(uuid))"
    )
    return frozenset(
        digest for (text,) in rows for digest in standing.digests(key, likeness.read(text))
    )
