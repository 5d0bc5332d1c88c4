"""Turns: one message of the user and its reply, kept from the moment the user sent it.

Commands and their answers are rows of the session too: shown, but never among the talk that a
model sees.
"""

from __future__ import annotations

import sqlite3
import unicodedata
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pet.memory import locks, memo_rows
from pet.memory.connections import insert
from pet.memory.store import Store
from pet.memory.wording import storable

Ending = Literal["done", "length", "stopped", "failed"]
Source = Literal["typed", "pasted", "dropped", "spoken"]
Fault = Literal["repeated", "drifted"]  # it went round in circles; into another language
Told = Literal["proof", "not_saved"]  # of the memory: a receipt of the store; that nothing was kept
State = Literal["asked", "partial", "done", "length", "stopped", "failed", "command"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One row: what the user said, what was replied, and how far it came."""

    id: int
    session: int
    persona: str
    user_text: str
    reply: str
    state: State
    created_ms: int
    unreliable: bool  # the engine saw only a part of the prompt
    fault: Fault | None = None  # what was wrong with the reply
    told: Told | None = None


_NO_TURN: Final = 2**63 - 1  # beyond all of them
# A command that carried a forgotten memo is hidden with it.
HIDDEN: Final = (
    "SELECT command_memos.turn FROM command_memos JOIN memos ON memos.id = memo"
    " WHERE forgotten_ms IS NOT NULL"
)
_COLUMNS: Final = (
    "id, session, persona, user_text, reply, state, created_ms, unreliable, fault, told"
)


def ask(
    store: Store,
    session: int,
    user_text: str,
    *,
    persona: str | None = None,
    source: Source = "typed",
    memory_on: bool = True,
    asked_from: int | None = None,
) -> int:
    """Store what the user said, before any engine is asked; the turn's number.

    *persona*: who was asked, if not the session's own. *asked_from*: the session in which it was
    said, where it is part of another one; it is shown in both. What came in from elsewhere
    (*source*), or was said while the memory was off, is never read by the night. Raises StoreError.
    """
    said = storable(user_text)
    now_ms = store.clock.utc_ms()

    def insert_turn(connection: sqlite3.Connection) -> int:
        turn = _insert(connection, session, said, "", "asked", now_ms, persona)
        connection.execute(
            "UPDATE turns SET source = ?, memory_off = ?, asked_from = ? WHERE id = ?",
            (source, not memory_on, asked_from, turn),
        )
        return turn

    return store.write(insert_turn)


def grow(store: Store, turn_id: int, reply: str) -> None:
    """Keep the reply as far as it has come; no effect on a turn that has ended. Raises StoreError.

    Call it every two seconds or so.
    """
    store.run(
        "UPDATE turns SET reply = ?, state = 'partial'"
        " WHERE id = ? AND state IN ('asked', 'partial')",
        storable(reply),
        turn_id,
    )


def finish(
    store: Store,
    turn_id: int,
    reply: str,
    state: Ending,
    *,
    unreliable: bool = False,
    fault: Fault | None = None,
) -> None:
    """The turn has ended, as *state* says; no effect where erasing ended it. Raises StoreError."""
    store.run(
        "UPDATE turns SET reply = ?, state = ?, unreliable = ?, fault = ?"
        " WHERE id = ? AND state IN ('asked', 'partial')",
        storable(reply),
        state,
        unreliable,
        fault,
        turn_id,
    )


def tell(store: Store, turn_id: int, told: Told) -> None:
    """Keep what the turn told of the memory. Raises StoreError."""
    store.run("UPDATE turns SET told = ? WHERE id = ?", told, turn_id)


def record_command(
    store: Store,
    session: int,
    text: str,
    answer: str,
    *,
    memo: int | None = None,
    echo: bool = False,
    proof: bool = False,
) -> int:
    """Keep a command and its answer; the row's number.

    *memo*: the one it was about. Whenever that memo, or another whose text is in the answer, is
    forgotten, this row is hidden with it. *echo*: the answer repeats what stands elsewhere, so a
    search does not find it. *proof*: the answer is a receipt of the store. Raises StoreError.
    """
    said, answered = storable(text), storable(answer)
    now_ms = store.clock.utc_ms()

    def record(connection: sqlite3.Connection) -> int:
        row = _insert(connection, session, said, answered, "command", now_ms, None)
        if echo:
            connection.execute("UPDATE turns SET echo = 1 WHERE id = ?", (row,))
        if proof:
            connection.execute("UPDATE turns SET told = 'proof' WHERE id = ?", (row,))
        whole = unicodedata.normalize("NFC", f"{said}\n{answered}")
        carried = {each.id for each in memo_rows.alive(connection) if each.text in whole}
        if memo is not None:
            carried.add(memo)
            connection.execute(
                "UPDATE memos SET turn = ?, persona = (SELECT persona FROM turns WHERE id = ?)"
                " WHERE id = ? AND turn IS NULL",
                (row, row, memo),
            )
        connection.executemany(
            "INSERT INTO command_memos (turn, memo) SELECT ?, id FROM memos WHERE id = ?",
            [(row, each) for each in carried],
        )
        return row

    return store.write(record)


def talk_after(
    store: Store,
    session: int,
    turn_id: int,
    *,
    first: int | None = None,
    last: int | None = None,
    memory_on: bool = True,
) -> tuple[Turn, ...]:
    """What was talked after the turn *turn_id*, oldest first: words of both, no commands.

    *first*: only so many of the oldest; *last*: of the newest. What was said while the memory was
    off belongs to itself: *memory_on* chooses which of the two. Raises StoreError.
    """
    where = (
        "session = ? AND id > ? AND state NOT IN ('command', 'asked') AND reply != ''"
        " AND memory_off = ?"
    )
    values = (session, turn_id, not memory_on)
    if first is not None:
        return _read(store, f"{where} ORDER BY id", values, first)
    return _newest(store, where, values, last)


def said(store: Store, turn_id: int) -> str:
    """What the user said in that turn; empty where it is gone. Raises StoreError."""
    rows = store.rows("SELECT user_text FROM turns WHERE id = ?", turn_id)
    return str(rows[0][0]) if rows else ""


def shown(store: Store, session: int, limit: int, before: int | None = None) -> tuple[Turn, ...]:
    """The newest *limit* rows to show, oldest first: commands too, but for hidden ones.

    *before*: of those that stand before that turn. What was said here to another persona, for
    once, is among them. Raises StoreError.
    """
    # One query for both would sort every turn of the session.
    newest = f"= ? AND id < ? AND id NOT IN ({HIDDEN}) ORDER BY id DESC LIMIT ?)"
    here = f"SELECT id FROM (SELECT id FROM turns WHERE session {newest}"
    elsewhere = f"SELECT id FROM (SELECT id FROM turns WHERE asked_from {newest}"
    values = (session, _NO_TURN if before is None else before, limit)
    return _newest(store, f"id IN ({here} UNION {elsewhere})", (*values, *values), limit)


def some(store: Store, numbers: Sequence[int]) -> tuple[Turn, ...]:
    """The rows of *numbers* that are still there, in their order. Raises StoreError."""
    marks = ", ".join("?" * len(numbers))
    return _newest(store, f"id IN ({marks})", tuple(numbers), None)


def repair(store: Store) -> int:
    """End the turns that a copy left open when it died; how many there were.

    Turns of a session that somebody holds are being answered now and stay as they are. Raises
    StoreError.
    """
    unfinished = store.rows(
        "SELECT id, uuid FROM sessions WHERE id IN"
        " (SELECT session FROM turns WHERE state IN ('asked', 'partial'))"
    )
    ended = 0
    for session, name in unfinished:
        lock = locks.take_session(store.paths, name)
        if lock is not None:
            try:
                ended += end_open_turns(store, session)
            finally:
                lock.release()
    return ended


def end_open_turns(store: Store, session: int) -> int:
    """End what nobody answers any more in a session that the caller holds. Raises StoreError."""
    return store.run(
        "UPDATE turns SET state = CASE state WHEN 'asked' THEN 'failed' ELSE 'stopped' END"
        " WHERE session = ? AND state IN ('asked', 'partial')",
        session,
    )


def _insert(
    connection: sqlite3.Connection,
    session: int,
    user_text: str,
    reply: str,
    state: State,
    now_ms: int,
    persona: str | None,
) -> int:
    connection.execute("UPDATE sessions SET last_ms = ? WHERE id = ?", (now_ms, session))
    return insert(
        connection,
        "INSERT INTO turns (uuid, session, persona, user_text, reply, state, created_ms)"
        " VALUES (?, ?, ifnull(?, (SELECT persona FROM sessions WHERE id = ?)), ?, ?, ?, ?)",
        str(uuid.uuid4()),
        session,
        persona,
        session,
        user_text,
        reply,
        state,
        now_ms,
    )


def _newest(
    store: Store, where: str, values: tuple[object, ...], limit: int | None
) -> tuple[Turn, ...]:
    return _read(store, f"{where} ORDER BY id DESC", values, limit)[::-1]


def _read(
    store: Store, which: str, values: tuple[object, ...], limit: int | None
) -> tuple[Turn, ...]:
    rows = store.rows(
        f"SELECT {_COLUMNS} FROM turns WHERE {which} LIMIT ?",
        *values,
        -1 if limit is None else limit,
    )
    return tuple(
        Turn(turn, owner, persona, said, reply, state, created_ms, bool(unreliable), *marks)
        for turn, owner, persona, said, reply, state, created_ms, unreliable, *marks in rows
    )
