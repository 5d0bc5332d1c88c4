"""Checked copies of the database: seven days, four weeks, six months.

A backup is named `000012-20260302T120000Z.db`. The first number orders them, because the clock of
a computer may have been wrong; the time decides which ones stay.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pet import files
from pet.clock import Clock
from pet.errors import StoreDamaged
from pet.memory import high_water, migrations
from pet.memory.connections import (
    APPLICATION_ID,
    connect,
    connect_reader,
    is_sound,
    make_empty,
    number,
    transaction,
)
from pet.paths import Paths

if TYPE_CHECKING:
    from pet.memory.store import Store

DAYS: Final = 7
WEEKS: Final = 4
MONTHS: Final = 6
_ABOUT_A_DAY: Final = timedelta(hours=20)  # started at nine, and at half past eight the day after

_NAME: Final = re.compile(r"(\d{6})-(\d{8}T\d{6}Z)\.db")
_UNFINISHED: Final = ".new.db"
_STAMP: Final = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy: its place in the order of making, when it was made (UTC), and the file."""

    order: int
    made: datetime
    path: Path


def keep_daily(store: Store) -> Path | None:
    """Make the backup of the day; None where it is there already, or nothing has changed.

    Call it at start and now and then. Raises StoreError; the older backups are then untouched.
    """
    return store.maintain(lambda connection: _copy_if_due(connection, store.paths, store.clock))


def listed(paths: Paths) -> list[Backup]:
    """All backups, the newest first."""
    found = []
    for path in paths.backups.glob("*.db"):
        name = _NAME.fullmatch(path.name)
        with contextlib.suppress(ValueError):  # the thirteenth month: not one of ours
            if name:
                made = datetime.fromisoformat(name[2])
                found.append(Backup(int(name[1]), made, path))
    return sorted(found, key=lambda backup: backup.order, reverse=True)


def copy(
    connection: sqlite3.Connection, paths: Paths, clock: Clock, *, thin_out: bool = True
) -> Path:
    """A checked copy of the database as it is now; older ones leave only afterwards.

    *thin_out*: that they leave at all; the copies of one start's migrations all stay. Call it
    under the lock. Raises StoreDamaged where the copy is not sound.
    """
    changed_ns = paths.database.stat().st_mtime_ns
    earlier = listed(paths)
    made = datetime.fromtimestamp(clock.utc_ms() / 1000, UTC)
    order = earlier[0].order + 1 if earlier else 1
    target = paths.backups / f"{order:06d}-{made.strftime(_STAMP)}.db"
    with new_file(paths.backups) as fresh:
        connection.execute("VACUUM INTO ?", (str(fresh),))
        publish(fresh, target, changed_ns)
    kept = to_keep([Backup(order, made, target), *earlier])
    for backup in earlier if thin_out else ():
        if backup not in kept:
            backup.path.unlink()
    return target


@contextmanager
def new_file(folder: Path) -> Iterator[Path]:
    """An empty file for a database that is being made, removed if it was not put in its place."""
    files.make_private_folder(folder)
    fresh = folder / _UNFINISHED
    _discard(fresh)
    make_empty(fresh)
    try:
        yield fresh
    finally:
        _discard(fresh)


def tidy(paths: Paths) -> None:
    """Remove what a killed copy left unfinished. Call it under the lock.

    A place for backups that cannot be used keeps nobody from their memory; `keep_daily` tells.
    """
    _discard(paths.root / _UNFINISHED)
    with contextlib.suppress(OSError):
        _discard(paths.backups / _UNFINISHED)


def publish(fresh: Path, target: Path, changed_ns: int) -> None:
    """Give a finished copy its name, once it is sound and on the disk.

    Its file time is that of the database it was made from: so "nothing has changed" can be seen
    without reading either. Raises StoreDamaged.
    """
    if not is_good(fresh):
        raise StoreDamaged("store.damaged")
    os.utime(fresh, ns=(changed_ns, changed_ns))
    put_in_place(fresh, target)


def put_in_place(fresh: Path, target: Path) -> None:
    """Give a finished database, open nowhere, the name *target*: it appears there whole."""
    with fresh.open("rb+") as stream:
        os.fsync(stream.fileno())
    journal_of(fresh).unlink(missing_ok=True)
    fresh.replace(target)
    files.sync_folder(target.parent)


def journal_of(database: Path) -> Path:
    """Where SQLite keeps what it needs to undo an unfinished transaction."""
    return database.with_name(database.name + "-journal")


def is_good(path: Path) -> bool:
    """Whether *path* is a sound database of ours that this version can read."""
    with contextlib.suppress(sqlite3.Error), closing(connect_reader(path)) as connection:
        ours = number(connection, "PRAGMA application_id") == APPLICATION_ID
        known = 1 <= migrations.version(connection) <= migrations.LATEST
        return ours and known and is_sound(connection)
    return False


def restore(paths: Paths) -> bool:
    """Put the newest good backup in the place of the database; False where there is none.

    Call it under the lock, with no database there. Raises OSError.
    """
    for backup in listed(paths):
        if is_good(backup.path):
            with new_file(paths.root) as fresh:
                shutil.copyfile(backup.path, fresh)
                with closing(connect(fresh)) as restored, transaction(restored):
                    mark_restored(restored, paths)
                put_in_place(fresh, paths.database)
            return True
    return False


def mark_restored(connection: sqlite3.Connection, paths: Paths) -> None:
    """An old state goes on under another name, in a transaction.

    No number of a memo is given out a second time, and the search index is made anew.
    """
    high_water.lift(connection, paths)
    connection.execute(
        "UPDATE meta SET value = ? WHERE key = 'search_epoch'", (secrets.token_hex(16),)
    )


def to_keep(backups: Iterable[Backup]) -> set[Backup]:
    """Which of *backups* (the newest first) stay: one a day, one a week, one a month."""
    kept: set[Backup] = set()
    ordered = list(backups)
    for limit, period in ((DAYS, "%Y-%m-%d"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m")):
        newest_of: dict[str, Backup] = {}
        for backup in ordered:
            newest_of.setdefault(backup.made.strftime(period), backup)
        kept.update(list(newest_of.values())[:limit])
    return kept


def _discard(unfinished: Path) -> None:
    unfinished.unlink(missing_ok=True)
    journal_of(unfinished).unlink(missing_ok=True)


def _copy_if_due(connection: sqlite3.Connection, paths: Paths, clock: Clock) -> Path | None:
    earlier = listed(paths)
    if not earlier and _is_blank(connection):
        return None  # a copy of nothing would be that of the first day
    if earlier:
        now = datetime.fromtimestamp(clock.utc_ms() / 1000, UTC)
        unchanged = earlier[0].path.stat().st_mtime_ns == paths.database.stat().st_mtime_ns
        # The distance, not the difference: a clock that was wrong once must not stop backups.
        if unchanged or abs(now - earlier[0].made) < _ABOUT_A_DAY:
            return None
    return copy(connection, paths, clock)


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever said or saved."""
    given = (
        "SELECT ifnull(sum(seq), 0) FROM sqlite_sequence"
        " WHERE name IN ('memos', 'turns', 'profile_names')"
    )
    return not number(connection, given)
