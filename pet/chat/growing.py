"""The reply of a turn as it grows: written every two seconds, and exactly once at its end."""

from __future__ import annotations

import logging
from typing import Final

from pet.chat.book import Book, Ending
from pet.chat.events import TextDelta
from pet.clock import Clock
from pet.errors import StoreError

_log = logging.getLogger(__name__)
_SAVE_EVERY_S: Final = 2.0  # a crash loses at most this much of a reply


class GrowingReply:
    """What the pet is saying in *turn*."""

    def __init__(self, book: Book, clock: Clock, turn: int) -> None:
        self.turn = turn
        self.book = book
        self._clock = clock
        self.text = ""  # as it should be stored and shown
        self._saved_at = clock.monotonic()
        self._kept = False

    def grow(self, piece: str) -> tuple[TextDelta, ...]:
        """Add *piece*; the event that shows it, or none where nothing of it is to be shown."""
        if not piece:
            return ()
        self.text += piece
        self._save_now_and_then()
        return (TextDelta(piece),)

    def _save_now_and_then(self) -> None:
        if self._clock.monotonic() - self._saved_at < _SAVE_EVERY_S:
            return
        self._saved_at = self._clock.monotonic()
        try:
            self.book.grow(self.turn, self.text)
        except StoreError as error:  # the end of the turn tries again
            _log.info("a partial reply was not saved: %s", error.key)

    def keep(self, state: Ending, *, unreliable: bool = False) -> None:
        """Write the end of the turn; later calls change nothing. Raises StoreError."""
        if self._kept:
            return
        self._kept = True
        self.book.finish(self.turn, self.text, state, unreliable=unreliable)

    def keep_if_possible(self, state: Ending) -> None:
        """Like `keep`, where there is nobody left to tell; the partial reply is on disk anyway."""
        try:
            self.keep(state)
        except StoreError as error:
            _log.warning("the end of a turn was not saved: %s", error.key)
