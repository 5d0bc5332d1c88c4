"""What went into the prompt of a reply: numbers and ids only, never text."""

from __future__ import annotations

import json
from typing import Any

from pet.memory.store import Store


def save(store: Store, turn_id: int, report: dict[str, Any]) -> None:  # JSON values
    """Keep the report of a turn, in place of an earlier one; nothing if the turn was erased.

    Raises StoreError.
    """
    store.run(
        "INSERT OR REPLACE INTO reports (turn, report) SELECT id, ? FROM turns WHERE id = ?",
        json.dumps(report),
        turn_id,
    )


def before(store: Store, turn_id: int) -> dict[str, Any] | None:  # JSON values
    """The report of the reply before that of a turn, in its session. Raises StoreError."""
    rows = store.rows(
        "SELECT report FROM reports JOIN turns ON turns.id = turn WHERE turn < ?1"
        " AND session = (SELECT session FROM turns WHERE id = ?1) ORDER BY turn DESC LIMIT 1",
        turn_id,
    )
    return dict(json.loads(rows[0][0])) if rows else None


def newest(store: Store, session: int) -> dict[str, Any] | None:  # JSON values
    """The last report of *session*. Raises StoreError."""
    turn = newest_turn(store, session)
    return None if turn is None else load(store, turn)


def newest_turn(store: Store, session: int) -> int | None:
    """The last turn of *session* that has a report. Raises StoreError."""
    rows = store.rows(
        "SELECT max(turn) FROM reports JOIN turns ON turns.id = turn WHERE session = ?", session
    )
    return None if rows[0][0] is None else int(rows[0][0])


def load(store: Store, turn_id: int) -> dict[str, Any] | None:  # JSON values
    """The report of a turn, or None where there is none. Raises StoreError."""
    rows = store.rows("SELECT report FROM reports WHERE turn = ?", turn_id)
    return dict(json.loads(rows[0][0])) if rows else None
