"""Which running copy does the nightly work: the one that holds `jobs.lock`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pet import files
from pet.memory import locks
from pet.memory.failures import translated
from pet.paths import Paths


@contextmanager
def elected(paths: Paths) -> Iterator[bool]:
    """Whether this copy does the work while the body runs; never waits. Raises StoreError.

    The file stays: a lock file that is removed while others look at it has two owners.
    """
    with translated():
        files.make_private_folder(paths.root)
        lock = locks.take(paths.jobs_lock)
    try:
        yield lock is not None
    finally:
        if lock is not None:
            lock.release()
