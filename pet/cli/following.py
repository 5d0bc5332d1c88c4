"""One turn followed from the main thread, where Ctrl+C is the Stop button."""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final, Protocol

from pet.chat.events import Event
from pet.engines.base import Stop

_LOOK_EVERY_S: Final = 0.1  # Windows hears Ctrl+C only between two waits
_GIVE_UP_S: Final = 3.0
_PATIENCE_S: Final = 60.0  # of nothing at all; a server may hang without a word


class Talk(Protocol):
    """What is followed: a session, or a script in a test."""

    def turn(self, text: str, stop: Stop) -> Iterator[Event]: ...


class _Interrupted:
    """Ctrl+C, as it lies in the queue of events."""


class _Over:
    """The turn has ended; `error` is what it died of, if it was not an event."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


_Item = Event | _Interrupted | _Over


def follow(
    talk: Talk,
    text: str,
    show: Callable[[Event], None],
    *,
    tell_silence: Callable[[], None] = lambda: None,
    patience_s: float = _PATIENCE_S,
) -> None:
    """Say *text* and *show* each event, on the thread that called.

    *tell_silence* is called whenever nothing has come for *patience_s*; nothing is ended by it.

    The first Ctrl+C presses Stop, the second raises KeyboardInterrupt. The signal handler only
    puts a mark into the queue: pressing there could wait for a lock that this very thread holds.
    """
    stop = Stop()
    items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
    worker = threading.Thread(
        target=_turn, args=(talk, text, stop, items), name="pet-turn", daemon=True
    )
    with _ctrl_c_into(items):
        worker.start()
        try:
            _show_all(_Heard(items, tell_silence, patience_s), stop, show)
        except BaseException:
            stop.press()  # the reader went away, or the program is told to end
            raise
        finally:
            worker.join(_GIVE_UP_S)  # what was said by then is on disk


def _turn(talk: Talk, text: str, stop: Stop, items: queue.SimpleQueue[_Item]) -> None:
    try:
        for event in talk.turn(text, stop):
            items.put(event)
    except BaseException as error:  # noqa: BLE001 - it is raised again, on the thread that asked
        items.put(_Over(error))
    else:
        items.put(_Over())


class _Heard:
    """What comes of the turn, one after the other; tells where nothing does for a while."""

    def __init__(
        self, items: queue.SimpleQueue[_Item], tell_silence: Callable[[], None], patience_s: float
    ) -> None:
        self._items = items
        self._tell_silence = tell_silence
        self._patience_s = patience_s

    def next(self) -> _Item:
        """The next of them, however long it takes."""
        until = time.monotonic() + self._patience_s
        while True:
            with contextlib.suppress(queue.Empty):
                return self._items.get(timeout=_LOOK_EVERY_S)
            if time.monotonic() >= until:
                until = float("inf")  # told once
                self._tell_silence()


def _show_all(heard: _Heard, stop: Stop, show: Callable[[Event], None]) -> None:
    while True:
        match item := heard.next():
            case _Interrupted():
                if stop.pressed:
                    raise KeyboardInterrupt
                stop.press()
            case _Over():
                if item.error is not None:
                    raise item.error
                return
            case _:
                show(item)


@contextlib.contextmanager
def _ctrl_c_into(items: queue.SimpleQueue[_Item]) -> Iterator[None]:
    """While this lasts, Ctrl+C puts a mark into *items* (SimpleQueue.put may be interrupted)."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers; a caller elsewhere has its own way to stop
        return

    def mark(_number: int, _frame: FrameType | None) -> None:
        items.put(_Interrupted())

    former = signal.signal(signal.SIGINT, mark)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
