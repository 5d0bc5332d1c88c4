"""The night gives way: whoever speaks to any running copy stops it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from pet.engines.base import Stop
from pet.errors import StoreError
from pet.memory import unread
from pet.memory.store import Store

_LOOK_SECONDS: Final = 0.3  # of the second in which the engine has to be free


@contextmanager
def giving_way(store: Store, stop: Stop) -> Iterator[None]:
    """While the body runs, press *stop* once the user says anything to a copy of the program.

    The windows of this copy press it themselves, at once; another copy, or `pet chat`, can only be
    heard through the store. Raises StoreError.
    """
    over = threading.Event()
    listen = partial(_listen, store, stop, over, unread.newest_turn(store))
    listener = threading.Thread(target=listen, name="pet-night-listener", daemon=True)
    listener.start()
    try:
        yield
    finally:
        over.set()
        listener.join()


def _listen(store: Store, stop: Stop, over: threading.Event, heard: int) -> None:
    change: int | None = None
    while not stop.pressed:
        with contextlib.suppress(StoreError):  # the work itself meets it, and tells
            if (now := store.change_number()) != change:
                change = now
                if unread.newest_turn(store) != heard:
                    stop.press()
        if over.wait(_LOOK_SECONDS):
            return
