"""The search index over memos, profile lines, summaries and turns: derived, and rebuilt at will.

The connection belongs to the caller, and so do its transactions; nothing here begins or commits
one. The index lives in a file of its own beside the store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pet.memory.terms import Stage

Kind = Literal["memo", "profile", "summary", "turn"]

# A change of the terms makes every index stale.
VERSION = 2

# Turns have the lowest rows, so that "the newest rows" never leave out the few other things.
KINDS: tuple[Kind, ...] = ("turn", "summary", "profile", "memo")
_ROOM = 1 << 48
# What the words of the turn before count for, beside a turn's own.
_WEIGHT_BEFORE = 0.4
_RANK = f"bm25(1.0, {_WEIGHT_BEFORE})"

_SCHEMA = """
CREATE TABLE entries(
  place INTEGER PRIMARY KEY,  -- kind * 2^48 + id, and the row of the index
  text TEXT NOT NULL,
  after INTEGER,              -- the place of the turn before
  day TEXT NOT NULL           -- when it was said, in words
);
CREATE INDEX entries_after ON entries(after) WHERE after IS NOT NULL;
CREATE VIRTUAL TABLE words USING fts5(own, before, content='', tokenize='ascii');
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A text to be found; a turn names the turn before it, by whose words it is found as well.

    So it is by the words of *day*, the date when it was said.
    """

    kind: Kind
    id: int
    text: str
    after: int | None = None
    day: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found; a higher score is a better answer to the same query."""

    kind: Kind
    id: int
    score: float


def prepare(connection: sqlite3.Connection) -> bool:
    """Make the tables if they are missing; False where the index is new or stale: rebuild it.

    May write, so the caller holds the lock.
    """
    connection.execute("PRAGMA secure_delete = ON")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == VERSION:
        return True
    _make(connection)
    return False


def rebuild(connection: sqlite3.Connection, entries: Iterable[Entry]) -> int:
    """Throw the index away and fill it again; the number of entries.

    Turns come oldest first: a turn that is not there yet lends no words to the one after it.
    """
    _make(connection)
    number = 0
    last: tuple[int, str] = (-1, "")
    for entry in entries:
        last = _append(connection, entry, last)
        number += 1
    connection.execute("INSERT INTO words(words) VALUES ('optimize')")
    return number


def add(connection: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    """Add entries, or put them in the place of those of the same kind and id."""
    last: tuple[int, str] = (-1, "")
    for entry in entries:
        place, after = _places(entry)
        touched = [place, *_following(connection, place)]
        if len(touched) == 1 and not _is_there(connection, place):
            last = _append(connection, entry, last)
            continue
        _tell(connection, _TAKE_OUT, touched)
        connection.execute(
            "INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)",
            (place, entry.text, after, entry.day),
        )
        _tell(connection, _PUT_IN, touched)
        last = (-1, "")


def remove(connection: sqlite3.Connection, kind: Kind, ids: Iterable[int]) -> None:
    """Make entries unfindable, also by way of the turns after them. Unknown ids are no error.

    Their words may stay readable in the file until `scrub`.
    """
    for id_ in ids:
        place = _place(kind, id_)
        touched = [place, *_following(connection, place)]
        _tell(connection, _TAKE_OUT, touched)
        connection.execute("DELETE FROM entries WHERE place = ?", (place,))
        connection.execute("UPDATE entries SET after = NULL WHERE after = ?", (place,))
        _tell(connection, _PUT_IN, touched[1:])


def scrub(connection: sqlite3.Connection) -> None:
    """Leave no byte of what was removed: FTS5 keeps deleted words until its segments are merged.

    SQLite 3.40 has no secure-delete for FTS5; one merge of everything drops what was deleted, and
    the pages that become free are zeroed. It takes 1.5 s at 100,000 turns.
    """
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("INSERT INTO words(words) VALUES ('optimize')")


def search(
    connection: sqlite3.Connection,
    words: str,
    limit: int = 20,
    *,
    kinds: Collection[Kind] = KINDS,
) -> tuple[Hit, ...]:
    """What *words* find, the best first, at most *limit*; any text is a valid query."""
    from pet.memory.terms import stages  # with its word lists, as in `_indexed`

    asked = tuple(kind for kind in KINDS if kind in kinds)
    found: dict[int, float] = {}
    ways = stages(words)
    for strictness, stage in zip(range(len(ways), 0, -1), ways, strict=True):
        if len(found) >= min(limit, stage.wanted) or not asked:
            break
        for place, rank in _ranked(connection, stage, asked, limit):
            # bm25 is negative; a stricter stage always stands above a looser one.
            found.setdefault(place, 100.0 * strictness - max(rank, -99.0))
    best = sorted(found.items(), key=lambda item: (-item[1], -item[0]))[:limit]
    return tuple(
        Hit(KINDS[place // _ROOM], place % _ROOM, round(score, 3)) for place, score in best
    )


# Ranking costs some microseconds a row. More rows than this are not worth the wait: of several
# words the rarest are ranked, of one word that stands everywhere the newest rows.
_MOST_RANKED = 3_000


def _ranked(
    connection: sqlite3.Connection, stage: Stage, kinds: tuple[Kind, ...], limit: int
) -> list[tuple[int, float]]:
    """The best rows of one stage, with their rank: the lower, the better."""
    match = _rarest(connection, stage)
    newest = connection.execute(
        "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?",
        (match, _MOST_RANKED),
    ).fetchone()
    rows: list[tuple[int, float]] = []
    for low, high in _ranges(kinds):
        rows += connection.execute(
            "SELECT rowid, rank FROM words WHERE words MATCH ? AND rank MATCH ?"
            " AND rowid BETWEEN ? AND ? ORDER BY rank LIMIT ?",
            (match, _RANK, max(low, newest[0] if newest else 0), high, limit),
        ).fetchall()
    return rows


def _rarest(connection: sqlite3.Connection, stage: Stage) -> str:
    """The stage's MATCH expression without the words that stand in too many texts."""
    if len(stage.alternatives) == 1:
        return stage.match
    counted = []
    for place, match in enumerate(stage.alternatives):
        (number,) = connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)",
            (match, _MOST_RANKED),
        ).fetchone()
        counted.append((number, place, match))
    counted.sort()
    kept: list[str] = []
    total = 0
    for number, _, match in counted:
        total += number
        if kept and total > _MOST_RANKED:
            break
        kept.append(match)
    return " OR ".join(kept)


def _ranges(kinds: tuple[Kind, ...]) -> list[tuple[int, int]]:
    """The rows of *kinds*; one range where they are all asked for."""
    if len(kinds) == len(KINDS):
        return [(0, len(KINDS) * _ROOM)]
    return [(_place(kind, 0), _place(kind, _ROOM - 1)) for kind in kinds]


def count(connection: sqlite3.Connection) -> dict[Kind, int]:
    """How many entries of each kind the index holds."""
    rows = connection.execute("SELECT place / ?1, count(*) FROM entries GROUP BY 1", (_ROOM,))
    numbers = dict(rows.fetchall())
    return {kind: numbers.get(code, 0) for code, kind in enumerate(KINDS)}


def ids(connection: sqlite3.Connection, kind: Kind) -> frozenset[int]:
    """The entries of one kind that the index holds."""
    rows = connection.execute(
        "SELECT place FROM entries WHERE place BETWEEN ? AND ?",
        (_place(kind, 0), _place(kind, _ROOM - 1)),
    ).fetchall()
    return frozenset(place % _ROOM for (place,) in rows)


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether the index is whole and of this version; where it is not, rebuild it.

    FTS5 checks itself by a statement that only a connection that may write can run.
    """
    try:
        connection.execute("INSERT INTO words(words) VALUES ('integrity-check')")
        (checked,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError:
        return False
    return bool(checked == "ok" and version == VERSION)


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE IF EXISTS words")
    connection.execute("DROP TABLE IF EXISTS entries")
    for statement in _SCHEMA.split(";"):
        if statement.strip():
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _place(kind: Kind, id_: int) -> int:
    return KINDS.index(kind) * _ROOM + id_


def _places(entry: Entry) -> tuple[int, int | None]:
    """The rows of the entry and of the turn before it."""
    after = None if entry.after is None else _place(entry.kind, entry.after)
    return _place(entry.kind, entry.id), after


def _indexed(text: str) -> str:
    """The terms of *text*. The word lists are loaded with the first one: few starts have any."""
    from pet.memory.terms import indexed

    return indexed(text)


def _append(connection: sqlite3.Connection, entry: Entry, last: tuple[int, str]) -> tuple[int, str]:
    """Add an entry that nothing depends on; *last* is the place and terms of the one before."""
    place, after = _places(entry)
    own = _indexed(entry.text)
    before = last[1] if after == last[0] else _terms_before(connection, after)
    connection.execute(
        "INSERT INTO entries VALUES (?, ?, ?, ?)", (place, entry.text, after, entry.day)
    )
    connection.execute(_PUT_IN, (place, own, _beside(before, entry.day)))
    return place, own


def _is_there(connection: sqlite3.Connection, place: int) -> bool:
    row = connection.execute("SELECT 1 FROM entries WHERE place = ?", (place,)).fetchone()
    return row is not None


def _following(connection: sqlite3.Connection, place: int) -> list[int]:
    rows = connection.execute("SELECT place FROM entries WHERE after = ?", (place,))
    return [row[0] for row in rows.fetchall()]


def _terms_before(connection: sqlite3.Connection, after: int | None) -> str:
    row = connection.execute("SELECT text FROM entries WHERE place = ?", (after,)).fetchone()
    return "" if row is None else _indexed(row[0])


def _beside(before: str, day: str) -> str:
    """What an entry is found by besides its own words: those of the turn before, and the date."""
    return f"{before} {_indexed(day)}" if day else before


_PUT_IN = "INSERT INTO words(rowid, own, before) VALUES (?, ?, ?)"
# An index without its own copy of the text must be told what to forget.
_TAKE_OUT = "INSERT INTO words(words, rowid, own, before) VALUES ('delete', ?, ?, ?)"


def _tell(connection: sqlite3.Connection, order: str, places: Iterable[int]) -> None:
    """Put the terms of entries into the index, or take them out, as the entries are now."""
    for place in places:
        row = connection.execute(
            "SELECT text, after, day FROM entries WHERE place = ?", (place,)
        ).fetchone()
        if row is not None:
            before = _beside(_terms_before(connection, row[1]), row[2])
            terms = (_indexed(row[0]), before)
            connection.execute(order, (place, *terms))
