"""The only reader of the time; everyone else is given a Clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time; tests give one that stands still."""

    def now(self) -> datetime:
        """The present moment, aware, in the user's zone."""
        ...

    def utc_ms(self) -> int:
        """Milliseconds since 1970 in UTC: the unit of every stored time."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back, for measuring how long something took."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC).astimezone()

    def utc_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()
