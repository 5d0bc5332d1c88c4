"""Keeping the search index in step with the database: a little at a time, and never in its way.

Every write of the memory leaves a note of what it touched (the table `unindexed`, filled by
triggers). The index remembers up to which note it has read. It may be behind, after a kill -9 too,
and catches up; where it is missing, damaged, or of another database, it is filled anew, the newest
talk first.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Collection
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Final, Literal

from filelock import Timeout

from pet.errors import StoreDamaged, StoreError
from pet.memory import entries, failures, index_file, search
from pet.memory.connections import is_sound, number, transaction
from pet.memory.failures import translated
from pet.memory.search import Entry, Hit, Kind
from pet.memory.store import Store

_log = logging.getLogger(__name__)

_STEP: Final = 100  # rows: about 30 ms with the index locked
_LONG_STEP: Final = 500  # where nobody waits for one
_PAUSE_SECONDS: Final = 0.002  # between two steps, so that whoever erases gets the lock
_MANY_NOTES: Final = 2_000
_BEYOND: Final = 1 << 47  # above every id
_FEW_TURNS: Final = 5_000  # read into memory where no index can be written
_PRUNED: Final = "search_pruned"

_PROGRESS: Final = """CREATE TABLE IF NOT EXISTS progress (
    epoch TEXT NOT NULL, seq INTEGER NOT NULL,
    summaries INTEGER NOT NULL, turns INTEGER NOT NULL)"""


@dataclass(frozen=True, slots=True)
class _Progress:
    """Of which database the index is, the last note read, and below which ids it is not filled."""

    epoch: str
    seq: int
    summaries: int
    turns: int


@dataclass(frozen=True, slots=True)
class _Notes:
    """What the database says: which one it is, its newest note, and the newest that is gone."""

    epoch: str
    last: int
    pruned: int

    def has_all_for(self, progress: _Progress) -> bool:
        """Whether an index that is so far can go on from there."""
        return progress.epoch == self.epoch and self.pruned <= progress.seq <= self.last


@dataclass(frozen=True, slots=True)
class _Changes:
    """One step: what to put in and to take out, and how far the index is then."""

    after: _Progress
    put: tuple[Entry, ...] = ()
    out: tuple[tuple[Kind, frozenset[int]], ...] = ()
    anew: bool = False


def catch_up(
    store: Store, *, seconds: float | None = None, stop: threading.Event | None = None
) -> bool:
    """Bring the index in step with the database; whether it is.

    *seconds*: how long at most, None for as long as it takes (some seconds per 10,000 turns when
    it is filled anew). *stop* ends it early. Raises StoreError where the memory cannot be read;
    what goes wrong with the index itself is noted in the log, and mended the next time.
    """
    stop = stop or threading.Event()
    for _ in range(2):
        try:
            return _caught_up(store, seconds, stop)
        except Timeout:
            return False
        except sqlite3.DatabaseError as error:
            _log.info("the search index: %s", error.sqlite_errorname)
            if not _is_unusable(error):
                return False
            _start_over(store)
        except OSError as error:
            _log.info("the search index: %s", type(error).__name__)
            return False
    return False


def look(
    store: Store, words: str, limit: int, kinds: Collection[Kind] | None = None
) -> tuple[Hit, ...]:
    """What the index finds now, which may be behind.

    Where there is none that can be used (the disk is full, or cannot be written), one that is made
    for this once finds everything but very old talk. Raises StoreError.
    """
    wanted = search.KINDS if kinds is None else kinds
    try:
        with index_file.reading(store.paths) as index:
            return search.search(index, words, limit, kinds=wanted)
    except sqlite3.DatabaseError as error:
        _log.info("the search index: %s", error.sqlite_errorname)
        if _is_unusable(error) and not store.read_only:
            _start_over(store)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as index:
        search.prepare(index)
        search.add(index, store.read(_newest))
        return search.search(index, words, limit, kinds=wanted)


def scrub(store: Store) -> None:
    """Leave nothing in the index that has gone from the database, not a byte.

    Raises StoreError; the index may then still hold it.
    """
    if not store.paths.index.exists():
        return
    with translated():
        try:
            while _step(store, index_file.PATIENCE_SECONDS, fill=False):
                pass
            with index_file.changing(store.paths) as index:
                with transaction(index):
                    search.scrub(index)
                index.execute("VACUUM")
        except sqlite3.DatabaseError as error:
            _log.info("the search index goes as a whole: %s", error.sqlite_errorname)
            index_file.discard(store.paths)


def start_over(store: Store) -> bool:
    """Make the index anew; whether it is there. Raises StoreError."""
    _start_over(store)
    return catch_up(store)


def check(store: Store) -> bool:
    """Whether the index is sound, of this database, and filled; one that is missing is not.

    What another copy is saying at this moment may still be missing. Raises StoreError.
    """
    notes = store.read(_notes)
    try:
        with index_file.changing(store.paths) as index:
            progress = _progress(index)
            sound = is_sound(index) and search.is_sound(index)
    except (OSError, sqlite3.Error):
        return False
    known = progress is not None and progress.epoch == notes.epoch
    return bool(sound and known and progress and progress.summaries == progress.turns == 0)


def _caught_up(store: Store, seconds: float | None, stop: threading.Event) -> bool:
    if store.read_only:
        return not _is_behind(store)
    patience = index_file.PATIENCE_SECONDS if seconds is None else 0.0
    began = store.clock.monotonic()
    while _is_behind(store):
        if seconds is not None and store.clock.monotonic() - began > seconds:
            return False
        if stop.wait(_PAUSE_SECONDS):
            return False
        _step(store, patience, rows=_LONG_STEP if seconds is None else _STEP)
    _forget_notes(store)
    return True


def _is_behind(store: Store) -> bool:
    """Whether there is anything to do, seen without any lock."""
    notes = store.read(_notes)
    if not store.paths.index.exists():
        return True
    with index_file.reading(store.paths) as index:
        return _progress(index) != _Progress(notes.epoch, notes.last, 0, 0)


def _step(store: Store, patience: float, *, rows: int = _STEP, fill: bool = True) -> bool:
    """Read some notes, or (*fill*) some older talk; False where there was nothing to do.

    The database is read while the index is locked: what is erased meanwhile cannot come back.
    Raises filelock.Timeout, sqlite3.Error, OSError, StoreError.
    """
    with index_file.changing(store.paths, patience) as index:
        changes = store.read(lambda memory: _plan(memory, index, rows, fill=fill))
        if changes is not None:
            with transaction(index):
                _apply(index, changes)
    return changes is not None


def _plan(
    memory: sqlite3.Connection, index: sqlite3.Connection, limit: int, *, fill: bool
) -> _Changes | None:
    notes = _notes(memory)
    progress = _progress(index)
    if progress is None or not notes.has_all_for(progress):
        first = [*entries.memos(memory), *entries.profile(memory)]
        return _Changes(_Progress(notes.epoch, notes.last, _BEYOND, _BEYOND), (*first,), anew=True)
    if progress.seq < notes.last:
        return _read_notes(memory, index, progress, notes.last, limit)
    if fill and progress.summaries:
        put, below = _older(memory, "summary", progress.summaries, limit)
        return _Changes(replace(progress, summaries=below), put)
    if fill and progress.turns:
        put, below = _older(memory, "turn", progress.turns, limit)
        return _Changes(replace(progress, turns=below), put)
    return None


def _read_notes(
    memory: sqlite3.Connection,
    index: sqlite3.Connection,
    progress: _Progress,
    last: int,
    limit: int,
) -> _Changes:
    rows = memory.execute(
        "SELECT seq, kind, id FROM unindexed WHERE seq > ? ORDER BY seq LIMIT ?",
        (progress.seq, limit),
    ).fetchall()
    upto = rows[-1][0] if len(rows) == limit else last
    put: list[Entry] = []
    out: list[tuple[Kind, frozenset[int]]] = []
    for kind in search.KINDS:
        touched = [row for _, noted, row in rows if noted == kind]
        if not touched:
            continue
        found = entries.of(memory, kind, touched)
        there = search.ids(index, kind) if kind == "profile" else frozenset(touched)
        put += found
        out.append((kind, there - {entry.id for entry in found}))
    return _Changes(replace(progress, seq=upto), tuple(put), tuple(out))


def _older(
    memory: sqlite3.Connection, kind: Literal["summary", "turn"], below: int, limit: int
) -> tuple[tuple[Entry, ...], int]:
    """The entries of the rows before *below*, and before which ones to go on; 0 at the end."""
    ids = entries.before(memory, kind, below, limit)
    return tuple(entries.of(memory, kind, ids)), ids[-1] if len(ids) == limit else 0


def _apply(index: sqlite3.Connection, changes: _Changes) -> None:
    if changes.anew:
        search.rebuild(index, ())
    for kind, ids in changes.out:
        search.remove(index, kind, ids)
    search.add(index, changes.put)
    index.execute(_PROGRESS)
    index.execute("DELETE FROM progress")
    after = changes.after
    index.execute(
        "INSERT INTO progress VALUES (?, ?, ?, ?)",
        (after.epoch, after.seq, after.summaries, after.turns),
    )


def _notes(memory: sqlite3.Connection) -> _Notes:
    said = dict(
        memory.execute(
            "SELECT key, value FROM meta WHERE key IN ('search_epoch', ?)", (_PRUNED,)
        ).fetchall()
    )
    last = number(
        memory, "SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'unindexed'"
    )
    try:
        return _Notes(said["search_epoch"], last, int(said.get(_PRUNED, 0)))
    except (KeyError, ValueError) as error:
        raise StoreDamaged("store.damaged") from error


def _progress(index: sqlite3.Connection) -> _Progress | None:
    """How far the index is; None where it is new, or of another version."""
    if number(index, "PRAGMA user_version") != search.VERSION:
        return None
    rows = index.execute("SELECT epoch, seq, summaries, turns FROM progress").fetchall()
    return _Progress(*rows[0]) if rows else None


def _forget_notes(store: Store) -> None:
    """Notes that were read are of no more use; they leave when there are many."""
    if store.rows("SELECT count(*) FROM unindexed")[0][0] < _MANY_NOTES:
        return
    with index_file.reading(store.paths) as index:
        progress = _progress(index)

    def prune(memory: sqlite3.Connection) -> None:
        if progress is not None and _notes(memory).has_all_for(progress):
            memory.execute("DELETE FROM unindexed WHERE seq <= ?", (progress.seq,))
            memory.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_PRUNED, progress.seq))

    with suppress(StoreError):  # busy, or full: another time
        store.write(prune)


def _newest(memory: sqlite3.Connection) -> list[Entry]:
    """All that is found without an index that could be kept: everything but very old talk."""
    found: list[Entry] = [*entries.memos(memory), *entries.profile(memory)]
    for kind in ("summary", "turn"):
        ids = entries.before(memory, kind, _BEYOND, _FEW_TURNS)
        for low in range(len(ids) // _STEP, -1, -1):
            found += entries.of(memory, kind, ids[low * _STEP : (low + 1) * _STEP])
    return found


def _start_over(store: Store) -> None:
    with suppress(OSError):  # locked, or a folder that cannot be written: another time
        index_file.discard(store.paths)


def _is_unusable(error: sqlite3.DatabaseError) -> bool:
    """Whether the file is no index: damaged, or without the tables it should have."""
    return failures.is_damage(error) or error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_ERROR
