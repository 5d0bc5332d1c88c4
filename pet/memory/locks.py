"""Locks held by the kernel, so that a copy that is killed lets go of all it had."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from pet import files
from pet.memory.failures import translated
from pet.paths import Paths

_SESSION: Final = "session-"


def take(path: Path) -> FileLock | None:
    """The lock of *path*, held, or None where another holds it. Raises OSError."""
    lock = files.lock_at(path, patience=0)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock


def drop(lock: FileLock) -> None:
    """Let go of *lock*, and remove its file; nothing where it is not held any more.

    Removed while it is still held, so nobody else can hold it: whoever has it open finds that it
    lost its name, and makes a new one. Windows refuses; an empty file is then left behind.
    """
    if not lock.is_locked:
        return
    with contextlib.suppress(OSError):
        Path(lock.lock_file).unlink()
    lock.release()


def take_session(paths: Paths, uuid: str) -> FileLock | None:
    """The lock of a session, held, or None where another copy owns it. Raises StoreError."""
    with translated():
        files.make_private_folder(paths.session_locks)
        return take(paths.session_locks / f"{_SESSION}{uuid}.lock")


def session_names(paths: Paths) -> list[str]:
    """The UUIDs of the sessions that have a lock file."""
    found = paths.session_locks.glob(f"{_SESSION}*.lock")
    return [path.stem.removeprefix(_SESSION) for path in found]
