"""What the user says to the profile: another wording, this is wrong, that version was right.

Each function is one transaction on the newest state.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from pet.errors import MemoError, MemoRefused, NothingFound
from pet.memory import likeness, profile_rows, standing, tombstones
from pet.memory.profile_rows import MAX_LINE_SCALARS, MAX_LINES, ProfileLine, Saved
from pet.memory.standing import Standing
from pet.memory.store import Store
from pet.memory.wording import one_line, shows_something


def edit(store: Store, line_id: int, text: str, *, seen: int) -> ProfileLine:
    """Write *text* over a line as it stood in the version *seen*; from then on it is theirs.

    A line of another version is brought into the newest one. The text says what the line says, so
    a date is kept only in it. Raises MemoRefused ("profile.empty", "profile.too_long"), MemoError
    ("profile.changed_elsewhere") with both texts where somebody was faster, NothingFound,
    StoreError; nothing is changed then.
    """
    line = _checked(text)
    now_ms = store.clock.utc_ms()

    def rewrite(connection: sqlite3.Connection) -> ProfileLine:
        current = profile_rows.lines(connection, profile_rows.newest(connection))
        old = _one(profile_rows.lines(connection, seen), line_id)
        now = next((one for one in current if one.id == line_id), None)
        if now is not None and now.said != old.said:
            raise MemoError(
                "profile.changed_elsewhere", theirs_text=now.text, yours_text=line, line=line_id
            )
        if now is None and len(current) >= MAX_LINES:
            raise MemoRefused("profile.full", limit=MAX_LINES)
        new = replace(old, text=line, theirs=True, observed_ms=now_ms, event=None, precision=None)
        note = likeness.read(line)
        _lift(connection, note)
        others = [one for one in current if one.id != line_id]
        place = next((n for n, one in enumerate(current) if one.id == line_id), len(others))
        profile_rows.write(connection, [*others[:place], new, *others[place:]], "edit", now_ms)
        return Standing.of(connection).seen(new)

    return store.write(rewrite)


def reject(store: Store, line_id: int) -> ProfileLine:
    """Take a line out of the profile, for good: the night does not conclude it again.

    `accept` takes that back. Raises NothingFound, StoreError.
    """
    now_ms = store.clock.utc_ms()

    def remove(connection: sqlite3.Connection) -> ProfileLine:
        current = profile_rows.lines(connection, profile_rows.newest(connection))
        line = _one(current, line_id)
        hashes = standing.digests(tombstones.key_of(connection), likeness.read(line.text))
        connection.executemany(
            "INSERT OR REPLACE INTO profile_rejections (digest, line, rejected_ms)"
            " VALUES (?, ?, ?)",
            [(digest, line_id, now_ms) for digest in hashes],
        )
        rest = [one for one in current if one.id != line_id]
        profile_rows.write(connection, rest, "reject", now_ms)
        return replace(line, state="rejected")

    return store.write(remove)


def accept(store: Store, line_id: int) -> ProfileLine:
    """Take the rejection of a line back: it stands again as it last stood.

    Raises NothingFound where it was not rejected, or no version has it any more; StoreError.
    """
    now_ms = store.clock.utc_ms()

    def bring_back(connection: sqlite3.Connection) -> ProfileLine:
        last = connection.execute(
            "SELECT max(version) FROM profile_lines WHERE line ="
            " (SELECT line FROM profile_rejections WHERE line = ?)",
            (line_id,),
        ).fetchall()[0][0]
        if last is None:
            raise NothingFound("profile.no_line", number=line_id)
        connection.execute("DELETE FROM profile_rejections WHERE line = ?", (line_id,))
        line = _one(profile_rows.lines(connection, last), line_id)
        current = profile_rows.lines(connection, profile_rows.newest(connection))
        if all(one.id != line_id for one in current):
            if len(current) >= MAX_LINES:
                raise MemoRefused("profile.full", limit=MAX_LINES)
            profile_rows.write(connection, [*current, line], "accept", now_ms)
        return Standing.of(connection).seen(line)

    return store.write(bring_back)


def restore(store: Store, version: int) -> Saved:
    """Use *version* again, as a new version; what was rejected, forgotten or erased stays away.

    Raises NothingFound, StoreError.
    """
    now_ms = store.clock.utc_ms()

    def use_again(connection: sqlite3.Connection) -> Saved:
        wanted = standing.allowed(connection, profile_rows.lines(connection, version))
        made = profile_rows.write(connection, wanted, "restore", now_ms, restored=version)
        return Saved(made, changed=True)

    return store.write(use_again)


def _checked(text: str) -> str:
    line = one_line(text)
    if not shows_something(line):
        raise MemoRefused("profile.empty")
    if len(line) > MAX_LINE_SCALARS:
        raise MemoRefused("profile.too_long", limit=MAX_LINE_SCALARS, size=len(line))
    return line


def _one(found: Sequence[ProfileLine], line_id: int) -> ProfileLine:
    for line in found:
        if line.id == line_id:
            return line
    raise NothingFound("profile.no_line", number=line_id)


def _lift(connection: sqlite3.Connection, note: likeness.Note) -> None:
    """The user writes it themselves: what kept it away gives way."""
    key = tombstones.key_of(connection)
    hashes = standing.digests(key, note)
    for digest in hashes:
        connection.execute("DELETE FROM profile_rejections WHERE digest = ?", (digest,))
    tombstones.lift_digests(connection, hashes)
