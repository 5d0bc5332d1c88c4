"""How a profile line stands beside what the user said in person: memos, and what was rejected.

Nothing of this is stored in the line: a memo that is written, changed, forgotten or brought back
counts from the next look on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pet.memory import likeness, memo_rows, tombstones
from pet.memory.likeness import Note
from pet.memory.profile_rows import MAX_LINES, ProfileLine, Source, State
from pet.memory.wording import bare

_FORGOTTEN_LOOKED_AT: Final = 100  # the newest; each costs about 0.1 ms


@dataclass(frozen=True, slots=True)
class Standing:
    """What the user has said in person, as far as a profile line may meet it."""

    memos: tuple[tuple[int, Note], ...]
    forgotten: tuple[tuple[int, Note], ...]
    rejected: frozenset[bytes]  # digests
    rejected_places: tuple[Source, ...]
    buried_turns: frozenset[int]
    key: bytes

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Standing:
        """As it is now."""
        forgotten = connection.execute(
            "SELECT id, text FROM memos AS gone WHERE forgotten_ms IS NOT NULL AND NOT EXISTS"
            " (SELECT 1 FROM memos WHERE digest = gone.digest AND forgotten_ms IS NULL)"
            " ORDER BY forgotten_ms DESC LIMIT ?",
            (_FORGOTTEN_LOOKED_AT,),
        ).fetchall()
        rejected = connection.execute("SELECT digest FROM profile_rejections").fetchall()
        places = connection.execute(
            "SELECT DISTINCT turn, start, stop FROM profile_sources"
            " WHERE line IN (SELECT line FROM profile_rejections)"
        ).fetchall()
        return cls(
            memos=tuple((one.id, likeness.read(one.text)) for one in memo_rows.alive(connection)),
            forgotten=tuple((number, likeness.read(text)) for number, text in forgotten),
            rejected=frozenset(digest for (digest,) in rejected),
            rejected_places=tuple(Source(*place) for place in places),
            buried_turns=tombstones.all_buried_turns(connection),
            key=tombstones.key_of(connection),
        )

    def seen(self, line: ProfileLine) -> ProfileLine:
        """*line* with its present state."""
        note = likeness.read(line.text)
        hidden_by = self.memo_against(note) or self.forgotten_like(note)
        return replace(line, state=self._state(line, note, hidden_by), hidden_by=hidden_by)

    def memo_against(self, note: Note) -> int | None:
        """The memo that says otherwise."""
        return _first(number for number, memo in self.memos if likeness.contradicts(memo, note))

    def memo_like(self, note: Note) -> int | None:
        """The memo that says the same."""
        return _first(number for number, memo in self.memos if likeness.says_same(memo, note))

    def forgotten_like(self, note: Note) -> int | None:
        """The forgotten memo that said the same."""
        return _first(number for number, memo in self.forgotten if likeness.says_same(memo, note))

    def is_rejected(self, note: Note, said: Sequence[Source] = ()) -> bool:
        """Whether the user rejected it: in these words or their essence, or out of that place."""
        if not self.rejected.isdisjoint(digests(self.key, note)):
            return True
        return any(place.overlaps(gone) for place in said for gone in self.rejected_places)

    def _state(self, line: ProfileLine, note: Note, hidden_by: int | None) -> State:
        if self.is_rejected(note):
            return "rejected"
        if hidden_by is not None:
            return "hidden"
        return "theirs" if line.theirs else "active"


def allowed(
    connection: sqlite3.Connection, wanted: Sequence[ProfileLine]
) -> tuple[ProfileLine, ...]:
    """The lines of *wanted* that nothing the user did keeps away, without repetitions."""
    now = Standing.of(connection)
    gone = tombstones.forgotten(connection)
    kept: dict[int | str, ProfileLine] = {}
    for line in wanted:
        if bare(line.text) not in gone and not _is_kept_away(connection, now, line):
            kept.setdefault(line.id or line.text, line)
    return tuple(kept.values())[:MAX_LINES]


def _is_kept_away(connection: sqlite3.Connection, now: Standing, line: ProfileLine) -> bool:
    note = likeness.read(line.text)
    if now.is_rejected(note, () if line.theirs or line.id else line.sources):
        return True
    if tombstones.has_tombstone(connection, digests(now.key, note)):
        return True
    if line.theirs:
        return False
    return now.forgotten_like(note) is not None or _has_lost_its_turns(connection, now, line)


def _has_lost_its_turns(connection: sqlite3.Connection, now: Standing, line: ProfileLine) -> bool:
    """Whether every turn it came from was erased, or what came from there was forgotten."""
    marks = ", ".join("?" * len(line.turns))
    there = connection.execute(f"SELECT id FROM turns WHERE id IN ({marks})", line.turns).fetchall()
    return bool(line.turns) and {turn for (turn,) in there} <= now.buried_turns


def digests(key: bytes, note: Note) -> frozenset[bytes]:
    """The keyed hashes of the whole text and of its essence; none can be taken apart."""
    return tombstones.digests(key, note.text) | {tombstones.digest(key, likeness.essence(note))}


def _first(numbers: Iterable[int]) -> int | None:
    return next(iter(numbers), None)
