"""Search over everything that is kept, with what a person needs to see each hit and to go there.

For the windows and the command line: `search(store, words, limit)` gives `Found`s, the best first.
Each knows the session and the turn at which the conversation is to be opened.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pet.memory import entries, indexing
from pet.memory.search import KINDS, Hit, Kind
from pet.memory.snippets import Marker, Snippet
from pet.memory.store import Store

LIMIT: Final = 20
_SPARE: Final = 10  # hits that may have been forgotten since the index read them
_AT_MOST_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class Found:
    """One hit: what it is, where and when it was said, and the piece of it that was looked for."""

    kind: Kind
    id: int  # the memo's number, the profile line's number, the row of the turn or summary
    session: int | None  # the session to open; None for what was said in none
    session_name: str | None  # the name it was imported under, else the number as text
    turn: int | None  # where to scroll to in that session: the turn itself, or where it came from
    at_ms: int
    score: float
    snippet: Snippet  # one line of text, and the places (scalars) that matched


def search(
    store: Store,
    words: str,
    limit: int = LIMIT,
    *,
    kinds: Collection[Kind] | None = None,
    seconds: float | None = _AT_MOST_SECONDS,
) -> tuple[Found, ...]:
    """What *words* find, the best first, at most *limit*; any text is a valid query.

    First the index is brought in step with the latest changes: milliseconds, so call it on a worker
    thread. *seconds*: how long that may take where years of talk were never indexed (None: until it
    is done); talk that is left out is found once `indexing.catch_up` has read it. Raises StoreError
    where the memory itself cannot be read, never for the index.
    """
    indexing.catch_up(store, seconds=seconds)
    hits = indexing.look(store, words, limit + _SPARE, kinds)
    return store.read(lambda connection: _described(connection, hits, words, limit))


def _described(
    connection: sqlite3.Connection, hits: Sequence[Hit], words: str, limit: int
) -> tuple[Found, ...]:
    """What is still there of *hits*, in their order, at most *limit*."""
    rows: dict[tuple[Kind, int], tuple[Any, ...]] = {}  # SQLite's values
    for kind in KINDS:
        wanted = [hit.id for hit in hits if hit.kind == kind]
        marks = ", ".join("?" * len(wanted))
        for row in connection.execute(f"{_QUERIES[kind]} ({marks})", wanted).fetchall():
            rows[kind, row[0]] = row
    names = _session_names(connection, {row[3] for row in rows.values() if row[3] is not None})
    there = [hit for hit in hits if (hit.kind, hit.id) in rows]
    marker = Marker(words)
    return tuple(_found(hit, rows[hit.kind, hit.id], names, marker) for hit in there[:limit])


def _found(
    hit: Hit,
    row: tuple[Any, ...],  # SQLite's values
    names: Mapping[int, str],
    marker: Marker,
) -> Found:
    _, text, at_ms, session, turn = row
    name = names.get(session)
    return Found(hit.kind, hit.id, session, name, turn, at_ms, hit.score, marker.snippet(text))


def _session_names(connection: sqlite3.Connection, ids: Iterable[int]) -> Mapping[int, str]:
    values = tuple(ids)
    marks = ", ".join("?" * len(values))
    return dict(
        connection.execute(
            f"SELECT id, ifnull(name, CAST(id AS TEXT)) FROM sessions WHERE id IN ({marks})", values
        ).fetchall()
    )


_NEWEST_SOURCE: Final = (
    "(SELECT {column} FROM profile_sources JOIN turns ON turns.id = turn"
    " WHERE profile_sources.line = profile_lines.line ORDER BY turns.id DESC LIMIT 1)"
)
# Each answers id, text, time, session and turn, and ends where a list of ids begins.
_QUERIES: Final[Mapping[Kind, str]] = {
    "turn": "SELECT id, CASE reply WHEN '' THEN user_text ELSE user_text || char(10) || reply END,"
    f" created_ms, session, id FROM turns WHERE {entries.SHOWN_TURN} AND id IN",
    "summary": "SELECT id, text, created_ms, session, upto_turn FROM summaries WHERE id IN",
    "profile": "SELECT line, text, observed_ms,"
    f" {_NEWEST_SOURCE.format(column='turns.session')}, {_NEWEST_SOURCE.format(column='turns.id')}"
    " FROM profile_lines WHERE version = (SELECT max(id) FROM profile_versions) AND line IN",
    "memo": "SELECT memos.id, text, memos.created_ms, turns.session, turns.id FROM memos"
    " LEFT JOIN turns ON turns.id = memos.turn WHERE forgotten_ms IS NULL AND memos.id IN",
}
