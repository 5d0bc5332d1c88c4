"""The profile: what the pet concluded by itself, in versions, and what the user says to that.

Each function is one transaction on the newest state. A version is never changed; whoever changes
the profile makes the next one, and the last thirty stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from pet.memory import profile_rows, standing
from pet.memory.profile_edits import accept, edit, reject, restore
from pet.memory.profile_rows import (
    MAX_LINE_SCALARS,
    MAX_LINES,
    MAX_VERSIONS,
    TOPICS,
    Precision,
    ProfileLine,
    Reason,
    Saved,
    Source,
    State,
    Topic,
    Version,
)
from pet.memory.standing import Standing
from pet.memory.store import Store

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
            changed=tuple(pair for pair in changed if pair[0].said != pair[1].said),
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
        allowed = standing.allowed(connection, wanted)
        before = profile_rows.lines(connection, current)
        ordered = profile_rows.in_order(allowed)
        if [(line.id, *line.said) for line in before] == [
            (line.id, *line.said) for line in ordered
        ]:
            for line in allowed:
                profile_rows.add_sources(connection, line.id, line.sources)
            return Saved(current, changed=False)
        return Saved(profile_rows.write(connection, allowed, reason, now_ms), changed=True)

    return store.write(swap)
