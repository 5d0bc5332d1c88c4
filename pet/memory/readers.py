"""Connections for reading: as many as there are readers at once, and one that watches."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pet.memory import failures
from pet.memory.connections import connect_reader, number

Identity = tuple[int, int]  # device and inode


def identity(path: Path) -> Identity | None:
    """Which file *path* names now; None where it names none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


class Readers:
    """Reading connections to one database; each is used by one thread at a time."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._file: Identity | None = None
        self._files_seen = 0
        self._idle: list[sqlite3.Connection] = []
        self._watcher: sqlite3.Connection | None = None
        self._last_change = 0
        self._closed = False

    @contextmanager
    def borrowed(self) -> Iterator[sqlite3.Connection]:
        """A connection inside a reading transaction. Raises sqlite3.Error, OSError."""
        with self._lock:
            self._follow_file()
            file = self._file
            connection = self._idle.pop() if self._idle else None
        connection = connection or connect_reader(self._database)
        try:
            connection.execute("BEGIN")
            yield connection
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._give_back(connection, file)

    def change_number(self) -> int:
        """A number that differs after any commit; the last one while somebody is committing."""
        with self._lock:
            self._follow_file()
            try:
                if self._watcher is None:
                    self._watcher = connect_reader(self._database, busy_seconds=0)
                version = number(self._watcher, "PRAGMA data_version")
            except sqlite3.OperationalError as error:
                if failures.is_busy(error):
                    return self._last_change
                raise
            # A new file, restored by another copy, begins its own count.
            self._last_change = (self._files_seen << 32) + version
            return self._last_change

    def close(self) -> None:
        """Close what is idle now, and what is in use as soon as it is given back."""
        with self._lock:
            self._closed = True
            self._drop_all()

    def _give_back(self, connection: sqlite3.Connection, file: Identity | None) -> None:
        with self._lock:
            if self._closed or file != self._file:
                connection.close()
            else:
                self._idle.append(connection)

    def _follow_file(self) -> None:
        """Let go of the connections to a file that another copy has replaced."""
        now = identity(self._database)
        if now is not None and now != self._file:
            self._drop_all()
            self._file = now
            self._files_seen += 1

    def _drop_all(self) -> None:
        for connection in self._idle:
            connection.close()
        self._idle.clear()
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None
