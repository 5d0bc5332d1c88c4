"""The border where errors of SQLite, the disk and the lock become StoreErrors."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from filelock import Timeout

from pet.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly

_NO_LOCKS: Final = {errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP}
_READ_ONLY: Final = {errno.EACCES, errno.EPERM, errno.EROFS}
_NO_FOLDER: Final = {errno.EEXIST, errno.ENOTDIR, errno.ENOENT}
_NO_ROOM: Final = {errno.ENOSPC, errno.EDQUOT}


@contextmanager
def translated() -> Iterator[None]:
    """Raises StoreError where the body raised for a reason outside the program.

    A mistake of the program itself (a broken statement, a violated constraint) passes unchanged.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        told = store_error(error)
        if told is None:
            raise
        raise told from error


def store_error(error: sqlite3.Error | OSError) -> StoreError | None:
    """What *error* means to a person, or None where it is a mistake of the program."""
    if isinstance(error, Timeout):
        return StoreBusy("store.busy")
    if isinstance(error, OSError):
        return _of_the_disk(error)
    return _of_sqlite(error)


def is_damage(error: sqlite3.Error | StoreDamaged) -> bool:
    """Whether SQLite found that the file is not a sound database (not: that it could not read)."""
    if isinstance(error, StoreDamaged):
        return True
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another connection was in the way."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _of_the_disk(error: OSError) -> StoreError:
    if error.errno in _NO_LOCKS:
        return StoreReadOnly("store.no_locks")
    if error.errno in _READ_ONLY:
        return StoreReadOnly("store.read_only")
    if error.errno in _NO_ROOM:
        return StoreFull("store.full")
    if error.errno in _NO_FOLDER:
        return StoreError("store.no_folder")
    return StoreError("store.io", reason=error.strerror or type(error).__name__)


def _of_sqlite(error: sqlite3.Error) -> StoreError | None:
    match _code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy("store.busy")
        # Where the folder cannot be written, SQLite fails to open the journal beside the file.
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreReadOnly("store.read_only")
        case sqlite3.SQLITE_FULL:
            return StoreFull("store.full")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreDamaged("store.damaged")
        case sqlite3.SQLITE_IOERR:
            return StoreError("store.io", reason=error.sqlite_errorname)
    return None


def _code(error: sqlite3.Error) -> int:
    """The primary result code; 0 where the error is Python's own (https://sqlite.org/rescode.html)."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
