"""Erasing for good: no byte of a memo stays in the database, its journal, or a backup.

The backups come first and the database last: a copy that is killed in between has erased nothing
that it reported, and the user can do it again.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass

from pet.errors import StoreDamaged
from pet.memory import backups, failures, memo_rows, migrations, opening, tombstones
from pet.memory.backups import Backup
from pet.memory.connections import connect, transaction
from pet.memory.store import Store
from pet.memory.wording import folded


@dataclass(frozen=True, slots=True)
class Erased:
    """What went with the memo of that number."""

    number: int
    turns: int  # commands that carried it, and turns the user chose
    backups: int  # written again without it
    backups_dropped: int  # unreadable ones


@dataclass(frozen=True, slots=True)
class _Target:
    """What must leave every file: a memo, its wordings, and some turns (by their UUIDs)."""

    memo: str
    texts: frozenset[str]
    turns: frozenset[str]

    def is_in(self, text: str) -> bool:
        whole = folded(text)
        return any(folded(each) in whole for each in self.texts)


def erase_memo(store: Store, memo_id: int, *, turns: Iterable[int] = ()) -> Erased:
    """Erase a memo, forgotten or not, and leave a tombstone. It cannot be undone.

    With it go its earlier wordings, the commands and summaries that carried it, and *turns* that
    the user chose (see `mentions`). Files that were put aside as damaged go too: nobody can tell
    what is in them. Raises NothingFound; StoreError, and then it is not erased.
    """
    chosen = tuple(turns)
    target = store.read(lambda connection: _target(connection, memo_id, chosen))
    first = backups.listed(store.paths)
    kept = [_clean_alone(store, backup, target) for backup in first]

    def finish(connection: sqlite3.Connection) -> Erased:
        last = _target(connection, memo_id, chosen)
        new = [backup for backup in backups.listed(store.paths) if backup not in first]
        kept.extend([_clean(store, backup, last) for backup in new])
        shutil.rmtree(store.paths.damaged, ignore_errors=True)
        with transaction(connection):
            gone = _remove(connection, last, store.clock.utc_ms())
            opening.want_rewrite(connection)
        opening.finish_rewrite(connection)
        return Erased(memo_id, gone, kept.count(True), kept.count(False))

    return store.maintain(finish)


def mentions(store: Store, memo_id: int) -> tuple[int, ...]:
    """The turns, other than commands, in which the memo's text stands: for the user to choose from.

    Raises NothingFound, StoreError.
    """

    def search(connection: sqlite3.Connection) -> tuple[int, ...]:
        _teach(connection, _target(connection, memo_id, ()))
        rows = connection.execute(
            "SELECT id FROM turns WHERE state != 'command'"
            " AND (carries(user_text) OR carries(reply)) ORDER BY id"
        ).fetchall()
        return tuple(turn for (turn,) in rows)

    return store.read(search)


def _target(connection: sqlite3.Connection, memo_id: int, turns: tuple[int, ...]) -> _Target:
    """What to erase; a wording that another memo has now is that memo's, and stays."""
    memo = memo_rows.any_one(connection, memo_id)
    earlier = connection.execute(
        "SELECT before FROM undo WHERE memo = ? AND action = 'change'", (memo_id,)
    ).fetchall()
    others = {folded(each.text) for each in memo_rows.alive(connection) if each.id != memo_id}
    texts = {memo.text, *(text for (text,) in earlier)}
    marks = ",".join("?" * len(turns))
    names = connection.execute(f"SELECT uuid FROM turns WHERE id IN ({marks})", turns).fetchall()
    return _Target(
        memo.uuid,
        frozenset(text for text in texts if folded(text) not in others),
        frozenset(name for (name,) in names),
    )


def _remove(connection: sqlite3.Connection, target: _Target, now_ms: int) -> int:
    """Delete all of *target* and bury it, in the caller's transaction; how many turns it took."""
    _teach(connection, target)
    memos = connection.execute("SELECT id, turn FROM memos WHERE is_target(uuid, text)").fetchall()
    chosen = connection.execute("SELECT id, session FROM turns WHERE is_chosen(uuid)").fetchall()
    commands = connection.execute(
        "SELECT id FROM turns WHERE state = 'command' AND (carries(user_text) OR carries(reply)"
        " OR id IN (SELECT command_memos.turn FROM command_memos JOIN memos ON memos.id = memo"
        " WHERE is_target(uuid, text)))"
    ).fetchall()
    sources = {turn for _, turn in memos if turn is not None} | {turn for turn, _ in chosen}
    digests = [tombstones.digest_of(connection, text) for text in target.texts]
    tombstones.bury(connection, digests, sources, now_ms)
    connection.execute("DELETE FROM summaries WHERE carries(text)")
    connection.executemany("DELETE FROM summaries WHERE upto_turn >= ? AND session = ?", chosen)
    connection.execute("DELETE FROM undo WHERE action = 'change' AND carries(before)")
    going = {turn for (turn,) in commands} | {turn for turn, _ in chosen}
    connection.executemany("DELETE FROM turns WHERE id = ?", [(turn,) for turn in going])
    connection.executemany("DELETE FROM memos WHERE id = ?", [(memo,) for memo, _ in memos])
    return len(going)


def _teach(connection: sqlite3.Connection, target: _Target) -> None:
    """Give the connection the functions that know *target*."""
    wordings = {folded(text) for text in target.texts}

    def is_target(name: str, text: str) -> bool:
        return name == target.memo or folded(text) in wordings

    connection.create_function("carries", 1, target.is_in)
    connection.create_function("is_target", 2, is_target)
    connection.create_function("is_chosen", 1, target.turns.__contains__)


def _clean_alone(store: Store, backup: Backup, target: _Target) -> bool:
    """Like `_clean`, with the lock for this one only: each backup may take a second."""
    return store.maintain(lambda _: _clean(store, backup, target))


def _clean(store: Store, backup: Backup, target: _Target) -> bool:
    """Write a backup again without *target*; False for one that could not be read: it is dropped.

    Called under the lock. Raises sqlite3.Error, OSError.
    """
    if not backup.path.exists():  # another copy made the backup of the day meanwhile
        return False
    changed_ns = backup.path.stat().st_mtime_ns
    fresh = backups.new_file(store.paths)
    shutil.copyfile(backup.path, fresh)
    try:
        with closing(connect(fresh)) as copy:
            migrations.migrate(copy, contextlib.nullcontext)
            with transaction(copy):
                _remove(copy, target, store.clock.utc_ms())
            copy.execute("VACUUM")
        backups.publish(fresh, backup.path, changed_ns)
    except (sqlite3.DatabaseError, StoreDamaged) as error:
        backups.discard(fresh)
        if isinstance(error, sqlite3.DatabaseError) and not failures.is_damage(error):
            raise
        backup.path.unlink()
        return False
    return True
