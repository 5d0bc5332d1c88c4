"""What was forgotten or erased stays so: no automatic path may bring it back.

A tombstone is a keyed hash of the whole text in its bare form, never the text and never pieces of
it, which could be put together again. The key never leaves the database file. Older ones are hashes
of the folded form, so both are asked for.
"""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
from collections.abc import Collection, Iterable
from typing import Final

from pet.errors import StoreDamaged
from pet.memory.store import Store
from pet.memory.wording import bare, folded

BURIED_TURNS: Final = (
    "SELECT turn FROM tombstone_turns"
    " UNION SELECT turn FROM memos WHERE forgotten_ms IS NOT NULL AND turn IS NOT NULL"
)


def is_buried(store: Store, text: str) -> bool:
    """Whether *text* was forgotten or erased, and has not been saved by the user since.

    The model's tool, the nightly job, a rollback, a restore and an import ask this before they save
    anything. Raises StoreError.
    """
    return store.read(lambda connection: buried(connection, text))


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


def digests(key: bytes, text: str) -> frozenset[bytes]:
    """The hashes by which a tombstone of *text* may be known: of its bare and its folded form."""
    return frozenset((digest(key, bare(text)), digest(key, text)))


def buried(connection: sqlite3.Connection, text: str) -> bool:
    """Whether there is a tombstone, or a forgotten memo that nobody saved again."""
    return has_tombstone(connection, digests(key_of(connection), text)) or (
        bare(text) in forgotten(connection)
    )


def has_tombstone(connection: sqlite3.Connection, digests: Collection[bytes]) -> bool:
    """Whether any of *digests* stands on a tombstone."""
    marks = ", ".join("?" * len(digests))
    rows = connection.execute(
        f"SELECT EXISTS (SELECT 1 FROM tombstones WHERE digest IN ({marks}))", tuple(digests)
    ).fetchall()
    return bool(rows[0][0])


def forgotten(connection: sqlite3.Connection) -> frozenset[str]:
    """The bare forms of forgotten memos, without those that were saved again.

    For each memo that was ever forgotten this takes some microseconds.
    """
    rows = connection.execute("SELECT text, forgotten_ms IS NULL FROM memos").fetchall()
    gone = {bare(text) for text, alive in rows if not alive}
    return frozenset(gone.difference(bare(text) for text, alive in rows if alive))


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


def lift(connection: sqlite3.Connection, text: str) -> None:
    """The user has saved *text* again with their own hands."""
    lift_digests(connection, digests(key_of(connection), text))


def lift_digests(connection: sqlite3.Connection, digests: Iterable[bytes]) -> None:
    """The same, of hashes that are known already."""
    connection.executemany(
        "DELETE FROM tombstones WHERE digest = ?", [(digest,) for digest in digests]
    )
