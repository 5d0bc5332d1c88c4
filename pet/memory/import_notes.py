"""The memos and the profile of an archive on their way into the store."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import replace

from pet.errors import MemoRefused
from pet.memory import (
    likeness,
    memo_rows,
    memos,
    profile_rows,
    sensitive,
    standing,
    tombstones,
)
from pet.memory.archive import LineRecord, MemoRecord
from pet.memory.connections import insert
from pet.memory.import_ledger import Taking
from pet.memory.kinds import guess_kind
from pet.memory.profile_rows import MAX_LINE_SCALARS, MAX_LINES, ProfileLine, Source
from pet.memory.wording import bare, one_line, shows_something

_REASONS = {
    "memo_empty": "empty",
    "memo_too_long": "long",
    "memo_sensitive": "sensitive",
    "memo_buried": "buried",
    "memos_full": "full",
}


def add_memo(taking: Taking, memo: MemoRecord, place: int) -> None:
    """Add a memo under the next free number, unless one says the same or something forbids it."""
    connection = taking.connection
    try:
        line = memos.checked(memo.text, automatic=True)
        digest = tombstones.digest_of(connection, line)
        if _is_there(connection, line):
            taking.already["memo"] += 1
            return
        if taking.graves.hold_memo(line):
            raise MemoRefused("memo_buried")
        memo_rows.refuse_if_full(connection)
    except MemoRefused as refusal:
        taking.refuse("memo", place, _REASONS[refusal.key])
        return
    taking.added.memos.append(_insert_memo(connection, memo, line, digest, taking.now_ms))


def _is_there(connection: sqlite3.Connection, line: str) -> bool:
    """Whether a memo has these words, whatever full stop or spaces it has."""
    return bare(line) in {bare(memo.text) for memo in memo_rows.alive(connection)}


def _insert_memo(
    connection: sqlite3.Connection, memo: MemoRecord, line: str, digest: bytes, now_ms: int
) -> int:
    found = connection.execute(
        "SELECT id, persona FROM turns WHERE uuid = ?", (memo.turn,)
    ).fetchall()
    turn, persona = found[0] if found else (None, None)
    return insert(
        connection,
        "INSERT INTO memos (uuid, text, digest, kind, pinned, place, origin, created_ms,"
        " changed_ms, turn, persona) SELECT ?, ?, ?, ?, ?, ifnull(max(place), 0) + 1, 'import',"
        " ?, ?, ?, ? FROM memos",
        str(uuid.uuid4()),
        line,
        digest,
        memo.kind or guess_kind(line),
        memo.pinned,
        memo.created_ms or now_ms,
        now_ms,
        turn,
        persona,
    )


def add_profile(taking: Taking, lines: Sequence[LineRecord]) -> None:
    """Add the lines that the profile lacks, as one new version; what was rejected stays away."""
    connection = taking.connection
    before = profile_rows.lines(connection, profile_rows.newest(connection))
    notes = [likeness.read(line.text) for line in before]
    new: list[ProfileLine] = []
    for place, record in enumerate(lines, 1):
        reason, line = _checked(connection, record)
        if reason is not None:
            taking.refuse("profile", place, reason)
            continue
        note = likeness.read(line.text)
        if any(likeness.says_same(one, note) for one in notes):
            taking.already["profile"] += 1
        elif not standing.allowed(connection, (line,)):
            taking.refuse("profile", place, "buried")
        elif len(notes) >= MAX_LINES:
            taking.refuse("profile", place, "full")
        else:
            notes.append(note)
            new.append(line)
    if new:
        known = {line.id for line in before}
        version = profile_rows.write(connection, [*before, *new], "restore", taking.now_ms)
        now = profile_rows.lines(connection, version)
        taking.added.lines.extend(line.id for line in now if line.id not in known)


def _checked(connection: sqlite3.Connection, record: LineRecord) -> tuple[str | None, ProfileLine]:
    """Why the line cannot be taken, and the line as it would be."""
    text = one_line(record.text)
    line = ProfileLine(
        id=0,
        topic=record.topic,
        text=text,
        observed_ms=record.observed_ms,
        theirs=record.theirs,
        event=record.event,
        precision=record.precision,
    )
    if not shows_something(text):
        return "empty", line
    if len(text) > MAX_LINE_SCALARS:
        return "long", line
    if sensitive.find(text):
        return "sensitive", line
    return None, replace(line, sources=_sources(connection, record))


def _sources(connection: sqlite3.Connection, record: LineRecord) -> tuple[Source, ...]:
    found = []
    for name, start, stop in record.said:
        rows = connection.execute("SELECT id FROM turns WHERE uuid = ?", (name,)).fetchall()
        found += [Source(turn, start, stop) for (turn,) in rows]
    return tuple(found)
