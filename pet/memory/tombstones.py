"""What was forgotten or erased stays so: no automatic path may bring it back.

A tombstone is a keyed hash of the whole text in its folded form, never the text and never pieces of
it, which could be put together again. The key never leaves the database file.
"""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
from collections.abc import Iterable
from typing import Final

from pet.errors import StoreDamaged
from pet.memory.store import Store
from pet.memory.wording import folded

BURIED_TURNS: Final = (
    "SELECT turn FROM tombstone_turns"
    " UNION SELECT turn FROM memos WHERE forgotten_ms IS NOT NULL AND turn IS NOT NULL"
)


def is_buried(store: Store, text: str) -> bool:
    """Whether *text* was forgotten or erased, and has not been saved by the user since.

    The model's tool, the nightly job, a rollback, a restore and an import ask this before they save
    anything. Raises StoreError.
    """
    return store.read(lambda connection: buried(connection, digest_of(connection, text)))


def buried_turns(store: Store) -> frozenset[int]:
    """The turns from which something forgotten or erased came: automatic paths skip them.

    Raises StoreError.
    """
    return store.read(all_buried_turns)


def all_buried_turns(connection: sqlite3.Connection) -> frozenset[int]:
    """The same, inside a transaction."""
    rows = connection.execute(BURIED_TURNS).fetchall()
    return frozenset(turn for (turn,) in rows)


def digest_of(connection: sqlite3.Connection, text: str) -> bytes:
    """The keyed hash by which equal texts are known: HMAC-SHA-256 of the folded text."""
    return digest(key_of(connection), text)


def key_of(connection: sqlite3.Connection) -> bytes:
    """The key of this database's hashes. Raises StoreDamaged where there is none."""
    rows = connection.execute("SELECT value FROM meta WHERE key = 'digest_key'").fetchall()
    try:
        return bytes.fromhex(rows[0][0])
    except (IndexError, ValueError) as error:
        raise StoreDamaged("store.damaged") from error


def names_of_turn(uuid: str, at_ms: int, said: str, reply: str) -> tuple[str, str]:
    """What is hashed to know an erased turn again, in a file with its UUID and in one without."""
    return uuid, f"{at_ms} {said} {reply}"


def digest(key: bytes, text: str) -> bytes:
    """The hash of *text* with *key*."""
    return hmac.digest(key, folded(text).encode(), hashlib.sha256)


def buried(connection: sqlite3.Connection, digest: bytes) -> bool:
    """Whether there is a tombstone, or a forgotten memo that nobody saved again."""
    rows = connection.execute(
        """SELECT EXISTS (SELECT 1 FROM tombstones WHERE digest = :digest)
            OR EXISTS (SELECT 1 FROM memos WHERE digest = :digest)
            AND NOT EXISTS
                (SELECT 1 FROM memos WHERE digest = :digest AND forgotten_ms IS NULL)""",
        {"digest": digest},
    ).fetchall()
    return bool(rows[0][0])


def bury(
    connection: sqlite3.Connection, digests: Iterable[bytes], turns: Iterable[int], now_ms: int
) -> None:
    """Set up tombstones for the texts of *digests* and the *turns* they came from."""
    connection.executemany(
        "INSERT OR IGNORE INTO tombstones (digest, buried_ms) VALUES (?, ?)",
        [(digest, now_ms) for digest in digests],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO tombstone_turns (turn) VALUES (?)", [(turn,) for turn in turns]
    )


def lift(connection: sqlite3.Connection, digest: bytes) -> None:
    """The user has saved that text again with their own hands."""
    connection.execute("DELETE FROM tombstones WHERE digest = ?", (digest,))
