"""The one stack of edits that can be taken back: for all copies, and across restarts.

Entries are taken back strictly from the top, so when one is reached, everything that came after it
has been undone, and its memo is as that edit left it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from typing import Final, Literal

from pet.errors import NothingFound
from pet.memory import imported, memo_rows
from pet.memory.imported import Withdrawn
from pet.memory.memo_rows import Edit, Memo, Receipt
from pet.memory.store import Store

MAX_UNDO: Final = 200  # entries; the oldest leave first


def undo(store: Store) -> Receipt | Withdrawn:
    """Take back the newest edit, whichever copy made it; the receipt says which kind it was.

    Of an import, everything that it added.

    Raises NothingFound("nothing_to_undo"); MemoRefused where it no longer fits (nothing changes,
    the entry stays); StoreError.
    """
    now_ms = store.clock.utc_ms()

    def take_back(connection: sqlite3.Connection) -> Receipt | Withdrawn:
        rows = connection.execute(
            "SELECT id, memo, action, before FROM undo ORDER BY id DESC LIMIT 1"
        ).fetchall()
        if not rows:
            raise NothingFound("nothing_to_undo")
        entry, memo_id, action, before = rows[0]
        receipt: Receipt | Withdrawn
        if action == imported.ACTION:
            receipt = imported.take_back(connection, before, now_ms)
        else:
            receipt = _TAKE_BACK[action](connection, memo_id, before, now_ms)
        connection.execute("DELETE FROM undo WHERE id = ?", (entry,))
        return receipt

    return store.write(take_back)


def push(
    connection: sqlite3.Connection,
    memo_id: int | None,
    action: Edit | Literal["import"],
    before: str,
    now_ms: int,
) -> None:
    """Remember how to take back *action*, in the transaction that does it.

    *before* is what the edit replaces: the old text, kind or pin, or the places of all memos as
    JSON; empty for "add" and "forget". An import concerns no one memo.
    """
    connection.execute(
        "INSERT INTO undo (memo, action, before, at_ms) VALUES (?, ?, ?, ?)",
        (memo_id, action, before, now_ms),
    )
    connection.execute(
        "DELETE FROM undo WHERE id <= (SELECT id FROM undo ORDER BY id DESC LIMIT 1 OFFSET ?)",
        (MAX_UNDO,),
    )


def places_as_text(memos: tuple[Memo, ...]) -> str:
    """The places of *memos*, for an entry of the stack."""
    return json.dumps({memo.id: memo.place for memo in memos})


def _add(connection: sqlite3.Connection, memo_id: int, before: str, now_ms: int) -> Receipt:
    memo = memo_rows.alive_one(connection, memo_id)
    connection.execute("UPDATE memos SET forgotten_ms = ? WHERE id = ?", (now_ms, memo_id))
    return Receipt("forgotten", memo, undid="add")


def _forget(connection: sqlite3.Connection, memo_id: int, before: str, now_ms: int) -> Receipt:
    memo = memo_rows.any_one(connection, memo_id)
    memo_rows.refuse_if_full(connection)
    memo_rows.refuse_twin(connection, memo.text, memo_id)
    connection.execute("UPDATE memos SET forgotten_ms = NULL WHERE id = ?", (memo_id,))
    return Receipt("restored", memo, undid="forget")


def _change(connection: sqlite3.Connection, memo_id: int, before: str, now_ms: int) -> Receipt:
    memo = memo_rows.rewrite(connection, memo_id, before, now_ms)
    return Receipt("changed", memo, undid="change")


def _pin(connection: sqlite3.Connection, memo_id: int, before: str, now_ms: int) -> Receipt:
    connection.execute("UPDATE memos SET pinned = ? WHERE id = ?", (int(before), memo_id))
    return Receipt("changed", memo_rows.alive_one(connection, memo_id), undid="pin")


def _kind(connection: sqlite3.Connection, memo_id: int, before: str, now_ms: int) -> Receipt:
    connection.execute("UPDATE memos SET kind = ? WHERE id = ?", (before, memo_id))
    return Receipt("changed", memo_rows.alive_one(connection, memo_id), undid="kind")


def _move(connection: sqlite3.Connection, memo_id: int, before: str, now_ms: int) -> Receipt:
    connection.executemany(
        "UPDATE memos SET place = ? WHERE id = ?",
        [(place, int(moved)) for moved, place in json.loads(before).items()],
    )
    return Receipt("changed", memo_rows.alive_one(connection, memo_id), undid="move")


_TakeBack = Callable[[sqlite3.Connection, int, str, int], Receipt]
_TAKE_BACK: Final[Mapping[Edit, _TakeBack]] = {
    "add": _add,
    "forget": _forget,
    "change": _change,
    "pin": _pin,
    "kind": _kind,
    "move": _move,
}
