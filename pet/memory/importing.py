"""Taking an archive in: what is new is added, in one transaction that one undo takes back.

An import is an automatic path: it lifts no tombstone, keeps no sensitive value, and no more than
thirty memos. Nothing is added twice, whatever file it comes in.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from pet.memory import high_water, import_notes, import_turns, imported, undo
from pet.memory.archive_reading import Read, Refused
from pet.memory.import_ledger import Graves, Taking
from pet.memory.import_turns import Talk
from pet.memory.store import Store


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file that was read, and scanned for what must not be kept."""

    read: Read
    talk: tuple[Talk, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """Of one kind of part: how many are added, and how many were there already."""

    added: int = 0
    already: int = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, or (a dry run) would do."""

    memos: Counts
    profile: Counts
    sessions: Counts
    turns: Counts
    summaries: Counts
    refused: tuple[Refused, ...]
    blanked: int  # turns that were added without a sensitive value

    @property
    def added(self) -> int:
        """How many parts are new."""
        every = (self.memos, self.profile, self.sessions, self.turns, self.summaries)
        return sum(counts.added for counts in every)


class _DryRunOver(Exception):
    """Carries the report out of a transaction that must not stay."""

    def __init__(self, report: Imported) -> None:
        super().__init__()
        self.report = report


def prepare(read: Read) -> Prepared:
    """Scan what was read; 2 s for 6,000 turns, so it is done once and without the lock."""
    return Prepared(read, tuple(map(Talk.of, read.archive.sessions)))


def look(store: Store, prepared: Prepared) -> Imported:
    """What `take_in` would do now; nothing is changed. Raises StoreError."""

    def job(connection: sqlite3.Connection) -> Imported:
        report, _ = _take(connection, prepared, store.clock.utc_ms())
        raise _DryRunOver(report)

    try:
        return store.write(job)
    except _DryRunOver as over:
        return over.report


def take_in(store: Store, prepared: Prepared) -> Imported:
    """Add what is new. Raises StoreError; nothing is added then."""

    def job(connection: sqlite3.Connection) -> Imported:
        now_ms = store.clock.utc_ms()
        report, added = _take(connection, prepared, now_ms)
        if added:
            undo.push(connection, None, imported.ACTION, added.as_text(), now_ms)
        if added.memos:
            high_water.note(store.paths, max(added.memos))
        return report

    return store.write(job)


def _take(
    connection: sqlite3.Connection, prepared: Prepared, now_ms: int
) -> tuple[Imported, imported.Added]:
    read = prepared.read
    taking = Taking(connection, Graves.of(connection), now_ms, list(read.refused))
    blanked = sum(import_turns.add(taking, talk) for talk in prepared.talk)
    for place, memo in enumerate(read.archive.memos, 1):
        import_notes.add_memo(taking, memo, place)
    import_notes.add_profile(taking, read.archive.profile)
    added, already = taking.added, taking.already
    report = Imported(
        memos=Counts(len(added.memos), already["memo"]),
        profile=Counts(len(added.lines), already["profile"]),
        sessions=Counts(len(added.sessions), already["session"]),
        turns=Counts(len(added.turns), already["turn"]),
        summaries=Counts(len(added.summaries), already["summary"]),
        refused=tuple(taking.refused),
        blanked=blanked,
    )
    return report, added
