"""A line of the profile, the versions it stands in, and how both are read from the rows."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from pet.errors import NothingFound
from pet.memory.connections import insert, number

MAX_VERSIONS: Final = 30
MAX_LINES: Final = 60  # of one version
MAX_LINE_SCALARS: Final = 200  # code points after NFC, like a memo

Topic = Literal["work", "talk", "skill", "interest", "plan", "other"]
Precision = Literal["day", "week", "month", "year"]
Reason = Literal["night", "edit", "reject", "accept", "restore"]
State = Literal["active", "theirs", "hidden", "rejected"]

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)  # in the order of the headings


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """Where something was said: scalars *start* to *stop* of what the user said in a turn."""

    turn: int
    start: int
    stop: int

    def overlaps(self, other: Source) -> bool:
        return self.turn == other.turn and self.start < other.stop and other.start < self.stop


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """One conclusion. `id` is its number through all versions; 0 before it is saved.

    `state` is how it stands now, not when its version was made: hidden by the memo `hidden_by`
    that says otherwise (or was forgotten and said the same), or rejected by the user.
    """

    id: int
    topic: Topic
    text: str
    observed_ms: int  # when the user last said so
    sources: tuple[Source, ...] = ()
    theirs: bool = False  # the user wrote it: the night leaves it alone
    event: str | None = None  # the day it is about, as ISO 8601
    precision: Precision | None = None  # how exact that day is
    replaces: int | None = None  # the line whose place it took
    state: State = "active"
    hidden_by: int | None = None

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns it came from, oldest first."""
        return tuple(sorted({source.turn for source in self.sources}))

    @property
    def said(self) -> tuple[object, ...]:
        """What a person would see differ between two versions of the line."""
        return self.topic, self.text, self.theirs, self.event, self.precision


@dataclass(frozen=True, slots=True)
class Version:
    """One state of the whole profile, and why it came about."""

    id: int
    reason: Reason
    created_ms: int
    lines: int  # how many it has
    restored: int | None = None  # the version that was used again


@dataclass(frozen=True, slots=True)
class Saved:
    """The version that counts now, and whether it is a new one."""

    version: int
    changed: bool


def in_order(wanted: Sequence[ProfileLine]) -> list[ProfileLine]:
    """*wanted* under their headings, otherwise in the order given."""
    return sorted(wanted, key=lambda line: TOPICS.index(line.topic))


def newest(connection: sqlite3.Connection) -> int:
    """The number of the version that counts; 0 where there is none yet."""
    return number(connection, "SELECT ifnull(max(id), 0) FROM profile_versions")


def versions(connection: sqlite3.Connection) -> tuple[Version, ...]:
    """All versions that are kept, the newest first."""
    rows = connection.execute(
        "SELECT id, reason, created_ms, (SELECT count(*) FROM profile_lines WHERE version = id),"
        " restored FROM profile_versions ORDER BY id DESC"
    ).fetchall()
    return tuple(Version(*row) for row in rows)


def lines(connection: sqlite3.Connection, version: int) -> tuple[ProfileLine, ...]:
    """The lines of *version* in their order, as they were saved. Raises NothingFound.

    Version 0 is the empty profile before the first night.
    """
    known = connection.execute("SELECT 1 FROM profile_versions WHERE id = ?", (version,)).fetchall()
    if version and not known:
        raise NothingFound("profile.no_version", number=version)
    rows = connection.execute(
        "SELECT line, topic, text, observed_ms, theirs, event, precision, replaces"
        " FROM profile_lines WHERE version = ? ORDER BY place",
        (version,),
    ).fetchall()
    said = sources(connection)
    return tuple(_line(row, said) for row in rows)


def sources(connection: sqlite3.Connection) -> Mapping[int, tuple[Source, ...]]:
    """Where the lines come from, by their numbers."""
    found: dict[int, list[Source]] = {}
    for line, *place in connection.execute(
        "SELECT line, turn, start, stop FROM profile_sources ORDER BY line, turn, start"
    ).fetchall():
        found.setdefault(line, []).append(Source(*place))
    return {line: tuple(said) for line, said in found.items()}


def write(
    connection: sqlite3.Connection,
    wanted: Sequence[ProfileLine],
    reason: Reason,
    now_ms: int,
    *,
    restored: int | None = None,
) -> int:
    """Make *wanted* the newest version, in the order of the headings; its number.

    The oldest versions leave, and with them what only they had.
    """
    version = insert(
        connection,
        "INSERT INTO profile_versions (uuid, reason, restored, created_ms) VALUES (?, ?, ?, ?)",
        str(uuid.uuid4()),
        reason,
        restored,
        now_ms,
    )
    for place, line in enumerate(in_order(wanted)):
        _insert(connection, version, place, line)
    _prune(connection)
    return version


def add_sources(connection: sqlite3.Connection, line: int, said: Sequence[Source]) -> None:
    """Note where a line was said; places whose turn has been erased are left out."""
    connection.executemany(
        "INSERT OR IGNORE INTO profile_sources (line, turn, start, stop)"
        " SELECT ?, id, ?, ? FROM turns WHERE id = ?",
        [(line, source.start, source.stop, source.turn) for source in said],
    )


def _insert(connection: sqlite3.Connection, version: int, place: int, line: ProfileLine) -> None:
    name = line.id or insert(
        connection, "INSERT INTO profile_names (uuid) VALUES (?)", str(uuid.uuid4())
    )
    connection.execute(
        "INSERT INTO profile_lines (version, line, place, topic, text, theirs, observed_ms, event,"
        " precision, replaces) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(version, name, place, line.topic, line.text, line.theirs, line.observed_ms),
            *(line.event, line.precision, line.replaces),
        ),
    )
    add_sources(connection, name, line.sources)


def _prune(connection: sqlite3.Connection) -> None:
    connection.execute(
        "DELETE FROM profile_versions WHERE id <="
        " (SELECT id FROM profile_versions ORDER BY id DESC LIMIT 1 OFFSET ?)",
        (MAX_VERSIONS,),
    )
    drop_unused_names(connection)


def drop_unused_names(connection: sqlite3.Connection) -> None:
    """Forget the numbers that no version has any more; those of rejected lines are still needed."""
    connection.execute(
        "DELETE FROM profile_names WHERE id NOT IN (SELECT line FROM profile_lines)"
        " AND id NOT IN (SELECT line FROM profile_rejections)"
    )


def _line(row: tuple[Any, ...], said: Mapping[int, tuple[Source, ...]]) -> ProfileLine:
    line, topic, text, observed_ms, theirs, event, precision, replaces = row  # SQLite's values
    return ProfileLine(
        id=line,
        topic=topic,
        text=text,
        observed_ms=observed_ms,
        sources=said.get(line, ()),
        theirs=bool(theirs),
        event=event,
        precision=precision,
        replaces=replaces,
    )
