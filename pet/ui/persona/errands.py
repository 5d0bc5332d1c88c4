"""Jobs on disk that come one after another, each off the UI thread."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, Slot

from pet.errors import PetError
from pet.ui.background import Background

_PATIENCE: Final = 5.0  # seconds that the last job waits for the one before


@dataclass(frozen=True, slots=True)
class _Errand:
    job: Callable[[], Any]  # whatever the receiver takes
    done: Callable[[Any], None]
    failed: Callable[[PetError], None]


class Errands(QObject):
    """A later job never overtakes an earlier one: a draft is not written after it was saved."""

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._waiting: deque[_Errand] = deque()
        self._current: _Errand | None = None
        self._over = threading.Event()  # the job that was begun last has ended
        self._over.set()

    @property
    def is_busy(self) -> bool:
        return self._current is not None

    def run(
        self,
        job: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[PetError], None],
    ) -> None:
        """Call *job* on a thread once those before it have ended."""
        self._waiting.append(_Errand(job, done, failed))
        self._next()

    def finish(self, last: Callable[[], None]) -> None:
        """The window closes: everything that waits, then *last*, in one go on one thread."""
        jobs = [errand.job for errand in self._waiting]
        self._waiting.clear()
        before = self._over

        def everything() -> None:
            before.wait(_PATIENCE)
            for job in (*jobs, last):
                job()

        self._background.run(everything, self._ignore, self._ignore)

    def _next(self) -> None:
        if self._current is None and self._waiting:
            self._current = self._waiting.popleft()
            self._over = threading.Event()
            job = partial(_run, self._current.job, self._over)
            self._background.run(job, self._take, self._fail)

    @Slot(object)
    def _take(self, result: Any) -> None:
        errand, self._current = self._current, None
        if errand is not None:
            errand.done(result)
        self._next()

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        errand, self._current = self._current, None
        if errand is not None:
            errand.failed(error)
        self._next()

    @Slot(object)
    def _ignore(self, _result: object) -> None:
        """Nobody is there any more to be told."""


def _run(job: Callable[[], Any], over: threading.Event) -> Any:
    try:
        return job()
    finally:
        over.set()
