"""What was typed and not sent, and what was sent and is not stored yet; nothing of it incognito."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pet.memory import drafts, sending
from pet.memory.store import Store

if TYPE_CHECKING:
    from pet.chat.seat import Seat


class Unsent:
    """The user's unfinished words, by the session that this copy sits in."""

    def __init__(self, store: Store, seat: Seat) -> None:
        self._store = store
        self._seat = seat
        self._sent = 0  # messages

    def draft(self) -> str:
        """What was typed and not sent before this start. Raises StoreError."""
        if self._seat.incognito is not None:
            return ""
        return drafts.take_up(self._store, self._seat.take())

    def keep_draft(self, text: str) -> None:
        """Keep what is typed and not sent yet. Raises StoreError."""
        if self._seat.incognito is None:
            drafts.keep(self._store, self._seat.take().session, text)

    def note_sending(self, text: str) -> Path | None:
        """Write *text* down where a kill cannot take it; None where nobody sits here yet.

        Takes microseconds: it may be called on the UI thread. Raises StoreError.
        """
        lease = self._seat.lease
        if lease is None or self._seat.incognito is not None:
            return None
        self._sent += 1
        return sending.note(self._store, lease, text, self._sent)

    def settle_sending(self, path: Path, draft: str) -> None:
        """The message is in the store; *draft* is what is typed by now. Raises StoreError."""
        self.keep_draft(draft)
        sending.settle(path)
