"""SIGTERM and SIGHUP end a command like any other end: every `with` is left."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_AGAIN_S: Final = 0.01
_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)  # Windows has no SIGHUP, and ends programs only by force


class _ToldToEnd(SystemExit):
    """The program is told to end."""


@contextlib.contextmanager
def on_signals() -> Iterator[None]:
    """While this lasts, those signals raise SystemExit(128 + number) on the main thread.

    Where that falls into a callback of the interpreter (`__del__`, a weak reference), which ends
    there and nowhere else, it is raised once more a moment later, at the latest when this is left.
    A second signal (a terminal that closes may send both) ends nothing that is being put away.
    Main thread only.
    """
    former = {number: signal.getsignal(number) for number in _SIGNALS}
    former_alarm = signal.getsignal(signal.SIGALRM) if hasattr(signal, "setitimer") else None
    hook = sys.unraisablehook
    watch = _Watch(hook)
    sys.unraisablehook = watch.look
    for number in _SIGNALS:
        signal.signal(number, watch.leave)
    try:
        yield
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former_alarm)
        sys.unraisablehook = hook
        for number, handler in former.items():
            signal.signal(number, handler)
    watch.leave_again()


class _Watch:
    """Raises what it was told, until somebody has heard."""

    def __init__(self, hook: Callable[[UnraisableHookArgs], object]) -> None:
        self._hook = hook
        self._told: _ToldToEnd | None = None

    def leave(self, number: int, _frame: FrameType | None) -> None:
        """The signal."""
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        self._told = _ToldToEnd(128 + number)
        raise self._told

    def leave_again(self, *_of_signal: object) -> None:
        """Nothing where no signal came."""
        if self._told is not None:
            raise self._told

    def look(self, lost: UnraisableHookArgs) -> None:
        """What a callback raised."""
        if not isinstance(lost.exc_value, _ToldToEnd):
            self._hook(lost)
            return
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self.leave_again)
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
