"""How the window says when and where from: the user's own time, in the user's language."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from pet.i18n import Texts
from pet.memory.memos import Memo


def local(utc_ms: int, zone: tzinfo | None) -> datetime:
    """The moment *utc_ms* on the user's clock."""
    return datetime.fromtimestamp(utc_ms / 1000, UTC).astimezone(zone)


def day(texts: Texts, utc_ms: int, now: datetime) -> str:
    """The day of *utc_ms*: "3 Nov", with its year where that is another one."""
    moment = local(utc_ms, now.tzinfo)
    key = "memory.day" if moment.year == now.year else "memory.day.year"
    names = texts("memory.months").split("|")
    return texts(key, day=moment.day, month=names[moment.month - 1], year=moment.year)


def moment(texts: Texts, utc_ms: int, now: datetime) -> str:
    """The day and the minute of *utc_ms*; of today only the minute."""
    found = local(utc_ms, now.tzinfo)
    if found.date() == now.date():
        return f"{found:%H:%M}"
    return f"{day(texts, utc_ms, now)}, {found:%H:%M}"


def origin(texts: Texts, memo: Memo, now: datetime) -> str:
    """Where a memo came from, and when."""
    told = texts(f"memory.origin.{memo.origin}")
    parts = [f"#{memo.id}", told, day(texts, memo.created_ms, now)]
    if memo.revision > 1:
        parts.append(texts("memory.changed_on", day=day(texts, memo.changed_ms, now)))
    return " · ".join(parts)
