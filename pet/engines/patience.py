"""Waiting for a call that may take its time, but no longer than the user wants to."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pet.engines.base import Stop

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Done(Generic[T]):
    value: T


def unless_stopped(job: Callable[[], T], stop: Stop) -> T | None:
    """What *job* returns, or its error; None as soon as *stop* is pressed.

    *job* runs on a thread of its own, which is left to end by itself after a Stop: it must be a
    call that ends, and whose outcome nobody misses.
    """
    outcome: queue.SimpleQueue[_Done[T] | Exception | None] = queue.SimpleQueue()

    def call() -> None:
        try:
            outcome.put(_Done(job()))
        except Exception as error:  # noqa: BLE001 - it is raised where it was asked for
            outcome.put(error)

    threading.Thread(target=call, name="pet-patience", daemon=True).start()
    forget = stop.call_when_pressed(lambda: outcome.put(None))
    try:
        came = outcome.get()
    finally:
        forget()
    if isinstance(came, Exception):
        raise came
    return None if came is None or stop.pressed else came.value
