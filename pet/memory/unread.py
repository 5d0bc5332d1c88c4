"""What the night has not read yet: words that the user typed or spoke, in sessions that rest.

Never among them: commands, what was pasted or dropped, what was said while the memory was off, and
turns from which something was forgotten or erased.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pet.memory import tombstones
from pet.memory.profile_rows import Precision, Source, Topic
from pet.memory.store import Store

RESTING_MS: Final = 10 * 60 * 1000  # so long nothing was said: the session can be read
AHEAD_MS: Final = 26 * 60 * 60 * 1000  # more than any two time zones lie apart
MAX_FAILURES: Final = 3  # then the night goes on without what it cannot read

_EVIDENCE: Final = (
    "turns.state NOT IN ('command', 'asked', 'partial') AND turns.memory_off = 0"
    " AND turns.source IN ('typed', 'spoken')"
    f" AND turns.id NOT IN ({tombstones.BURIED_TURNS})"
)
# Beyond the first open turn nothing is read: it would be passed over when it ends.
_NEW: Final = (
    "turns.id > ifnull((SELECT upto_turn FROM night_read WHERE night_read.session = turns.session),"
    " 0) AND NOT EXISTS (SELECT 1 FROM turns AS open WHERE open.session = turns.session"
    " AND open.id < turns.id AND open.state IN ('asked', 'partial'))"
)


@dataclass(frozen=True, slots=True)
class Said:
    """What the user said in one turn, and when."""

    turn: int
    session: int
    text: str
    said_ms: int


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that the night read and checked, before it is merged into the profile."""

    source: Source
    topic: Topic
    text: str
    said_ms: int
    event: str | None = None
    precision: Precision | None = None


def resting(store: Store, limit: int, *, after: int = 0) -> tuple[int, ...]:
    """The sessions beyond *after* with something new, the first *limit* of them.

    The distance of the clock counts: one that was wrong must not hide a session. Raises StoreError.
    """
    rows = store.rows(
        "SELECT id FROM sessions WHERE id > ? AND (ended_ms IS NOT NULL OR abs(last_ms - ?) > ?)"
        f" AND EXISTS (SELECT 1 FROM turns WHERE turns.session = sessions.id AND {_EVIDENCE}"
        f" AND {_NEW}) ORDER BY id LIMIT ?",
        after,
        store.clock.utc_ms(),
        RESTING_MS,
        limit,
    )
    return tuple(session for (session,) in rows)


def messages(store: Store, session: int) -> tuple[Said, ...]:
    """What is new in *session*, oldest first. Raises StoreError."""

    rows = store.rows(
        f"SELECT id, session, user_text, created_ms FROM turns WHERE session = ? AND {_EVIDENCE}"
        f" AND {_NEW} ORDER BY id",
        session,
    )
    return tuple(Said(*row) for row in rows)


def last_words_ms(store: Store) -> int | None:
    """When the user last said anything (UTC ms); None: never. Raises StoreError.

    Days ahead of the clock there was only a clock that was wrong, or an import.
    """
    (last,) = store.rows(
        "SELECT max(created_ms) FROM turns WHERE created_ms <= ?", store.clock.utc_ms() + AHEAD_MS
    )[0]
    return None if last is None else int(last)


def newest_turn(store: Store) -> int:
    """The number of the turn that was begun last, commands too; 0: none. Raises StoreError."""
    (last,) = store.rows("SELECT max(id) FROM turns")[0]
    return int(last or 0)


def keep(store: Store, session: int, upto_turn: int, found: Sequence[Found]) -> None:
    """What was read up to *upto_turn*, and what was found there, in one step. Raises StoreError."""

    def put(connection: sqlite3.Connection) -> None:
        connection.execute(
            "INSERT INTO night_read (session, upto_turn) SELECT id, ? FROM sessions WHERE id = ?"
            " ON CONFLICT (session) DO UPDATE SET upto_turn = max(upto_turn, excluded.upto_turn),"
            " failures = 0",
            (upto_turn, session),
        )
        connection.executemany(
            "INSERT INTO night_found (turn, start, stop, topic, text, event, precision)"
            " SELECT id, ?, ?, ?, ?, ?, ? FROM turns WHERE id = ?",
            [
                (
                    *(one.source.start, one.source.stop, one.topic, one.text),
                    *(one.event, one.precision, one.source.turn),
                )
                for one in found
            ],
        )

    store.write(put)


def note_failure(store: Store, session: int) -> int:
    """Count that the newest words of *session* could not be read; how often by now."""

    def count(connection: sqlite3.Connection) -> int:
        connection.execute(
            "INSERT INTO night_read (session, upto_turn, failures)"
            " SELECT id, 0, 1 FROM sessions WHERE id = ?"
            " ON CONFLICT (session) DO UPDATE SET failures = failures + 1",
            (session,),
        )
        rows = connection.execute("SELECT failures FROM night_read WHERE session = ?", (session,))
        return next((int(failures) for (failures,) in rows.fetchall()), MAX_FAILURES)

    return store.write(count)


def waiting(store: Store) -> tuple[Found, ...]:
    """What was found and not merged yet, in the order in which it was said. Raises StoreError."""
    rows = store.rows(
        "SELECT turn, start, stop, topic, text, created_ms, event, precision FROM night_found"
        " JOIN turns ON turns.id = turn ORDER BY turn, start, night_found.id"
    )
    return tuple(Found(Source(turn, start, stop), *rest) for turn, start, stop, *rest in rows)


def forget_waiting(connection: sqlite3.Connection) -> None:
    """Everything found is in the profile now, or was refused; in the caller's transaction."""
    connection.execute("DELETE FROM night_found")
