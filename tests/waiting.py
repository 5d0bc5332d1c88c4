"""The one place in the tests that may wait: for a condition, never for a length of time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_PAUSE = threading.Event()


def until(condition: Callable[[], T], seconds: float = 60.0, what: str = "") -> T:
    """The first true value of *condition*; fails the test after *seconds*."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:.0f} s in vain: {what or condition}")
        _PAUSE.wait(0.01)
