"""The profile: what the pet concluded by itself, in versions, and what the user says to that.

Each function is one transaction on the newest state. A version is never changed; whoever changes
the profile makes the next one, and the last thirty stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from pet.errors import MemoError, MemoRefused, NothingFound
from pet.memory import likeness, profile_rows, standing, tombstones
from pet.memory.profile_rows import (
    MAX_LINE_SCALARS,
    MAX_LINES,
    MAX_VERSIONS,
    TOPICS,
    Precision,
    ProfileLine,
    Reason,
    Source,
    State,
    Topic,
    Version,
)
from pet.memory.standing import Standing
from pet.memory.store import Store
from pet.memory.wording import one_line, shows_something

__all__ = [
    "MAX_LINES",
    "MAX_LINE_SCALARS",
    "MAX_VERSIONS",
    "TOPICS",
    "Diff",
    "Precision",
    "ProfileLine",
    "Reason",
    "Saved",
    "Snapshot",
    "Source",
    "State",
    "Topic",
    "Version",
    "accept",
    "current_lines",
    "diff",
    "edit",
    "lines",
    "newest",
    "reject",
    "restore",
    "save",
    "snapshot",
    "spoken",
    "versions",
]

# In English and in Korean, and how many days it may last.
_DAYS: Final[Mapping[Precision, tuple[str, str]]] = {
    "day": ("{:%Y-%m-%d}", "{:%Y-%m-%d}"),
    "week": ("week of {:%Y-%m-%d}", "{:%Y-%m-%d} 주"),
    "month": ("{:%Y-%m}", "{:%Y-%m}"),
    "year": ("{:%Y}", "{:%Y}년"),
}
_LENGTHS: Final[Mapping[Precision, timedelta]] = {
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=31),
    "year": timedelta(days=366),
}
_SHOWN: Final[frozenset[State]] = frozenset({"active", "theirs"})


@dataclass(frozen=True, slots=True)
class Saved:
    """The version that counts now, and whether it is a new one."""

    version: int
    changed: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The profile as it is saved, and what the user said to it in person, at one moment."""

    version: int
    lines: tuple[ProfileLine, ...]
    standing: Standing


@dataclass(frozen=True, slots=True)
class Diff:
    """What is different in one version, seen from another; pairs are before and after."""

    added: tuple[ProfileLine, ...]
    removed: tuple[ProfileLine, ...]
    changed: tuple[tuple[ProfileLine, ProfileLine], ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


def current_lines(store: Store) -> tuple[ProfileLine, ...]:
    """What a prompt may hold, in its order: nothing hidden or rejected. Raises StoreError."""
    return tuple(line for line in lines(store) if line.state in _SHOWN)


def lines(store: Store, version: int | None = None) -> tuple[ProfileLine, ...]:
    """All lines of *version* (None: the newest) under their headings, each with its state now.

    Raises NothingFound, StoreError.
    """

    def look(connection: sqlite3.Connection) -> tuple[ProfileLine, ...]:
        wanted = profile_rows.newest(connection) if version is None else version
        found = profile_rows.lines(connection, wanted)
        if not found:
            return ()
        now = Standing.of(connection)
        return tuple(now.seen(line) for line in found)

    return store.read(look)


def spoken(line: ProfileLine, today: date) -> str:
    """The line as it is shown and sent: a plan with its day, and whether that is past."""
    if line.event is None:
        return line.text
    korean = any("가" <= letter <= "힣" for letter in line.text)
    first = date.fromisoformat(line.event)
    day = _DAYS[line.precision or "day"][korean].format(first)
    if first + _LENGTHS[line.precision or "day"] <= today:
        day += ", 지남" if korean else ", past"
    return f"{line.text} ({day})"


def newest(store: Store) -> int:
    """The number of the version that counts; 0 where there is none yet. Raises StoreError."""
    return store.read(profile_rows.newest)


def snapshot(store: Store) -> Snapshot:
    """What the night builds on; `save` says whether it still holds. Raises StoreError."""

    def look(connection: sqlite3.Connection) -> Snapshot:
        version = profile_rows.newest(connection)
        found = profile_rows.lines(connection, version)
        return Snapshot(version, found, Standing.of(connection))

    return store.read(look)


def versions(store: Store) -> tuple[Version, ...]:
    """The versions that are kept, the newest first. Raises StoreError."""
    return store.read(profile_rows.versions)


def diff(store: Store, before: int, after: int) -> Diff:
    """What is different in version *after*; 0 is the empty profile. Raises NothingFound."""

    def compare(connection: sqlite3.Connection) -> Diff:
        old = {line.id: line for line in profile_rows.lines(connection, before)}
        new = {line.id: line for line in profile_rows.lines(connection, after)}
        changed = [(old[name], line) for name, line in new.items() if name in old]
        added = [line for name, line in new.items() if name not in old]
        successors = {line.replaces: line for line in added if line.replaces}
        taken = successors.keys() & (old.keys() - new.keys())
        changed += [(old[name], line) for name, line in successors.items() if name in taken]
        return Diff(
            added=tuple(line for line in added if line.replaces not in taken),
            removed=tuple(
                line for name, line in old.items() if name not in new and name not in taken
            ),
            changed=tuple(pair for pair in changed if _said(pair[0]) != _said(pair[1])),
        )

    return store.read(compare)


def save(
    store: Store,
    wanted: Sequence[ProfileLine],
    *,
    expected: int,
    reason: Reason = "night",
    also: Callable[[sqlite3.Connection], object] | None = None,
) -> Saved | None:
    """Make *wanted* the profile, if *expected* is still the newest version; None where it is not.

    What the user has removed meanwhile stays away, also where *wanted* has it. Where nothing is
    different, no version is made. *also* is done in the same transaction. Raises StoreError.
    """
    now_ms = store.clock.utc_ms()

    def swap(connection: sqlite3.Connection) -> Saved | None:
        current = profile_rows.newest(connection)
        if current != expected:
            return None
        if also is not None:
            also(connection)
        allowed = _allowed(connection, wanted)
        before = profile_rows.lines(connection, current)
        if [(line.id, *_said(line)) for line in before] == [
            (line.id, *_said(line)) for line in _in_order(allowed)
        ]:
            for line in allowed:
                profile_rows.add_sources(connection, line.id, line.sources)
            return Saved(current, changed=False)
        return Saved(profile_rows.write(connection, allowed, reason, now_ms), changed=True)

    return store.write(swap)


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
        if now is not None and _said(now) != _said(old):
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
        wanted = _allowed(connection, profile_rows.lines(connection, version))
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
    for digest in standing.digests(key, note):
        connection.execute("DELETE FROM profile_rejections WHERE digest = ?", (digest,))
        tombstones.lift(connection, digest)


def _allowed(
    connection: sqlite3.Connection, wanted: Sequence[ProfileLine]
) -> tuple[ProfileLine, ...]:
    """The lines of *wanted* that nothing the user did keeps away, without repetitions."""
    now = Standing.of(connection)
    kept: dict[int | str, ProfileLine] = {}
    for line in wanted:
        if not _is_kept_away(connection, now, line):
            kept.setdefault(line.id or line.text, line)
    return tuple(kept.values())[:MAX_LINES]


def _is_kept_away(connection: sqlite3.Connection, now: Standing, line: ProfileLine) -> bool:
    note = likeness.read(line.text)
    if now.is_rejected(note, () if line.theirs or line.id else line.sources):
        return True
    if any(tombstones.buried(connection, digest) for digest in standing.digests(now.key, note)):
        return True
    if line.theirs:
        return False
    return now.forgotten_like(note) is not None or _has_lost_its_turns(connection, now, line)


def _has_lost_its_turns(connection: sqlite3.Connection, now: Standing, line: ProfileLine) -> bool:
    """Whether every turn it came from was erased, or what came from there was forgotten."""
    marks = ", ".join("?" * len(line.turns))
    there = connection.execute(f"SELECT id FROM turns WHERE id IN ({marks})", line.turns).fetchall()
    return bool(line.turns) and {turn for (turn,) in there} <= now.buried_turns


def _in_order(wanted: Sequence[ProfileLine]) -> list[ProfileLine]:
    return sorted(wanted, key=lambda line: TOPICS.index(line.topic))


def _said(line: ProfileLine) -> tuple[object, ...]:
    """What a person would see differ."""
    return line.topic, line.text, line.theirs, line.event, line.precision
