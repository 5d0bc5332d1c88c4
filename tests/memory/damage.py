"""Ways in which a disk, or a hand, spoils a database file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from pet.memory.store import Store


def header(database: Path) -> None:
    with database.open("r+b") as file:
        file.write(b"\0" * 64)


def middle(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (database.stat().st_size - 8192))


def far_end(database: Path) -> None:
    """Pages that nobody looks at before they are asked for: see `fill`."""
    size = database.stat().st_size
    with database.open("r+b") as file:
        file.seek(size - size // 3)
        file.write(b"\xa5" * (size // 3))


def truncate(database: Path) -> None:
    with database.open("r+b") as file:
        file.truncate(database.stat().st_size // 2)


def empty(database: Path) -> None:
    database.write_bytes(b"")


def prose(database: Path) -> None:
    database.write_text("Dear diary, " * 1000)


def fill(store: Store) -> None:
    """Give the file so many pages that its far end holds nothing but turns."""
    store.run("INSERT INTO sessions (uuid, persona, began_ms, last_ms) VALUES ('s', 'somi', 0, 0)")
    store.run(
        "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 100)"
        " INSERT INTO turns (uuid, session, persona, user_text, state, created_ms)"
        " SELECT n, id, 'somi', hex(randomblob(1500)), 'done', 0 FROM count, sessions"
    )


def letters(database: Path) -> None:
    """A schema that SQLite complains of in bytes that are no UTF-8."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET name = CAST(x'ff61' AS TEXT), sql = 'CREATE TABLE'"
            " WHERE name = 'undo'"
        )
