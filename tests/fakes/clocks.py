"""A clock that moves only when told to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class FixedClock:
    """Stands still at *start* (aware) until `advance`."""

    def __init__(self, start: datetime = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)) -> None:
        self._now = start
        self._passed = 0.0

    def now(self) -> datetime:
        return self._now

    def utc_ms(self) -> int:
        return int(self._now.timestamp() * 1000)

    def monotonic(self) -> float:
        return self._passed

    def advance(self, **duration: float) -> None:
        step = timedelta(**duration)
        self._now += step
        self._passed += step.total_seconds()
