"""What was typed and not sent, and what was sent and is not stored yet; nothing of it incognito."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pet.memory import drafts, sending
from pet.memory.store import Store

if TYPE_CHECKING:
    from pet.chat.seat import Seat


class Ticket(NamedTuple):
    """Which reading of the box a draft comes from, and whether that was incognito."""

    number: int
    hidden: bool


class Unsent:
    """The user's unfinished words, by the session that this copy sits in."""

    def __init__(self, store: Store, seat: Seat) -> None:
        self._store = store
        self._seat = seat
        self._sent = 0  # messages
        self._since_ms = store.clock.utc_ms()
        self._tickets = itertools.count(1)
        self._keeping = threading.Lock()
        self._kept = 0  # the number of the ticket of the draft that was written last

    def draft(self) -> str:
        """What was typed and not sent before this start. Raises StoreError."""
        if self._seat.incognito is not None:
            return ""
        if self._store.read_only:
            return drafts.of(self._store, self._seat.number)
        return drafts.take_up(self._store, self._seat.take(), self._since_ms)

    def kept(self) -> str:
        """The draft as it is kept now. Raises StoreError."""
        lease = self._seat.lease
        return "" if lease is None else drafts.of(self._store, lease.session)

    def ticket(self) -> Ticket:
        """For the draft as it is now; take it where the draft is read."""
        return Ticket(next(self._tickets), self._seat.incognito is not None)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """While this lasts no draft is written: one that is being written is waited for."""
        with self._keeping:
            yield

    def keep_draft(self, text: str, ticket: Ticket | None = None) -> bool:
        """Keep what is typed and not sent yet; whether it is in the store. Raises StoreError.

        A store that was read-only at the start has said so, and is not asked at each pause.
        Drafts are written on several threads: one with a *ticket* before that of the draft that was
        written last is passed over, and so is what was read incognito.
        """
        ticket = self.ticket() if ticket is None else ticket
        with self._keeping:
            hidden = ticket.hidden or self._seat.incognito is not None
            if hidden or ticket.number < self._kept or self._store.read_only:
                return False
            drafts.keep(self._store, self._seat.take().session, text)
            self._kept = ticket.number
            return True

    def note_sending(self, text: str) -> Path | None:
        """Write *text* down where a kill cannot take it; None where nobody sits here yet.

        Takes microseconds: it may be called on the UI thread. Raises StoreError.
        """
        lease = self._seat.lease
        if lease is None or self._seat.incognito is not None:
            return None
        self._sent += 1
        return sending.note(self._store, lease, text, self._sent)

    def settle_sending(self, path: Path, draft: str, ticket: Ticket) -> bool:
        """The message is in the store; *draft* is what is typed by now, kept as in `keep_draft`.

        Raises StoreError.
        """
        is_kept = self.keep_draft(draft, ticket)
        sending.settle(path)
        return is_kept
