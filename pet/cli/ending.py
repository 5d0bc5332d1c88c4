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


class _ToldToEnd(SystemExit):
    """The program is told to end."""


@contextlib.contextmanager
def on_signals() -> Iterator[None]:
    """While this lasts, those signals raise SystemExit(128 + number) on the main thread.

    Where that falls into a callback of the interpreter (`__del__`, a weak reference), which ends
    there and nowhere else, it is raised once more a moment later. Main thread only.
    """
    # Windows knows no SIGHUP, and can end a program only by force.
    names = [name for name in ("SIGTERM", "SIGHUP", "SIGALRM") if hasattr(signal, name)]
    former = {name: signal.getsignal(getattr(signal, name)) for name in names}
    hook = sys.unraisablehook

    def look(lost: UnraisableHookArgs) -> None:
        if isinstance(lost.exc_value, _ToldToEnd) and hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, partial(_leave, code=lost.exc_value.code))
            signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
        else:
            hook(lost)

    sys.unraisablehook = look
    for name in names[:2]:
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
    raise _ToldToEnd(128 + number if code is None else code)
