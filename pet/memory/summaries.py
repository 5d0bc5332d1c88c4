"""The short form of a session's older turns, and up to which turn it reaches."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from pet.memory.erasures import STILL
from pet.memory.store import Store
from pet.memory.unread import AHEAD_MS
from pet.memory.wording import storable


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything in *session* up to and with *upto_turn*, in short."""

    session: int
    text: str
    upto_turn: int
    created_ms: int


def save(
    store: Store, session: int, text: str, upto_turn: int, *, erased: int | None = None
) -> Summary:
    """Keep a summary; one that reaches less far than the latest does not take its place.

    *erased* is the number of erasures when its turns were read: where one came since, nothing is
    kept, for the text could hold what is gone. Raises StoreError.
    """
    summary = Summary(session, storable(text), upto_turn, store.clock.utc_ms())
    row = (str(uuid.uuid4()), session, summary.text, upto_turn, summary.created_ms)
    query = (
        "INSERT INTO summaries (uuid, session, text, upto_turn, created_ms) SELECT ?, ?, ?, ?, ?"
    )
    if erased is None:
        store.run(query, *row)
    else:
        store.run(f"{query} WHERE {STILL}", *row, erased)
    return summary


def latest(store: Store, session: int) -> Summary | None:
    """The summary of the session that reaches furthest. Raises StoreError."""
    rows = store.rows(
        "SELECT session, text, upto_turn, created_ms FROM summaries WHERE session = ?"
        " ORDER BY upto_turn DESC, id DESC LIMIT 1",
        session,
    )
    return Summary(*rows[0]) if rows else None


def last_of_persona(store: Store, persona: str, before_session: int) -> Summary | None:
    """The summary with which a new session begins: the last one of an earlier session.

    The last by the clock: an import may add older talk under newer numbers. What lies ahead of the
    clock by days comes after all others. Raises StoreError.
    """
    rows = store.rows(
        "SELECT session, text, upto_turn, created_ms FROM summaries WHERE session ="
        " (SELECT id FROM sessions WHERE persona = ? AND id < ?"
        " AND EXISTS (SELECT 1 FROM summaries WHERE session = sessions.id)"
        " ORDER BY last_ms > ?, last_ms DESC, id DESC LIMIT 1)"
        " ORDER BY upto_turn DESC, id DESC LIMIT 1",
        persona,
        before_session,
        store.clock.utc_ms() + AHEAD_MS,
    )
    return Summary(*rows[0]) if rows else None
