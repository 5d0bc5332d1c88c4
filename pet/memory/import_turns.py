"""The talk of an archive on its way into the store: sessions, their turns and summaries."""

from __future__ import annotations

import itertools
import json
import sqlite3
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pet.memory import sensitive, tombstones
from pet.memory.archive import SessionRecord, SummaryRecord, TurnRecord
from pet.memory.connections import insert
from pet.memory.import_ledger import Taking
from pet.memory.wording import shows_something, storable

# UUIDs of what comes without one are made from what it says (RFC 4122, 4.3).
_NAMESPACE: Final = uuid.UUID("6d2f3f4e-5b0a-5d43-9a3c-6a0f2b7c9d11")

_Said = tuple[int, str, str]  # when, and both sides


@dataclass(frozen=True, slots=True)
class Talk:
    """A session as it is added: its turns have UUIDs, and no sensitive values."""

    session: SessionRecord
    turns: tuple[tuple[str, TurnRecord], ...]
    blanked: frozenset[str]  # the UUIDs of turns that held one

    @classmethod
    def of(cls, session: SessionRecord) -> Talk:
        """Scans each turn, which takes about 0.3 ms."""
        seen: Counter[str] = Counter()
        turns: list[tuple[str, TurnRecord]] = []
        blanked: set[str] = set()
        for turn in session.turns:
            user, reply = (
                sensitive.without_values(storable(text)) for text in (turn.user, turn.reply)
            )
            kept = _with_texts(turn, user, reply)
            name = turn.uuid or _made_name(session, kept, seen)
            if sensitive.BLANK in user + reply and sensitive.BLANK not in turn.user + turn.reply:
                blanked.add(name)
            turns.append((name, kept))
        return cls(session, tuple(turns), frozenset(blanked))


def add(taking: Taking, talk: Talk) -> int:
    """Add what is new of the session; how many of the added turns lost a sensitive value."""
    connection = taking.connection
    found = _session(connection, talk.session)
    known = _known(connection, found, talk.session.name)
    new: dict[str, TurnRecord] = {}
    for number, (name, turn) in enumerate(talk.turns, 1):
        if name in new:
            taking.already["turn"] += 1
        elif _is_new(taking, name, turn, turn.line or number, known):
            new[name] = turn
    if found is None and not new:
        return 0
    if found is None:
        found = _begin(connection, talk.session, [turn.at_ms for turn in new.values()])
        taking.added.sessions.append(found)
    else:
        taking.already["session"] += 1
    ids = {name: _insert(connection, found, name, turn) for name, turn in new.items()}
    taking.added.turns.extend(ids.values())
    connection.execute(
        "UPDATE sessions SET last_ms = max(last_ms, ?) WHERE id = ?",
        (max((turn.at_ms for turn in new.values()), default=0), found),
    )
    for number, summary in enumerate(talk.session.summaries, 1):
        _add_summary(taking, found, summary, number)
    return len(talk.blanked & ids.keys())


def _made_name(session: SessionRecord, turn: TurnRecord, seen: Counter[str]) -> str:
    """Of what is kept of the turn: of a value that was blanked, not even a hash stays."""
    said = json.dumps(
        [session.name or session.uuid, turn.at_ms, turn.persona, turn.user, turn.reply]
    )
    seen[said] += 1
    return str(uuid.uuid5(_NAMESPACE, f"{seen[said]} {said}"))


def _with_texts(turn: TurnRecord, user: str, reply: str) -> TurnRecord:
    return TurnRecord(
        turn.persona, user, reply, turn.at_ms, turn.uuid, turn.state, turn.echo, turn.line
    )


def _session(connection: sqlite3.Connection, session: SessionRecord) -> int | None:
    """The session that is there already: by its UUID; where it has none, by its name.

    The name may have been taken when it was added; then it has the UUID that is made of the name.
    """
    if session.uuid:
        rows = connection.execute("SELECT id FROM sessions WHERE uuid = ?", (session.uuid,))
    else:
        rows = connection.execute(
            "SELECT id FROM sessions WHERE name = ?1 OR uuid = ?2 ORDER BY ifnull(name, '') != ?1",
            (session.name, made_session(session.name)),
        )
    return next((int(found) for (found,) in rows.fetchall()), None)


def made_session(name: str | None) -> str:
    """The UUID of a session that comes with nothing but a name."""
    return str(uuid.uuid5(_NAMESPACE, name or ""))


def _known(
    connection: sqlite3.Connection, session: int | None, name: str | None
) -> frozenset[_Said]:
    """What was said in the session, when: how a turn without a UUID is known.

    A session that was never imported is written to files of lines under its number.
    """
    rows = connection.execute(
        "SELECT created_ms, user_text, reply FROM turns WHERE session IN"
        " (SELECT id FROM sessions WHERE id = ? OR name IS NULL AND CAST(id AS TEXT) = ?)",
        (session, name),
    ).fetchall()
    return frozenset(rows)


def _is_new(
    taking: Taking, name: str, turn: TurnRecord, place: int, known: frozenset[_Said]
) -> bool:
    rows = taking.connection.execute("SELECT 1 FROM turns WHERE uuid = ?", (name,)).fetchall()
    if rows or (turn.uuid is None and (turn.at_ms, turn.user, turn.reply) in known):
        taking.already["turn"] += 1
        return False
    if not shows_something(turn.user + turn.reply):
        taking.refuse("turn", place, "empty")
        return False
    command = turn.state == "command" or turn.user.startswith(("/", "／"))
    names = tombstones.names_of_turn(name, turn.at_ms, turn.user, turn.reply)
    if any(map(taking.graves.hold_name, names)) or any(
        taking.graves.hold(text, command=command) for text in (turn.user, turn.reply)
    ):
        taking.refuse("turn", place, "buried")
        return False
    return True


def _begin(connection: sqlite3.Connection, session: SessionRecord, times: Sequence[int]) -> int:
    """A session that has ended: nobody goes on with it. *times* are those of its turns (UTC ms)."""
    return insert(
        connection,
        "INSERT INTO sessions (uuid, persona, began_ms, last_ms, ended_ms, name)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        session.uuid or made_session(session.name),
        session.persona,
        min(times),
        max(times),
        max(times),
        _free_name(connection, session.name),
    )


def _free_name(connection: sqlite3.Connection, name: str | None) -> str | None:
    """*name*, or a name like it where another session has it already."""
    if name is None:
        return None
    free = name
    for again in itertools.count(2):
        rows = connection.execute("SELECT 1 FROM sessions WHERE name = ?", (free,)).fetchall()
        if not rows:
            break
        free = f"{name} ({again})"
    return free


def _insert(connection: sqlite3.Connection, session: int, name: str, turn: TurnRecord) -> int:
    """The row of the turn; `dropped`, so that the night does not take it for the user's word."""
    return insert(
        connection,
        "INSERT INTO turns (uuid, session, persona, user_text, reply, state, created_ms, source,"
        " echo) VALUES (?, ?, ?, ?, ?, ?, ?, 'dropped', ?)",
        name,
        session,
        turn.persona,
        turn.user,
        turn.reply,
        turn.state,
        turn.at_ms,
        turn.echo,
    )


def _add_summary(taking: Taking, session: int, summary: SummaryRecord, place: int) -> None:
    connection = taking.connection
    text = sensitive.without_values(storable(summary.text))
    if connection.execute("SELECT 1 FROM summaries WHERE uuid = ?", (summary.uuid,)).fetchall():
        taking.already["summary"] += 1
        return
    if taking.graves.hold_name(summary.uuid) or taking.graves.hold(text):
        taking.refuse("summary", place, "buried")
        return
    upto = connection.execute(
        "SELECT id FROM turns WHERE uuid = ? AND session = ?", (summary.upto, session)
    ).fetchall()
    if not upto:
        taking.refuse("summary", place, "no_turn")
        return
    taking.added.summaries.append(
        insert(
            connection,
            "INSERT INTO summaries (uuid, session, text, upto_turn, created_ms)"
            " VALUES (?, ?, ?, ?, ?)",
            summary.uuid,
            session,
            text,
            upto[0][0],
            summary.at_ms,
        )
    )
