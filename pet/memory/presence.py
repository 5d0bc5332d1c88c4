"""Which copies of the program are running, and whether one died without closing.

Each running copy holds the lock of a file of its own and removes it when it closes. A file whose
lock is free was left by a copy that was killed, or by a power cut: then the database is checked.
"""

from __future__ import annotations

import contextlib
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from filelock import FileLock

from pet import files
from pet.memory import locks

_PREFIX: Final = "running-"


@dataclass(frozen=True, slots=True)
class Presence:
    """The sign that this copy is running."""

    lock: FileLock

    def end(self, *, clean: bool) -> None:
        """This copy closes; if not *clean*, the next start checks the database."""
        if clean:
            locks.drop(self.lock)
        else:
            self.lock.release()


def announce(folder: Path) -> Presence | None:
    """This copy is running. None where the disk has no room for even an empty file."""
    path = folder / f"{_PREFIX}{uuid.uuid4()}.lock"
    with contextlib.suppress(OSError):  # to be able to read is worth more than to be checked later
        files.make_private_folder(folder)
        lock = locks.take(path)
        if lock is not None:
            return Presence(lock)
    return None


def dead(folder: Path) -> tuple[Presence, ...]:
    """The signs of copies that died. They are held now; end them when that was dealt with."""
    found = []
    for path in folder.glob(f"{_PREFIX}*.lock"):
        lock = locks.take(path)
        if lock is not None:
            found.append(Presence(lock))
    return tuple(found)


def running(folder: Path) -> int:
    """How many copies are running now, this one too."""
    held = 0
    for path in folder.glob(f"{_PREFIX}*.lock"):
        lock = locks.take(path)
        if lock is None:
            held += 1
        else:
            lock.release()  # it died: the next start deals with that
    return held
