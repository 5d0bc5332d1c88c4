"""SIGTERM and SIGHUP end a command like any other end: every `with` is left."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_AGAIN_S: Final = 0.01
_NAMES: Final = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP, and ends programs only by force


class _ToldToEnd(SystemExit):
    """The program is told to end."""


@contextlib.contextmanager
def on_signals() -> Iterator[None]:
    """While this lasts, those signals raise SystemExit(128 + number) on the main thread.

    Where that falls into a callback of the interpreter (`__del__`, a weak reference), which ends
    there and nowhere else, it is raised once more a moment later. A second signal (a terminal that
    closes may send both) ends nothing that is being put away. Main thread only.
    """
    told = [name for name in _NAMES if hasattr(signal, name)]
    names = [*told, *(name for name in ("SIGALRM",) if hasattr(signal, name))]
    former = {name: signal.getsignal(getattr(signal, name)) for name in names}
    hook = sys.unraisablehook

    def look(lost: UnraisableHookArgs) -> None:
        if isinstance(lost.exc_value, _ToldToEnd) and hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, partial(_leave, code=lost.exc_value.code))
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
        else:
            hook(lost)

    sys.unraisablehook = look
    for name in told:
        signal.signal(getattr(signal, name), _leave)
    try:
        yield
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        sys.unraisablehook = hook
        for name in names:
            signal.signal(getattr(signal, name), former[name])


def _leave(number: int, _frame: FrameType | None, *, code: object = None) -> None:
    for name in _NAMES:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    raise _ToldToEnd(128 + number if code is None else code)
