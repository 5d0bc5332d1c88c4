"""The one doorway between threads: work leaves the UI thread here, and results come back here."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from pet.errors import PetError

_log = logging.getLogger(__name__)

T = TypeVar("T")
Receive = Callable[[T], None]
_Part = Literal["done", "each", "finished", "failed", "unexpected"]
_Receivers = dict[_Part, Callable[..., None]]
CLOSE_SECONDS: Final = 2.0


@dataclass(eq=False)
class Work:
    """One job under way; `over` is set where nobody wants the rest of it.

    A worker never has a window to itself: the last to let go of one destroys it, and on another
    thread that would stop the program or break it. So the worker knows only this, and it is emptied
    on the UI thread.
    """

    job: Callable[[], Any] | None
    receivers: _Receivers
    over: threading.Event = field(default_factory=threading.Event)

    def let_go(self) -> None:
        """Nothing of it will be delivered from now on. On the UI thread."""
        self.over.set()
        self.job = None
        self.receivers = {}


@dataclass(frozen=True, slots=True)
class _Call:
    """Which receiver is to be given what, on the way to the UI thread."""

    work: Work
    part: _Part
    values: tuple[Any, ...]  # whatever the job made


class Background(QObject):
    """Runs jobs on threads of their own and gives what they made to methods on the UI thread.

    A receiver is a method of a QObject that lives on the UI thread: PySide runs a lambda on the
    sender's thread, so anything else is refused. A receiver that has been deleted by the time is
    passed over, and its stream is ended. An expected failure goes to *failed* as it is. Any other
    is told to *unexpected*, and *failed* gets `PetError("unexpected")`, so that nobody keeps
    waiting.
    """

    _posted = Signal(object)

    def __init__(self, unexpected: Receive[BaseException], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._unexpected = _checked(unexpected)
        self._running: dict[threading.Thread, Work] = {}
        self._closed = False
        self._posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def run(self, job: Callable[[], T], done: Receive[T], failed: Receive[PetError]) -> Work:
        """Call *job* on a thread; its result goes to *done*."""
        receivers: _Receivers = {"done": _checked(done), "failed": _checked(failed)}
        return self._start(Work(job, receivers), self._run)

    def stream(
        self,
        items: Callable[[], Iterable[T]],
        each: Receive[T],
        failed: Receive[PetError],
        finished: Callable[[], None],
    ) -> None:
        """Iterate *items()* on a thread: each item goes to *each*, in order.

        Then exactly one of *finished* and *failed* is called. Where the receiver is gone the
        iterator is closed at its next item.
        """
        receivers: _Receivers = {
            "each": _checked(each),
            "failed": _checked(failed),
            "finished": _checked(finished),
        }
        self._start(Work(items, receivers), self._iterate)

    def close(self, seconds: float = CLOSE_SECONDS) -> bool:
        """Deliver nothing more and wait at most *seconds*; whether every job has ended.

        Press the Stop of every running turn first, or this waits in vain. A job that does not end
        is left to its daemon thread: quitting never hangs on an engine.
        """
        self._closed = True
        deadline = time.monotonic() + seconds
        for thread, work in tuple(self._running.items()):
            work.over.set()
            thread.join(max(0.0, deadline - time.monotonic()))
            work.let_go()
        late = [thread.name for thread in tuple(self._running) if thread.is_alive()]
        if late:
            _log.warning("left behind on quit: %s", late)
        return not late

    def _start(self, work: Work, do: Callable[[Work], None]) -> Work:
        if self._closed:
            return work

        def live() -> None:
            try:
                do(work)
            except Exception as error:  # noqa: BLE001 - it is reported, on the UI thread
                self._post_failure(work, error)
            finally:
                self._running.pop(threading.current_thread(), None)

        thread = threading.Thread(target=live, name="pet-background", daemon=True)
        self._running[thread] = work
        thread.start()
        return work

    def _run(self, work: Work) -> None:
        self._post(work, "done", _begun(work))

    def _iterate(self, work: Work) -> None:
        items = _begun(work) or ()
        try:
            for item in items:
                if work.over.is_set():
                    return
                self._post(work, "each", item)
        finally:
            if isinstance(items, Generator):
                items.close()
        self._post(work, "finished")

    def _post(self, work: Work, part: _Part, *values: object) -> None:
        if not self._closed and not work.over.is_set():
            self._posted.emit(_Call(work, part, values))

    def _post_failure(self, work: Work, error: Exception) -> None:
        if not isinstance(error, PetError):
            self._post(work, "unexpected", error)
            error = PetError("unexpected")
        self._post(work, "failed", error)

    @Slot(object)
    def _deliver(self, call: _Call) -> None:
        work = call.work
        if self._closed or work.over.is_set():
            return
        if call.part == "unexpected":
            self._unexpected(*call.values)
            return
        receive = work.receivers[call.part]
        if not isValid(receive.__self__):  # type: ignore[attr-defined] # checked at the start
            work.let_go()  # the window that asked has closed
            return
        if call.part != "each":
            work.let_go()  # this is the last of it
        receive(*call.values)


class Newest:
    """One question that may be asked again before it is answered: only the newest answer counts.

    Jobs run side by side, so the answer of an earlier one may come last.
    """

    def __init__(self, background: Background) -> None:
        self._background = background
        self._asked: Work | None = None

    def run(self, job: Callable[[], T], done: Receive[T], failed: Receive[PetError]) -> None:
        """Like `Background.run`; what was asked here before is not answered any more."""
        if self._asked is not None:
            self._asked.let_go()
        self._asked = self._background.run(job, done, failed)


def _begun(work: Work) -> Any:  # whatever the job makes
    """What the job returns; nothing where nobody wants it any more. Raises whatever it does."""
    job = work.job
    return job() if job is not None else None


def _checked(receive: Callable[..., None]) -> Callable[..., None]:
    """*receive*, or TypeError where it is not a method of a QObject."""
    if not isinstance(getattr(receive, "__self__", None), QObject):
        raise TypeError(f"{receive!r} is not a method of a QObject")
    return receive
