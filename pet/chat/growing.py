"""The reply of a turn as it grows: written every two seconds, and exactly once at its end."""

from __future__ import annotations

import logging
from functools import cached_property
from typing import Final

from pet.chat.book import Book, Ending
from pet.chat.events import Fault, TextDelta
from pet.clock import Clock
from pet.errors import StoreError
from pet.prompt.drift import has_drifted, has_strayed, uses
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)
_SAVE_EVERY_S: Final = 2.0  # a crash loses at most this much of a reply


class GrowingReply:
    """The reply of one turn as it grows, on disk at least every two seconds, kept exactly once."""

    def __init__(self, book: Book, clock: Clock, turn: int, parts: Parts) -> None:
        self.turn = turn
        self._asked = parts
        self._is_second = False  # the first one was taken back
        self.book = book
        self._clock = clock
        self.text = ""  # as it should be stored and shown
        self._saved_at = clock.monotonic()
        self._kept = False

    @property
    def is_open(self) -> bool:
        """Whether it still has to end."""
        return not self._kept

    def has_drifted(self, *, whole: bool = True) -> bool:
        """Whether a Korean persona's reply has slid into another language, or any into a script
        that nobody used.
        """
        said = self._asked.user_text
        if self._asked.speaks == "ko":
            return has_drifted(self.text, said, whole=whole)
        return not self._is_foreign and has_strayed(self.text, said, whole=whole)

    @cached_property
    def _is_foreign(self) -> bool:
        """Whether what was asked with has words in a script that a reply may well be in."""
        parts = self._asked
        notes = (line.text for line in (*parts.lines, *parts.fresh))
        lore = (entry.text for entry in parts.lore)
        said = (turn.user for turn in parts.turns)
        return uses(
            parts.persona_name,
            parts.persona,
            parts.summary,
            parts.user_text,
            *parts.examples,
            *notes,
            *lore,
            *said,
        )

    def should_begin_anew(self, *, whole: bool = True) -> bool:
        """Whether it has drifted, and was not taken back already."""
        return not self._is_second and self.has_drifted(whole=whole)

    def begin_anew(self) -> None:
        """Take back all that was said so far, also what is on disk of it."""
        self._is_second = True
        self.text = ""
        self._save()

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
        self._save()

    def _save(self) -> None:
        try:
            self.book.grow(self.turn, self.text)
        except StoreError as error:  # the end of the turn tries again
            _log.info("a partial reply was not saved: %s", error.key)

    def keep(self, state: Ending, *, unreliable: bool = False, fault: Fault | None = None) -> None:
        """Write the end of the turn; later calls change nothing. Raises StoreError."""
        if self._kept:
            return
        self._kept = True
        self.book.finish(self.turn, self.text, state, unreliable=unreliable, fault=fault)

    def keep_if_possible(self, state: Ending) -> None:
        """Like `keep`, where there is nobody left to tell; the partial reply is on disk anyway."""
        try:
            self.keep(state)
        except StoreError as error:
            _log.warning("the end of a turn was not saved: %s", error.key)
