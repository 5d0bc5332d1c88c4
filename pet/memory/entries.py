"""What the search index holds of each row of the database, and what it must not hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import date
from typing import Any, Final, Literal

from pet.memory import profile_rows
from pet.memory.search import Entry, Kind
from pet.memory.turns import HIDDEN

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
SHOWN_TURN: Final = f"echo = 0 AND turns.id NOT IN ({HIDDEN})"
# Of the summaries of a session only the one that reaches furthest: the others repeat it.
LATEST_SUMMARY: Final = (
    "id = (SELECT other.id FROM summaries AS other WHERE other.session = summaries.session"
    " ORDER BY other.upto_turn DESC, other.id DESC LIMIT 1)"
)
_TURNS: Final = f"""SELECT id, user_text, reply, CASE state WHEN 'command' THEN NULL ELSE
    (SELECT before.id FROM turns AS before WHERE before.session = turns.session
    AND before.id < turns.id AND before.state != 'command' ORDER BY before.id DESC LIMIT 1) END,
    date(created_ms / 1000, 'unixepoch', 'localtime') FROM turns WHERE {SHOWN_TURN}"""


def of(connection: sqlite3.Connection, kind: Kind, ids: Sequence[int]) -> list[Entry]:
    """The entries of those *ids* that may be found, oldest first; of the profile, all lines."""
    match kind:
        case "memo":
            rows = _among(connection, "SELECT id, text FROM memos WHERE forgotten_ms IS NULL", ids)
            return [Entry("memo", memo, text) for memo, text in rows]
        case "profile":
            return profile(connection)
        case "summary":
            query = f"SELECT id, text FROM summaries WHERE {LATEST_SUMMARY}"
            rows = _among(connection, query, ids)
            return [Entry("summary", summary, text) for summary, text in rows]
        case "turn":
            return [_turn(row) for row in _among(connection, _TURNS, ids)]


def memos(connection: sqlite3.Connection) -> list[Entry]:
    """All memos that are not forgotten."""
    rows = connection.execute("SELECT id, text FROM memos WHERE forgotten_ms IS NULL ORDER BY id")
    return [Entry("memo", memo, text) for memo, text in rows.fetchall()]


def profile(connection: sqlite3.Connection) -> list[Entry]:
    """The lines of the newest version that a prompt may hold."""
    lines = profile_rows.lines(connection, profile_rows.newest(connection))
    if not lines:
        return []
    from pet.memory.standing import Standing  # with all the word lists

    now = Standing.of(connection)
    shown = (now.seen(line) for line in lines)
    return [
        Entry("profile", line.id, line.text) for line in shown if line.state in ("active", "theirs")
    ]


def before(
    connection: sqlite3.Connection, kind: Literal["summary", "turn"], below: int, limit: int
) -> list[int]:
    """The ids of at most *limit* rows before the id *below*, the newest first."""
    table = "turns" if kind == "turn" else "summaries"
    rows = connection.execute(
        f"SELECT id FROM {table} WHERE id < ? ORDER BY id DESC LIMIT ?", (below, limit)
    ).fetchall()
    return [row for (row,) in rows]


def _turn(row: tuple[int, str, str, int | None, str | None]) -> Entry:
    turn, said, reply, former, day = row
    return Entry("turn", turn, said_and_replied(said, reply), former, in_words(day or ""))


def in_words(day: str) -> str:
    """The date YYYY-MM-DD as people look for it, in both languages; empty where it is none.

    Of 1,531 questions about ten long English conversations (LoCoMo) 78.2 % instead of 76.8 % found
    the turn they ask about among the first five, because many ask about a month.
    """
    try:
        found = date.fromisoformat(day)
    except ValueError:  # a clock beyond every calendar
        return ""
    korean = f"{found.year}년 {found.month}월 {found.day}일"
    return f"{korean} {_MONTHS[found.month - 1]} {found.day} {found.year}"


def said_and_replied(said: str, reply: str) -> str:
    """Both sides of a turn as one text, as it is found and shown."""
    return f"{said}\n{reply}" if reply else said


def _among(
    connection: sqlite3.Connection, query: str, ids: Sequence[int]
) -> list[tuple[Any, ...]]:  # SQLite's values
    marks = ", ".join("?" * len(ids))
    return connection.execute(f"{query} AND id IN ({marks}) ORDER BY id", ids).fetchall()
