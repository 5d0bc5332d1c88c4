"""Memos: what the user wants to be remembered. The limits hold for every path, here.

Each function is one transaction on the newest state and returns the store's receipt for it.
"""

from __future__ import annotations

import re
import sqlite3
import uuid
from collections.abc import Iterable
from typing import Final

from pet.errors import MemoError, MemoRefused, NothingFound
from pet.memory import high_water, memo_rows, sensitive, tombstones, undo
from pet.memory.connections import insert
from pet.memory.kinds import guess_kind
from pet.memory.memo_rows import (
    MAX_MEMO_SCALARS,
    MAX_MEMOS,
    Edit,
    Kind,
    Memo,
    Origin,
    Receipt,
)
from pet.memory.pieces import without_particle
from pet.memory.store import Store
from pet.memory.wording import folded, one_line, shows_something

__all__ = [
    "MAX_MEMOS",
    "MAX_MEMO_SCALARS",
    "Edit",
    "Kind",
    "Memo",
    "Origin",
    "Receipt",
    "add",
    "change",
    "checked",
    "everything",
    "find",
    "forget",
    "forget_all",
    "move",
    "numbers_in",
    "pin",
    "set_kind",
]

# Nothing that the user did in person; a tombstone stops these.
_AUTOMATIC: Final[frozenset[Origin]] = frozenset({"tool", "import"})
# "010" is a part of a telephone number, not memo 10. The keyboard may be set to full-width letters.
_NUMBER: Final = re.compile(r"[#＃]?\s*([1-9１-９]\d{0,8})")


def everything(store: Store) -> tuple[Memo, ...]:
    """All memos in the order of trust: pinned, then how to talk, then the user's order."""
    return store.read(memo_rows.alive)


def find(store: Store, wanted: str) -> tuple[Memo, ...]:
    """The memos that *wanted* means: the one of a number ("#3", "3"), or all that hold every word.

    Words are found as parts of words, whatever their case; never by likeness. Korean words that
    nothing holds are looked for without their particles (고양이를 means 고양이).
    """
    there = everything(store)
    if number := _NUMBER.fullmatch(wanted.strip()):
        return tuple(memo for memo in there if memo.id == int(number[1]))
    words = folded(wanted).split()
    return _holding(there, words) or _holding(there, [without_particle(word) for word in words])


def _holding(there: tuple[Memo, ...], words: list[str]) -> tuple[Memo, ...]:
    """Those that hold every one of *words*; none where there are no words."""
    return tuple(
        memo for memo in there if words and all(word in folded(memo.text) for word in words)
    )


def numbers_in(wanted: str) -> tuple[int, ...]:
    """The numbers of a list such as "#1 #2" or "1, 2", each once; empty where it is none."""
    parts = re.split(r"\s*[,，、]\s*|\s+", wanted.strip())
    found = [_NUMBER.fullmatch(part) for part in parts]
    return tuple(dict.fromkeys(int(one[1]) for one in found if one)) if all(found) else ()


def add(
    store: Store,
    text: str,
    *,
    origin: Origin,
    turn: int | None = None,
    only_for: str | None = None,
) -> Receipt:
    """Save *text*; one that says the same as a memo there is answered "already".

    *turn*: the turn it came from. *only_for*: the id of the one persona it is for; said again for
    others, it is for all of them. Raises MemoRefused ("memo_empty", "memo_too_long", "memos_full",
    "memo_sensitive" with the kind of value but never the value, or "memo_buried" where an automatic
    path would bring back what the user has removed) and StoreError.
    """
    line = checked(text, automatic=origin in _AUTOMATIC)
    now_ms = store.clock.utc_ms()

    def save(connection: sqlite3.Connection) -> Receipt:
        digest = tombstones.digest_of(connection, line)
        twin = memo_rows.alive_saying(connection, line)
        if twin is not None:
            return _said_again(connection, twin, only_for, now_ms)
        memo_rows.refuse_if_full(connection)
        _pass_tombstone(connection, line, origin)
        memo_id = _insert(connection, line, digest, origin, turn, now_ms)
        connection.execute("UPDATE memos SET only_for = ? WHERE id = ?", (only_for, memo_id))
        high_water.note(store.paths, memo_id)
        undo.push(connection, memo_id, "add", "", now_ms)
        return Receipt("saved", memo_rows.alive_one(connection, memo_id))

    return store.write(save)


def _said_again(
    connection: sqlite3.Connection, twin: Memo, only_for: str | None, now_ms: int
) -> Receipt:
    """The receipt for a memo that is there; one that was for another persona is for all now."""
    if twin.only_for in (None, only_for):
        return Receipt("already", twin)
    undo.push(connection, twin.id, "whose", twin.only_for or "", now_ms)
    connection.execute("UPDATE memos SET only_for = NULL WHERE id = ?", (twin.id,))
    return Receipt("changed", memo_rows.alive_one(connection, twin.id))


def forget(store: Store, memo_id: int) -> Receipt:
    """Hide a memo, and the commands that carried its text; `undo` brings all of it back.

    Raises NothingFound, StoreError.
    """
    return forget_all(store, (memo_id,))[0]


def forget_all(store: Store, memo_ids: Iterable[int]) -> tuple[Receipt, ...]:
    """Forget these memos, all or none; each is undone by itself.

    Raises NothingFound, StoreError.
    """
    now_ms = store.clock.utc_ms()

    def hide(connection: sqlite3.Connection) -> tuple[Receipt, ...]:
        receipts = []
        for memo_id in memo_ids:
            memo = memo_rows.alive_one(connection, memo_id)
            connection.execute("UPDATE memos SET forgotten_ms = ? WHERE id = ?", (now_ms, memo_id))
            undo.push(connection, memo_id, "forget", "", now_ms)
            receipts.append(Receipt("forgotten", memo))
        return tuple(receipts)

    return store.write(hide)


def change(
    store: Store, memo_id: int, text: str, *, revision: int, origin: Origin = "window"
) -> Receipt:
    """Write *text* over the memo as it was at *revision*; *origin* is who does it.

    Raises MemoError("memo_changed_elsewhere") with both texts where somebody was faster,
    MemoRefused, NothingFound, StoreError; nothing is changed then.
    """
    line = checked(text, automatic=origin in _AUTOMATIC)
    now_ms = store.clock.utc_ms()

    def rewrite(connection: sqlite3.Connection) -> Receipt:
        memo = memo_rows.alive_one(connection, memo_id)
        if memo.text == line:
            return Receipt("already", memo)
        if memo.revision != revision:
            raise MemoError(
                "memo_changed_elsewhere",
                number=memo_id,
                revision=memo.revision,
                theirs_text=memo.text,
                yours_text=line,
            )
        _pass_tombstone(connection, line, origin)
        undo.push(connection, memo_id, "change", memo.text, now_ms)
        return Receipt("changed", memo_rows.rewrite(connection, memo_id, line, now_ms))

    return store.write(rewrite)


def pin(store: Store, memo_id: int, pinned: bool) -> Receipt:
    """Put a memo before all that are not pinned, or let it go. Raises NothingFound, StoreError."""
    return _set(store, memo_id, "pin", "pinned", int(pinned))


def set_kind(store: Store, memo_id: int, kind: Kind) -> Receipt:
    """Correct the guess of what a memo is about. Raises NothingFound, StoreError."""
    return _set(store, memo_id, "kind", "kind", kind)


def move(store: Store, memo_id: int, before: int | None) -> Receipt:
    """Put a memo before the memo *before* in the user's order, or last.

    Raises NothingFound, StoreError.
    """
    now_ms = store.clock.utc_ms()

    def reorder(connection: sqlite3.Connection) -> Receipt:
        memo = memo_rows.alive_one(connection, memo_id)
        ordered = sorted(memo_rows.alive(connection), key=lambda each: (each.place, each.id))
        order = [each.id for each in ordered if each.id != memo_id]
        if before is not None and before not in order:
            raise NothingFound("memo_not_found", number=before)
        order.insert(order.index(before) if before is not None else len(order), memo_id)
        if order == [each.id for each in ordered]:
            return Receipt("already", memo)
        undo.push(connection, memo_id, "move", undo.places_as_text(tuple(ordered)), now_ms)
        connection.executemany("UPDATE memos SET place = ? WHERE id = ?", enumerate(order, start=1))
        return Receipt("changed", memo_rows.alive_one(connection, memo_id))

    return store.write(reorder)


def _set(store: Store, memo_id: int, edit: Edit, column: str, value: int | str) -> Receipt:
    now_ms = store.clock.utc_ms()

    def assign(connection: sqlite3.Connection) -> Receipt:
        memo = memo_rows.alive_one(connection, memo_id)
        ((before,),) = connection.execute(f"SELECT {column} FROM memos WHERE id = ?", (memo_id,))
        if before == value:
            return Receipt("already", memo)
        undo.push(connection, memo_id, edit, str(before), now_ms)
        connection.execute(f"UPDATE memos SET {column} = ? WHERE id = ?", (value, memo_id))
        return Receipt("changed", memo_rows.alive_one(connection, memo_id))

    return store.write(assign)


def checked(text: str, *, automatic: bool) -> str:
    """*text* as a memo may hold it; *automatic* paths must be stricter.

    What opens a person's life to others is not kept by any path. Raises MemoRefused.
    """
    line = one_line(text)
    if not shows_something(line):
        raise MemoRefused("memo_empty")
    if len(line) > MAX_MEMO_SCALARS:
        raise MemoRefused("memo_too_long", limit=MAX_MEMO_SCALARS, size=len(line))
    for finding in sensitive.find(line):
        if automatic or not finding.automatic_only:
            raise MemoRefused("memo_sensitive", kind=finding.kind)
    return line


def _pass_tombstone(connection: sqlite3.Connection, line: str, origin: Origin) -> None:
    """A tombstone stops what acts by itself, and gives way to the user's own hands."""
    if origin in _AUTOMATIC and tombstones.buried(connection, line):
        raise MemoRefused("memo_buried")
    tombstones.lift(connection, line)


def _insert(
    connection: sqlite3.Connection,
    line: str,
    digest: bytes,
    origin: Origin,
    turn: int | None,
    now_ms: int,
) -> int:
    found = connection.execute("SELECT id, persona FROM turns WHERE id = ?", (turn,)).fetchall()
    known_turn, persona = found[0] if found else (None, None)
    return insert(
        connection,
        "INSERT INTO memos (uuid, text, digest, kind, place, origin, created_ms, changed_ms,"
        " turn, persona) SELECT ?, ?, ?, ?, ifnull(max(place), 0) + 1, ?, ?, ?, ?, ? FROM memos",
        str(uuid.uuid4()),
        line,
        digest,
        guess_kind(line),
        origin,
        now_ms,
        now_ms,
        known_turn,
        persona,
    )
