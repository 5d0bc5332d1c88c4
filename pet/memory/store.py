"""The one database file: who may write when, and what is told when it cannot be used.

Any number of running copies share the file. Each write is one transaction inside one lock between
all of them, so nobody writes from an old picture; reading never waits for that lock.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from pet import files
from pet.clock import Clock
from pet.errors import StoreBusy, StoreDamaged, StoreError, StoreReadOnly, StoreTooNew
from pet.memory import migrations, opening, presence
from pet.memory.connections import transaction
from pet.memory.failures import store_error, translated
from pet.memory.readers import Readers
from pet.memory.writer import Writer
from pet.paths import Paths

T = TypeVar("T")

PATIENCE_SECONDS: Final = 5.0
TOO_NEW: Final = "store.too_new"


class Store:
    """The memory on disk, for any thread of one process.

    `notices` are keys of the catalogue that the user is to be told once. A process that was forked
    off must open a Store of its own.
    """

    def __init__(self, paths: Paths, clock: Clock, patience: float) -> None:
        """Use `open`."""
        self.paths = paths
        self.clock = clock
        self.notices: tuple[str, ...] = ()
        self.when_erased: list[Callable[[], None]] = []  # told in this copy; see `erasures`
        self._refusal: StoreError | None = None  # why nothing can be written
        self._writer = Writer(paths, patience)
        self._readers = Readers(paths.database)
        self._presence: presence.Presence | None = None
        self._suspect = False  # damage was met: the next start checks the whole file
        self._pid = os.getpid()
        self._closed = False

    @classmethod
    def open(
        cls,
        paths: Paths,
        clock: Clock,
        *,
        patience: float = PATIENCE_SECONDS,
        only_reading: bool = False,
    ) -> Store:
        """The store of the home folder *paths*, made if there is none, restored if damaged.

        *patience*: seconds that a write waits for other copies. *only_reading*: a copy that hangs
        with the lock keeps nobody from what is there. Raises StoreError.
        """
        store = cls(paths, clock, patience)
        with translated():
            try:
                store._open_to_write()
            except (OSError, sqlite3.Error) as error:
                refusal = store_error(error)
                if refusal is None or not store._can_read_though(refusal, only_reading):
                    raise
                store._open_to_read(refusal)
        return store

    @property
    def read_only(self) -> bool:
        """Whether every write will be refused."""
        return self._refusal is not None

    def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What *job* finds in one picture of the data; it must fetch all rows that it asks for.

        Never waits for the lock. Raises StoreError.
        """
        self._check_open()
        with self._told(), self._readers.borrowed() as connection:
            return job(connection)

    def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run *job* in one transaction: when this returns, what it wrote is on the disk.

        Never call it from inside a job, and never ask an engine in one. Raises StoreBusy after
        the patience is over, StoreReadOnly, StoreTooNew, StoreFull, StoreDamaged; then nothing was
        written.
        """
        self._check_writable()
        with self._told(), self._writer.alone() as connection, transaction(connection):
            return job(connection)

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:  # SQLite's values
        """The rows of one reading *statement*. Raises StoreError."""
        return self.read(lambda connection: connection.execute(statement, values).fetchall())

    def run(self, statement: str, *values: object) -> int:
        """One writing *statement* as a transaction; how many rows it met. Raises StoreError."""
        return self.write(lambda connection: connection.execute(statement, values).rowcount)

    def maintain(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run *job* under the lock but in no transaction, for backups and the like."""
        self._check_writable()
        with self._told(), self._writer.alone() as connection:
            return job(connection)

    def change_number(self) -> int:
        """Differs from the last answer after any commit, of this copy or another (microseconds).

        Never waits: while somebody is committing, the last answer is given again.
        """
        self._check_open()
        with self._told():
            return self._readers.change_number()

    def close(self) -> None:
        """Let go of the file. Later calls raise StoreError; closing twice is allowed."""
        if self._closed:
            return
        self._closed = True
        self._writer.close()
        self._readers.close()
        if self._presence is not None:
            self._presence.end(clean=not self._suspect)

    def _open_to_write(self) -> None:
        files.make_private_folder(self.paths.root)
        for place in (self.paths.root, self.paths.database):
            if place.exists() and not os.access(place, os.W_OK):
                raise PermissionError(errno.EACCES, "cannot be written", place.name)
        with self._writer.lock:
            dead = presence.dead(self.paths.session_locks)
            try:
                self.notices = opening.make_ready(self.paths, self.clock, suspect=bool(dead))
            except BaseException:
                for sign in dead:
                    sign.end(clean=False)
                raise
            for sign in dead:
                sign.end(clean=True)
            self._presence = presence.announce(self.paths.session_locks)
        self._keep_private()
        self._look_at_version()

    def _can_read_though(self, refusal: StoreError, only_reading: bool) -> bool:
        """Whether there is something that can be read as it is."""
        if not self.paths.database.exists():
            return False
        if isinstance(refusal, StoreBusy):  # whoever holds the lock may be migrating
            return only_reading and self._version() >= migrations.LATEST
        return isinstance(refusal, StoreReadOnly)

    def _open_to_read(self, refusal: StoreError) -> None:
        self._refusal = refusal
        self.notices = (refusal.key,) if isinstance(refusal, StoreReadOnly) else ()
        self._look_at_version()

    def _look_at_version(self) -> None:
        if self._version() > migrations.LATEST:
            self._refusal = StoreTooNew(TOO_NEW)
            self.notices = (*self.notices, TOO_NEW)

    def _version(self) -> int:
        with self._readers.borrowed() as connection:
            return migrations.version(connection)

    def _keep_private(self) -> None:
        """A folder or file that others may read, perhaps copied from elsewhere, is closed again."""
        with contextlib.suppress(OSError):  # another's file system may not know permissions
            self.paths.root.chmod(files.PRIVATE_FOLDER)
            self.paths.database.chmod(files.PRIVATE_FILE)

    def _check_open(self) -> None:
        if os.getpid() != self._pid:
            raise RuntimeError("a forked process must open a Store of its own")
        if self._closed:
            raise StoreError("store.closed")

    def _check_writable(self) -> None:
        self._check_open()
        if self._refusal is not None:
            raise self._refusal.with_traceback(None)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with translated():
                yield
        except StoreDamaged:
            self._suspect = True
            raise
        except StoreTooNew as refusal:  # a newer copy has migrated the file
            self._refusal = refusal
            raise
        except sqlite3.OperationalError as mistake:  # or the newer shape is the reason
            if self._version() <= migrations.LATEST:
                raise
            self._refusal = StoreTooNew(TOO_NEW)
            raise self._refusal from mistake
