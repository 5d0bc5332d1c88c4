"""The one connection that writes, for whoever's turn it is."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pet import files
from pet.errors import StoreBusy, StoreDamaged, StoreError, StoreTooNew
from pet.memory import migrations
from pet.memory.connections import connect
from pet.memory.readers import Identity, identity
from pet.paths import Paths


class Writer:
    """Lets one thread of one copy write at a time: a thread lock outside, the file lock inside."""

    def __init__(self, paths: Paths, patience: float) -> None:
        """*patience*: seconds to wait, for the other threads and for the other copies."""
        self.lock = files.lock_at(paths.lock, patience)
        self._database = paths.database
        self._patience = patience
        self._turn = threading.Lock()
        self._current: tuple[Identity, sqlite3.Connection] | None = None
        self._closed = False

    @contextmanager
    def alone(self) -> Iterator[sqlite3.Connection]:
        """The connection, while nobody else writes.

        Raises StoreError, sqlite3.Error, OSError.
        """
        if not self._turn.acquire(timeout=self._patience):
            raise StoreBusy("store.busy")
        try:
            if self._closed:
                raise StoreError("store.closed")
            with self.lock:
                connection = self._connection()
                try:
                    yield connection
                finally:
                    if connection.in_transaction:  # not even the rollback worked
                        self._forget()
        finally:
            self._turn.release()

    def close(self) -> None:
        """Wait for the write that is going on, and allow no other."""
        with self._turn:
            self._closed = True
            self._forget()

    def _connection(self) -> sqlite3.Connection:
        """One to the file that is there now: another copy may have restored or migrated it."""
        now = identity(self._database)
        if now is None:
            raise StoreDamaged("store.gone", file=self._database.name)
        if self._current is None or self._current[0] != now:
            self._forget()
            self._current = (now, connect(self._database))
        connection = self._current[1]
        if migrations.version(connection) > migrations.LATEST:
            raise StoreTooNew("store.too_new")
        return connection

    def _forget(self) -> None:
        if self._current is not None:
            self._current[1].close()
            self._current = None
