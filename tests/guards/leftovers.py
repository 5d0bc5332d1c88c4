"""Whatever a test starts, it ends: threads, child processes, Qt timers. Says where each began."""

from __future__ import annotations

import functools
import gc
import multiprocessing
import subprocess
import sys
import threading
import traceback
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.waiting import until

_PATIENCE = 3.0  # seconds that an ending thread or process may take
_beginnings: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()


def pytest_configure(config):
    threading.Thread.start = _noting_where(threading.Thread.start)
    subprocess.Popen.__init__ = _noting_where(subprocess.Popen.__init__)


@pytest.fixture(autouse=True)
def nothing_left_behind(request):
    before = set(_alive())
    yield

    def left() -> list[Any]:
        return [thing for thing in _alive() if thing not in before]

    try:
        until(lambda: not left(), seconds=_PATIENCE)
    except AssertionError:
        stories = [_story(thing) for thing in left()]
        for thing in left():
            if isinstance(thing, subprocess.Popen | multiprocessing.process.BaseProcess):
                thing.kill()  # so that it does not spoil the tests that follow
        pytest.fail("the test left behind:\n" + "\n".join(stories), pytrace=False)
    if "qapp" in request.fixturenames:
        _no_running_timers()


def _alive() -> Iterator[Any]:
    # A dummy stands for a thread that Python did not start; it stays on the list for ever.
    dummy = threading._DummyThread
    yield from (thread for thread in threading.enumerate() if not isinstance(thread, dummy))
    yield from multiprocessing.active_children()
    for thing in list(_beginnings):
        # `args` is set last: a Popen without it never started.
        if isinstance(thing, subprocess.Popen) and hasattr(thing, "args") and thing.poll() is None:
            yield thing


def _story(thing: Any) -> str:
    return f"  {thing!r}, begun at\n{_beginnings.get(thing, '    an unknown place')}"


def _noting_where(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def noted(self: Any, *arguments: Any, **named: Any) -> Any:
        caller = sys._getframe(1)
        _beginnings[self] = "".join(traceback.format_stack(caller, limit=6))
        return method(self, *arguments, **named)

    return noted


def _no_running_timers() -> None:
    """A timer that still runs would call into the next test."""
    from PySide6.QtCore import QCoreApplication, QEvent, QTimer
    from shiboken6 import isValid

    if QCoreApplication.instance() is None:
        return
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    timers = [thing for thing in gc.get_objects() if issubclass(type(thing), QTimer)]
    running = [timer for timer in timers if isValid(timer) and timer.isActive()]
    stories = [f"  {_ancestry(timer)}, every {timer.interval()} ms" for timer in running]
    for timer in running:
        timer.stop()
    assert not running, "timers still running:\n" + "\n".join(stories)


def _ancestry(thing: Any) -> str:
    """`MoodTimer of Character of Desktop`: where a QObject belongs."""
    names = []
    while thing is not None:
        names.append(thing.objectName() or type(thing).__name__)
        thing = thing.parent()
    return " of ".join(names)
