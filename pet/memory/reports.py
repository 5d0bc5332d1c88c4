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


def load(store: Store, turn_id: int) -> dict[str, Any] | None:  # JSON values
    """The report of a turn, or None where there is none. Raises StoreError."""
    rows = store.rows("SELECT report FROM reports WHERE turn = ?", turn_id)
    return dict(json.loads(rows[0][0])) if rows else None
