"""What happens, under the lock, before a database is used: make, check, restore, migrate.

A file that is not sound is put aside, never overwritten. A file of a newer version, or of another
program, is not touched at all.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pet import files
from pet.clock import Clock
from pet.errors import StoreDamaged
from pet.memory import backups, failures, high_water, index_file, migrations
from pet.memory.connections import (
    APPLICATION_ID,
    connect,
    is_sound,
    number,
    transaction,
)
from pet.paths import Paths

RESTORED: Final = "store.restored"
NEW_AFTER_DAMAGE: Final = "store.new_after_damage"
RENUMBERED: Final = "store.renumbered"

_REWRITE: Final = "rewrite_wanted"


def make_ready(paths: Paths, clock: Clock, *, suspect: bool) -> tuple[str, ...]:
    """Leave a sound database at its place, of our version or a newer one; what to tell the user.

    *suspect*: a copy died, so the whole file is checked. Raises StoreError, sqlite3.Error, OSError.
    """
    backups.tidy(paths)
    notices = () if _is_usable(paths.database, suspect=suspect) else _replace(paths, clock)
    try:
        notices += _bring_up_to_date(paths, clock)
    except (sqlite3.DatabaseError, StoreDamaged) as error:
        if suspect or not failures.is_damage(error):
            raise
        return make_ready(paths, clock, suspect=True)
    return notices


def want_rewrite(connection: sqlite3.Connection) -> None:
    """Note, in the transaction that erases something, that the file is to be rewritten."""
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, '1')", (_REWRITE,))


def finish_rewrite(connection: sqlite3.Connection) -> None:
    """Rewrite the file if something was erased from it, so that no page keeps a remnant.

    Deleted rows are zeroed at once (`secure_delete`), but not what SQLite moved between pages
    before. A copy that dies here has left the note, and the next start goes on.
    """
    if _is_rewrite_wanted(connection):
        connection.execute("VACUUM")
        with transaction(connection):
            connection.execute("DELETE FROM meta WHERE key = ?", (_REWRITE,))


def _is_rewrite_wanted(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT 1 FROM meta WHERE key = ?", (_REWRITE,)).fetchall())


def _bring_up_to_date(paths: Paths, clock: Clock) -> tuple[str, ...]:
    wrong = False
    with closing(connect(paths.database)) as connection:
        if migrations.version(connection) <= migrations.LATEST:
            wrong = migrations.migrate(
                connection, lambda: backups.copy(connection, paths, clock, thin_out=False)
            )
            if _is_rewrite_wanted(connection):
                index_file.discard(paths)  # what was erased may stand in it as well
            finish_rewrite(connection)
    return (RENUMBERED,) if wrong else ()


def _is_usable(database: Path, *, suspect: bool) -> bool:
    """Whether there is a database that can be read. Raises StoreDamaged for another program's.

    A link to what is not there now (an unplugged drive) is no missing file: a new database in its
    place would hide the real one. Raises OSError.
    """
    if database.is_symlink() and not database.exists():
        raise FileNotFoundError(errno.ENOENT, "the link leads nowhere", database.name)
    if not database.exists() or database.stat().st_size == 0:
        return False
    try:
        with closing(connect(database)) as connection:
            if number(connection, "PRAGMA application_id") != APPLICATION_ID:
                raise StoreDamaged("store.foreign", file=database.name)
            newer = migrations.version(connection) > migrations.LATEST
            return newer or not suspect or is_sound(connection)
    except sqlite3.DatabaseError as error:
        if failures.is_damage(error):
            return False
        raise


def _replace(paths: Paths, clock: Clock) -> tuple[str, ...]:
    """Put a good database where none is; what was there is kept aside.

    A missing file beside backups was lost, not never there: it is restored too.
    """
    found = _put_aside(paths, clock)
    if backups.restore(paths):
        return (RESTORED,)
    _create(paths)
    return (NEW_AFTER_DAMAGE,) if found else ()


def _put_aside(paths: Paths, clock: Clock) -> bool:
    """Move the damaged file and what belongs to it away; False where there was none.

    The journal goes too: SQLite would play an old one into the new file.
    """
    remains = [path for path in _belonging(paths.database) if path.exists()]
    if not remains:
        return False
    stamp = datetime.fromtimestamp(clock.utc_ms() / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
    folder = next(place for place in _places(paths.damaged, stamp) if not place.exists())
    files.make_private_folder(paths.damaged)
    files.make_private_folder(folder)
    for path in remains:
        path.replace(folder / path.name)
    return True


def _belonging(database: Path) -> Iterator[Path]:
    for ending in ("", "-journal", "-wal", "-shm"):
        yield database.with_name(database.name + ending)


def _places(folder: Path, stamp: str) -> Iterator[Path]:
    yield folder / stamp
    for count in itertools.count(2):
        yield folder / f"{stamp}-{count}"


def _create(paths: Paths) -> None:
    """A new database appears whole, so that an empty file is always damage."""
    with backups.new_file(paths.root) as fresh:
        with closing(connect(fresh)) as connection:
            migrations.migrate(connection, contextlib.nullcontext)
            with transaction(connection):
                high_water.lift(connection, paths)
        backups.put_in_place(fresh, paths.database)
