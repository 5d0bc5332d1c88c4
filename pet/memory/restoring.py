"""Going back to a backup, with everything that was forgotten or erased since staying away."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pet.errors import NothingFound, StoreBusy, StoreDamaged
from pet.memory import backups, index_file, migrations, presence, tombstones, undo
from pet.memory.backups import Backup
from pet.memory.connections import connect, connect_reader, number, transaction
from pet.memory.store import Store
from pet.paths import Paths

_RUNNING: Final = 1  # this copy


@dataclass(frozen=True, slots=True)
class Kept:
    """A backup as a person chooses one: its number, when it was made (UTC), and what is in it."""

    order: int
    made: datetime
    good: bool
    memos: int = 0
    turns: int = 0


def listed(paths: Paths) -> tuple[Kept, ...]:
    """All backups, checked, the newest first."""
    return tuple(map(_looked_into, backups.listed(paths)))


def restore(store: Store, order: int) -> int:
    """Put the backup *order* in the place of the database; the number of one of what was there.

    What was forgotten or erased after it was made stays so, and no number of a memo is given out a
    second time. Raises NothingFound, StoreBusy where another copy of the program runs, whose
    session may not be in the backup; StoreError. Nothing is changed then.
    """
    backup = next((one for one in backups.listed(store.paths) if one.order == order), None)
    if backup is None:
        raise NothingFound("restore.no_backup", number=order)
    if presence.running(store.paths.session_locks) > _RUNNING:
        raise StoreBusy("restore.others_run")

    def swap(connection: sqlite3.Connection) -> int:
        if not backups.is_good(backup.path):
            raise StoreDamaged("restore.bad_backup", number=order)
        backups.copy(connection, store.paths, store.clock, thin_out=False)
        with backups.new_file(store.paths.root) as fresh:
            shutil.copyfile(backup.path, fresh)
            with closing(connect(fresh)) as restored:
                migrations.migrate(restored, nullcontext)
                with transaction(restored):
                    _obey(connection, restored, store.clock.utc_ms())
                    _keep_numbers(connection, restored)
                    backups.mark_restored(restored, store.paths)
            index_file.discard(store.paths)
            backups.put_in_place(fresh, store.paths.database)
        return backups.listed(store.paths)[0].order

    return store.maintain(swap)


def _looked_into(backup: Backup) -> Kept:
    if backups.is_good(backup.path):
        with suppress(sqlite3.Error), closing(connect_reader(backup.path)) as file:
            return Kept(
                backup.order,
                backup.made,
                good=True,
                memos=number(file, "SELECT count(*) FROM memos WHERE forgotten_ms IS NULL"),
                turns=number(file, "SELECT count(*) FROM turns"),
            )
    return Kept(backup.order, backup.made, good=False)


def _obey(now: sqlite3.Connection, restored: sqlite3.Connection, now_ms: int) -> None:
    """What the user has removed since stays away; a memo among it can be undone, as ever."""
    for table, columns in (
        ("tombstones", "digest, buried_ms"),
        ("tombstone_turns", "turn"),
        ("profile_rejections", "digest, line, rejected_ms"),
    ):
        rows = now.execute(f"SELECT {columns} FROM {table}").fetchall()
        marks = ", ".join("?" * len(columns.split(", ")))
        restored.execute(f"DELETE FROM {table}")
        restored.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
    alive = restored.execute(
        "SELECT id, uuid, text FROM memos WHERE forgotten_ms IS NULL"
    ).fetchall()
    for memo, name, text in alive:
        state = now.execute("SELECT forgotten_ms FROM memos WHERE uuid = ?", (name,)).fetchall()
        gone = state and state[0][0] is not None
        if gone or tombstones.buried(now, text):
            restored.execute("UPDATE memos SET forgotten_ms = ? WHERE id = ?", (now_ms, memo))
            undo.push(restored, memo, "forget", "", now_ms)


def _keep_numbers(now: sqlite3.Connection, restored: sqlite3.Connection) -> None:
    """No number that was given out since is given out again."""
    used = dict(restored.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    for name, seq in now.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
        if seq > used.get(name, 0):
            restored.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            restored.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, seq))
