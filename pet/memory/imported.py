"""What an import has added, for the one entry of the undo stack that takes it back as a whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, Literal

from pet.memory import profile_rows

ACTION: Final[Literal["import"]] = "import"


@dataclass(frozen=True, slots=True)
class Added:
    """The rows that an import made."""

    memos: list[int] = field(default_factory=list)
    sessions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    summaries: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # of the profile

    def __bool__(self) -> bool:
        return any(asdict(self).values())

    def as_text(self) -> str:
        """For the entry of the stack: numbers only, no text that could outlive an erasure."""
        return json.dumps(asdict(self))


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The store's proof that an import was taken back: how much left."""

    memos: int
    turns: int
    sessions: int
    lines: int

    @property
    def undid(self) -> str:
        return ACTION


def take_back(connection: sqlite3.Connection, before: str, now_ms: int) -> Withdrawn:
    """Remove what the import added, in the caller's transaction; its texts get no tombstone."""
    added = Added(**json.loads(before))
    lines = _without_lines(connection, added.lines, now_ms)
    _delete(connection, "summaries", "id", added.summaries)
    memos = _delete(connection, "memos", "id", added.memos)
    turns = _delete(connection, "turns", "id", added.turns)
    _delete(connection, "summaries", "session", added.sessions)
    sessions = [
        session
        for session in added.sessions
        if not connection.execute("SELECT 1 FROM turns WHERE session = ?", (session,)).fetchall()
    ]
    return Withdrawn(memos, turns, _delete(connection, "sessions", "id", sessions), lines)


def _without_lines(connection: sqlite3.Connection, added: Sequence[int], now_ms: int) -> int:
    current = profile_rows.lines(connection, profile_rows.newest(connection))
    rest = [line for line in current if line.id not in added]
    if len(rest) < len(current):
        profile_rows.write(connection, rest, "restore", now_ms)
    return len(current) - len(rest)


def _delete(connection: sqlite3.Connection, table: str, column: str, ids: Sequence[int]) -> int:
    return connection.executemany(
        f"DELETE FROM {table} WHERE {column} = ?", [(one,) for one in ids]
    ).rowcount
