"""Everything that is kept, as values that can leave this home and come into another.

What was forgotten is left out, and so are the commands that carried it. Tombstones stay: their key
never leaves the database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pet.memory import memo_rows, profile_rows, turns
from pet.memory.entries import LATEST_SUMMARY
from pet.memory.memo_rows import Kind
from pet.memory.profile_rows import Precision, Topic
from pet.memory.standing import Standing
from pet.memory.store import Store

FORMAT: Final = "desktop-pet-memory"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class MemoRecord:
    """A memo; `number` is the one it had at home, `turn` the UUID of the turn it came from."""

    text: str
    kind: Kind | None = None  # None: guessed anew
    pinned: bool = False
    created_ms: int | None = None
    number: int | None = None
    turn: str | None = None


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn. Without a UUID it is known by what was said, when, and in which session."""

    persona: str
    user: str
    reply: str
    at_ms: int
    uuid: str | None = None
    state: turns.State = "done"
    echo: bool = False
    line: int = 0  # where it stands in a file of lines


@dataclass(frozen=True, slots=True)
class SummaryRecord:
    """A summary, and the UUID of the last turn that is in it."""

    text: str
    uuid: str
    upto: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session: known by its UUID, or by the name it was imported under."""

    name: str | None
    persona: str
    turns: tuple[TurnRecord, ...]
    summaries: tuple[SummaryRecord, ...] = ()
    uuid: str | None = None
    number: int | None = None  # at home

    @property
    def shown(self) -> str:
        """What people call it."""
        return self.name or str(self.number or "")


@dataclass(frozen=True, slots=True)
class LineRecord:
    """A line of the profile, and the turns and places (scalars) it came from."""

    topic: Topic
    text: str
    observed_ms: int
    theirs: bool = False
    event: str | None = None
    precision: Precision | None = None
    said: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Archive:
    """All of it; the profile as it is now, without its earlier versions."""

    memos: tuple[MemoRecord, ...] = ()
    profile: tuple[LineRecord, ...] = ()
    sessions: tuple[SessionRecord, ...] = ()

    @property
    def turns(self) -> int:
        return sum(len(session.turns) for session in self.sessions)


def of(store: Store) -> Archive:
    """What is kept at this moment, in one picture. Raises StoreError."""
    return store.read(_of)


def _of(connection: sqlite3.Connection) -> Archive:
    uuids = dict(connection.execute("SELECT id, uuid FROM turns").fetchall())
    return Archive(
        memos=tuple(_memo(memo, uuids) for memo in memo_rows.alive(connection)),
        profile=_profile(connection, uuids),
        sessions=_sessions(connection, uuids),
    )


def _memo(memo: memo_rows.Memo, uuids: Mapping[int, str]) -> MemoRecord:
    turn = None if memo.turn is None else uuids.get(memo.turn)
    return MemoRecord(memo.text, memo.kind, memo.pinned, memo.created_ms, memo.id, turn)


def _profile(connection: sqlite3.Connection, uuids: Mapping[int, str]) -> tuple[LineRecord, ...]:
    lines = profile_rows.lines(connection, profile_rows.newest(connection))
    now = Standing.of(connection)
    return tuple(
        LineRecord(
            topic=line.topic,
            text=line.text,
            observed_ms=line.observed_ms,
            theirs=line.theirs,
            event=line.event,
            precision=line.precision,
            said=tuple((uuids[one.turn], one.start, one.stop) for one in line.sources),
        )
        for line in lines
        if now.seen(line).state in ("active", "theirs")
    )


def _sessions(
    connection: sqlite3.Connection, uuids: Mapping[int, str]
) -> tuple[SessionRecord, ...]:
    said = _grouped(
        connection.execute(
            "SELECT session, persona, user_text, reply, created_ms, uuid, state, echo FROM turns"
            " WHERE NOT EXISTS (SELECT 1 FROM command_memos JOIN memos ON memos.id = memo"
            " WHERE command_memos.turn = turns.id AND forgotten_ms IS NOT NULL) ORDER BY id"
        ).fetchall()
    )
    short = _grouped(
        connection.execute(
            "SELECT session, text, uuid, upto_turn, created_ms FROM summaries"
            f" WHERE {LATEST_SUMMARY} ORDER BY id"
        ).fetchall()
    )
    rows = connection.execute("SELECT id, uuid, name, persona FROM sessions ORDER BY id").fetchall()
    return tuple(
        SessionRecord(
            name=name,
            persona=persona,
            turns=tuple(_turn(*row) for row in said[session]),
            summaries=tuple(
                SummaryRecord(text, own, uuids[upto], at_ms)
                for text, own, upto, at_ms in short.get(session, ())
                if upto in uuids
            ),
            uuid=uuid,
            number=session,
        )
        for session, uuid, name, persona in rows
        if session in said
    )


def _turn(
    persona: str, user: str, reply: str, at_ms: int, uuid: str, state: turns.State, echo: int
) -> TurnRecord:
    return TurnRecord(persona, user, reply, at_ms, uuid, state, bool(echo))


def _grouped(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    """SQLite's *rows* without their first column, by it."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for first, *rest in rows:
        found.setdefault(first, []).append(tuple(rest))
    return found
