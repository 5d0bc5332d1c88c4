"""How often something was erased for good, so that copies in memory know when to let go."""

from __future__ import annotations

import sqlite3
from typing import Final

from pet.memory.store import Store

NAME: Final = "erasures"
# A condition in SQL: `number` is still what it was.
STILL: Final = "? = coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'erasures'), 0)"


def number(store: Store) -> int:
    """Differs from the last answer after any copy has erased something. Raises StoreError."""
    rows = store.rows("SELECT value FROM meta WHERE key = ?", NAME)
    return int(rows[0][0]) if rows else 0


def count(connection: sqlite3.Connection) -> None:
    """Count one more, in the transaction that erases."""
    connection.execute(
        "INSERT INTO meta (key, value) VALUES (?, '1')"
        " ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
        (NAME,),
    )


def tell(store: Store) -> None:
    """Tell whoever holds copies in this process; after the transaction."""
    for let_go in store.when_erased:
        let_go()
