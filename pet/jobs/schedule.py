"""When the night's work is due: pure functions of what the clock says.

No timer is ever set for three in the morning. Somebody asks every few minutes, so a machine that
slept through the night is late, not excused, and hours that happen twice or never need no care:
a night is known by its local date.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

NIGHT: Final = time(3)
AWAY: Final = timedelta(days=7)  # who has not been there for so long needs no new profile
QUIET: Final = timedelta(minutes=10)  # so long after the last word nobody is talking

_CLOCK_WAS_WRONG: Final = timedelta(hours=26)  # ahead by more than any two zones lie apart


def is_due(now: datetime, last_run: datetime | None, at: time = NIGHT) -> bool:
    """Whether a night has begun since the one of *last_run* (None: there was none yet).

    Both are aware, each in the zone that the user was in then: the dates on the wall count, not the
    hours between. A last run that lies far in the future was written by a clock that was wrong, and
    counts for nothing.
    """
    if last_run is None or last_run.astimezone(UTC) - now.astimezone(UTC) > _CLOCK_WAS_WRONG:
        return True
    return night_of(last_run, at) < night_of(now, at)


def next_night(now: datetime, at: time = NIGHT) -> datetime:
    """When the night begins that follows on the one of *now*, in the zone of *now*."""
    following = night_of(now, at) + timedelta(days=1)
    return datetime.combine(following, at, tzinfo=now.tzinfo)


def night_of(moment: datetime, at: time = NIGHT) -> date:
    """The local date of the night that *moment* belongs to: the last on which *at* has passed."""
    today = moment.date()
    return today if moment.time() >= at else today - timedelta(days=1)


def was_there(now: datetime, last_words: datetime | None) -> bool:
    """Whether the user said anything in the last seven days; the distance counts."""
    return last_words is not None and _distance(now, last_words) <= AWAY


def is_quiet(now: datetime, last_words: datetime | None) -> bool:
    """Whether nobody has said anything for ten minutes."""
    return last_words is None or _distance(now, last_words) >= QUIET


def _distance(one: datetime, two: datetime) -> timedelta:
    return abs(one.astimezone(UTC) - two.astimezone(UTC))
