"""Connections to the database file, all opened alike.

`pet.db` must never be opened by anything but SQLite while the program runs: closing such a file
would drop the locks that SQLite holds on it for the whole process
(https://sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pet.files import PRIVATE_FILE

APPLICATION_ID: Final = 0x70657421  # "pet!"
BUSY_SECONDS: Final = 5.0

_PRAGMAS: Final = (
    "PRAGMA journal_mode=TRUNCATE",  # one file at rest; not WAL, see design 6
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
    "PRAGMA temp_store=MEMORY",  # nothing of a conversation in the system's temporary folder
)


def connect(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection that may write to the existing file *path*. Raises sqlite3.Error."""
    return _connect(path, "rw", busy_seconds)


def connect_reader(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection that only reads, but may undo what a killed copy left half done.

    Raises sqlite3.Error.
    """
    connection = _connect(path, "rw" if os.access(path, os.W_OK) else "ro", busy_seconds)
    connection.execute("PRAGMA query_only=ON")
    return connection


def make_empty(path: Path) -> None:
    """A new empty file that only its owner can read, for SQLite to fill. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the body or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # some errors have rolled back already
            connection.execute("ROLLBACK")
        raise


def number(connection: sqlite3.Connection, statement: str) -> int:
    """The one number that *statement* answers."""
    rows = connection.execute(statement).fetchall()
    return int(rows[0][0])


def insert(connection: sqlite3.Connection, statement: str, *values: object) -> int:
    """The number of the row that *statement* inserts."""
    connection.execute(statement, values)
    return number(connection, "SELECT last_insert_rowid()")


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds no fault in the file (61 ms for 45 MB)."""
    return connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]


def _connect(path: Path, mode: str, busy_seconds: float) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,  # transactions are begun and ended in plain sight
        check_same_thread=False,  # the store hands a connection to one thread at a time
    )
    # One damaged letter must not make a whole list unreadable.
    connection.text_factory = _decode
    try:
        for pragma in _PRAGMAS:
            connection.execute(pragma).fetchall()
    except UnicodeDecodeError as error:
        connection.close()
        raise _unreadable() from error
    except BaseException:
        connection.close()
        raise
    return connection


def _unreadable() -> sqlite3.DatabaseError:
    """What SQLite says of a damaged schema, where its message repeats letters that are none."""
    error = sqlite3.DatabaseError("malformed database schema")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    error.sqlite_errorname = "SQLITE_CORRUPT"
    return error


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
