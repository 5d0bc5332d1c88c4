"""A file from anywhere as an archive: what cannot be one is refused, part by part, with a reason.

Nothing in the file is believed: every value is checked for its type, its size and its range.
"""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast, get_args
from uuid import UUID

from pet.errors import ImportRefused
from pet.memory.archive import (
    FORMAT,
    VERSION,
    Archive,
    LineRecord,
    MemoRecord,
    SessionRecord,
    SummaryRecord,
    TurnRecord,
)
from pet.memory.memo_rows import Kind
from pet.memory.profile_rows import Precision, Topic
from pet.memory.turns import State
from pet.memory.wording import one_line, storable

T = TypeVar("T")

MAX_FILE_BYTES: Final = 256 * 1024**2
MAX_TEXT_SCALARS: Final = 200_000  # of one side of a turn
_MAX_NAME_SCALARS: Final = 200
_EARLIEST: Final = datetime(1900, 1, 1, tzinfo=UTC)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)

What = Literal["memo", "profile", "session", "summary", "turn"]


@dataclass(frozen=True, slots=True)
class Refused:
    """A part of the file that is not taken: what, the how manieth (or its line), and why."""

    what: What
    place: int
    reason: str  # a key: `import.why.<reason>`


@dataclass(frozen=True, slots=True)
class Read:
    """What a file holds, and what of it cannot be read."""

    archive: Archive
    refused: tuple[Refused, ...]


class _Bad(Exception):
    """One part is not what it should be."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_file(path: Path) -> Read:
    """The archive in the file *path*. Raises ImportRefused where it is none."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ImportRefused("import.no_file")
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ImportRefused("import.unreadable", reason=error.strerror or "") from error
    return read(content)


def read(content: bytes) -> Read:
    """The archive in *content*: our JSON, or JSON Lines. Raises ImportRefused."""
    if len(content) > MAX_FILE_BYTES:
        raise ImportRefused("import.too_large", limit_mb=MAX_FILE_BYTES // 1024**2)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ImportRefused("import.not_utf8") from error
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise ImportRefused("import.unknown") from error
    except ValueError:
        return _read_lines(list(_values(text)))
    if isinstance(value, dict) and value.get("format") == FORMAT:
        return _read_whole(value)
    if isinstance(value, list):
        return _read_lines(list(enumerate(value, 1)))
    return _read_lines([(1, value)])


def _values(text: str) -> Iterator[tuple[int, Any]]:  # JSON values
    """What each line holds, by its number; None where it is no JSON."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                yield number, None


def _read_whole(value: dict[str, Any]) -> Read:  # JSON values
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ImportRefused("import.unknown")
    if version > VERSION:
        raise ImportRefused("import.too_new", version=version)
    refused: list[Refused] = []
    memos = _each(value.get("memos"), "memo", _memo, refused)
    profile = _each(value.get("profile"), "profile", _profile_line, refused)
    sessions = _each(value.get("sessions"), "session", lambda one: _session(one, refused), refused)
    return Read(Archive(memos, profile, sessions), tuple(refused))


def _read_lines(values: list[tuple[int, Any]]) -> Read:  # JSON values
    """Turns, put together by the names of their sessions, in the order of the file."""
    refused: list[Refused] = []
    said: dict[str, list[TurnRecord]] = {}
    for number, value in values:
        try:
            name = _name(_object(value), "session")
            turn = _turn(value, number)
        except _Bad as bad:
            refused.append(Refused("turn", number, bad.reason))
        else:
            said.setdefault(name, []).append(turn)
    if not said:
        raise ImportRefused("import.unknown")
    sessions = tuple(
        SessionRecord(name, turns[0].persona, tuple(turns)) for name, turns in said.items()
    )
    return Read(Archive(sessions=sessions), tuple(refused))


def _each(
    value: Any,  # a JSON value
    what: What,
    make: Callable[[dict[str, Any]], T],
    refused: list[Refused],
) -> tuple[T, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise ImportRefused("import.unknown")
    made: list[T] = []
    for number, one in enumerate(value, 1):
        try:
            made.append(make(_object(one)))
        except _Bad as bad:
            refused.append(Refused(what, number, bad.reason))
    return tuple(made)


def _memo(value: dict[str, Any]) -> MemoRecord:
    number = value.get("number")
    return MemoRecord(
        text=_text(value, "text"),
        kind=cast("Kind | None", _one_of(value, "kind", get_args(Kind))),
        pinned=value.get("pinned") is True,
        created_ms=_time(value, "created"),
        number=number if isinstance(number, int) else None,
        turn=_uuid(value, "turn"),
    )


def _profile_line(value: dict[str, Any]) -> LineRecord:
    topic = _one_of(value, "topic", get_args(Topic))
    event, precision = value.get("event"), _one_of(value, "precision", get_args(Precision))
    return LineRecord(
        topic=cast("Topic", topic or "other"),
        text=_text(value, "text"),
        observed_ms=_time(value, "observed"),
        theirs=value.get("theirs") is True,
        event=event if precision and _is_day(event) else None,
        precision=cast("Precision | None", precision if _is_day(event) else None),
        said=tuple(_places(value.get("said"))),
    )


def _session(value: dict[str, Any], refused: list[Refused]) -> SessionRecord:
    name = None if value.get("name") is None else _name(value, "name")
    uuid = _uuid(value, "uuid")
    if name is None and uuid is None:
        raise _Bad("shape")
    turns = _each(value.get("turns"), "turn", _turn, refused)
    summaries = _each(value.get("summaries"), "summary", _summary, refused)
    return SessionRecord(
        name=name,
        persona=_name(value, "persona"),
        turns=turns,
        summaries=summaries,
        uuid=uuid,
    )


def _turn(value: dict[str, Any], line: int = 0) -> TurnRecord:
    state = _one_of(value, "state", get_args(State))
    # Nobody answers any more what was being answered when the file was written.
    ended = {"asked": "failed", "partial": "stopped"}.get(state or "done", state or "done")
    return TurnRecord(
        persona=_name(value, "persona"),
        user=_text(value, "user"),
        reply=_text(value, "reply"),
        at_ms=_time(value, "at"),
        uuid=_uuid(value, "uuid"),
        state=cast("State", ended),
        echo=value.get("echo") is True,
        line=line,
    )


def _summary(value: dict[str, Any]) -> SummaryRecord:
    own, upto = _uuid(value, "uuid"), _uuid(value, "upto")
    if own is None or upto is None:
        raise _Bad("shape")
    return SummaryRecord(_text(value, "text"), own, upto, _time(value, "at"))


def _object(value: Any) -> dict[str, Any]:  # JSON values
    if not isinstance(value, dict):
        raise _Bad("shape")
    return value


def _text(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    if not isinstance(found, str):
        raise _Bad("shape")
    if len(found) > MAX_TEXT_SCALARS:
        raise _Bad("long")
    return found


def _name(value: dict[str, Any], name: str) -> str:
    found = one_line(_text(value, name))
    if not found:
        raise _Bad("shape")
    if len(found) > _MAX_NAME_SCALARS:
        raise _Bad("long")
    return found


def _one_of(value: dict[str, Any], name: str, known: tuple[str, ...]) -> str | None:
    found = value.get(name)
    if found is not None and found not in known:
        raise _Bad("shape")
    return cast("str | None", found)


def _uuid(value: dict[str, Any], name: str) -> str | None:
    found = value.get(name)
    if found is None:
        return None
    try:
        return str(UUID(found))
    except (ValueError, AttributeError, TypeError) as error:
        raise _Bad("shape") from error


def _time(value: dict[str, Any], name: str) -> int:
    """A time as UTC milliseconds; one that names no zone is UTC."""
    found: Any = value.get(name)
    try:
        at = datetime.fromisoformat(found)
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        if not _EARLIEST <= at <= _LATEST:
            raise _Bad("time")
    except (ValueError, TypeError, OverflowError) as error:
        raise _Bad("time") from error
    return round(at.timestamp() * 1000)


def _is_day(value: Any) -> bool:  # a JSON value
    try:
        date.fromisoformat(value)
    except (ValueError, TypeError):
        return False
    return _DAY.fullmatch(value) is not None  # weeks and days without hyphens are ISO 8601 too


def _places(value: Any) -> Iterator[tuple[str, int, int]]:  # a JSON value
    for place in value if isinstance(value, list) else ():
        match place:
            case [str() as turn, int() as start, int() as stop] if 0 <= start < stop <= 1 << 31:
                yield storable(turn), start, stop
            case _:
                raise _Bad("shape")
