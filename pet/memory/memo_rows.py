"""A memo, the receipt for what was done with one, and how both are read from the rows."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Final, Literal

from pet.errors import MemoRefused, NothingFound
from pet.memory import tombstones
from pet.memory.wording import unmarked

MAX_MEMOS: Final = 30
MAX_MEMO_SCALARS: Final = 200  # code points after NFC; bytes count only in the prompt

Kind = Literal["talk", "about", "project"]
Origin = Literal["command", "window", "tool", "button", "import"]
Edit = Literal["add", "forget", "change", "pin", "move", "kind", "whose"]


@dataclass(frozen=True, slots=True)
class Memo:
    """Saved information. `id` is the number people see (#3); it is never given out twice."""

    id: int
    uuid: str
    text: str
    kind: Kind
    pinned: bool
    place: int  # in the user's order, smallest first
    origin: Origin
    created_ms: int
    changed_ms: int
    turn: int | None  # the turn it came from
    persona: str | None  # who was there
    revision: int  # how often the text was written
    only_for: str | None = None  # the persona it is for; None: all of them


@dataclass(frozen=True, slots=True)
class Receipt:
    """The store's own proof of what is on the disk now. Only pet.memory makes one."""

    action: Literal["saved", "already", "forgotten", "restored", "changed"]
    memo: Memo
    undid: Edit | None = None  # what an undo took back


_COLUMNS: Final = (
    "id, uuid, text, kind, pinned, place, origin, created_ms, changed_ms, turn, persona, revision,"
    " only_for"
)
# Pinned, then how to talk, then the user's order.
_BY_TRUST: Final = "ORDER BY pinned DESC, kind = 'talk' DESC, place, id"


def alive(connection: sqlite3.Connection) -> tuple[Memo, ...]:
    """Every memo that is not forgotten, the most trusted first."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM memos WHERE forgotten_ms IS NULL {_BY_TRUST}"
    ).fetchall()
    return tuple(map(_memo, rows))


def alive_one(connection: sqlite3.Connection, memo_id: int) -> Memo:
    """The memo of that number. Raises NothingFound where there is none, or it is forgotten."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM memos WHERE id = ? AND forgotten_ms IS NULL", (memo_id,)
    ).fetchall()
    if not rows:
        raise NothingFound("memo_not_found", number=memo_id)
    return _memo(rows[0])


def any_one(connection: sqlite3.Connection, memo_id: int) -> Memo:
    """The memo of that number, forgotten or not. Raises NothingFound."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM memos WHERE id = ?", (memo_id,)).fetchall()
    if not rows:
        raise NothingFound("memo_not_found", number=memo_id)
    return _memo(rows[0])


def alive_with_digest(connection: sqlite3.Connection, digest: bytes) -> Memo | None:
    """The memo that says the same."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM memos WHERE digest = ? AND forgotten_ms IS NULL", (digest,)
    ).fetchall()
    return _memo(rows[0]) if rows else None


def alive_saying(connection: sqlite3.Connection, text: str) -> Memo | None:
    """The memo that says the same as *text*, however it is written (a full stop, capitals)."""
    wanted = unmarked(text)
    return next((memo for memo in alive(connection) if unmarked(memo.text) == wanted), None)


def refuse_if_full(connection: sqlite3.Connection) -> None:
    """Raises MemoRefused where one more memo would be too many."""
    if len(alive(connection)) >= MAX_MEMOS:
        raise MemoRefused("memos_full", limit=MAX_MEMOS)


def refuse_twin(connection: sqlite3.Connection, text: str, memo_id: int) -> bytes:
    """The digest of *text*. Raises MemoRefused where a memo other than *memo_id* says the same."""
    digest = tombstones.digest_of(connection, text)
    twin = alive_with_digest(connection, digest)
    if twin is not None and twin.id != memo_id:
        raise MemoRefused("memo_twice", number=twin.id)
    return digest


def rewrite(connection: sqlite3.Connection, memo_id: int, text: str, now_ms: int) -> Memo:
    """The memo with *text* in place of its own. Raises MemoRefused where another says the same."""
    digest = refuse_twin(connection, text, memo_id)
    connection.execute(
        "UPDATE memos SET text = ?, digest = ?, revision = revision + 1, changed_ms = ?"
        " WHERE id = ?",
        (text, digest, now_ms, memo_id),
    )
    return alive_one(connection, memo_id)


def _memo(row: tuple[Any, ...]) -> Memo:  # SQLite's values; the columns have checks
    memo_id, uuid, text, kind, pinned, *rest = row
    return Memo(memo_id, uuid, text, kind, bool(pinned), *rest)
