"""Where this copy sits in the conversation: the session that it owns, and what is typed there."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Literal

from pet.chat.book import Book, StoredBook
from pet.chat.incognito import Incognito
from pet.chat.tools import Tools
from pet.memory import drafts, sending, sessions, turns
from pet.persona.persona import Persona
from pet.prompt import assemble

Memory = Literal["on", "off", "incognito"]


class Place:
    """Owns a session by its lease, once something is said or kept; incognito, nothing is kept."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._lease: sessions.Lease | None = None  # taken when something is said or kept
        self._sent = 0  # messages
        self._taking = threading.Lock()  # a draft and a turn may both be the first
        self._nonce = assemble.new_nonce(())  # of this session's fences
        self.incognito: Incognito | None = None  # while one lasts

    @property
    def nonce(self) -> str:
        """The mark of the fences."""
        return self._nonce if self.incognito is None else self.incognito.nonce

    @property
    def memory(self) -> Memory:
        """Whether what is said now may be remembered, and what is remembered may be used."""
        if self.incognito is not None:
            return "incognito"
        return "on" if self._tools.memory_on() else "off"

    @property
    def number(self) -> int:
        """The row of the session; before this copy owns one, of the newest (0: none)."""
        if self._lease is not None:
            return self._lease.session
        return sessions.look(self._tools.store, self._persona().id)

    def take(self) -> sessions.Lease:
        """Own a session from now on: the newest that nobody owns, or a new one.

        Whoever only looks (`pet prompt`) takes none. Raises StoreError.
        """
        with self._taking:
            if self._lease is None:
                self._lease = sessions.join(self._tools.store, self._persona().id)
            return self._lease

    def book(self) -> Book:
        """Where the next turn is written down. Raises StoreError."""
        if self.incognito is not None:
            return self.incognito.book
        return StoredBook(self._tools.store, self.take().session)

    def draft(self) -> str:
        """What was typed and not sent before this start. Raises StoreError."""
        if self.incognito is not None:
            return ""
        return drafts.take_up(self._tools.store, self.take())

    def keep_draft(self, text: str) -> None:
        """Keep what is typed and not sent yet, but not incognito. Raises StoreError."""
        if self.incognito is not None:
            return
        drafts.keep(self._tools.store, self.take().session, text)

    def note_sending(self, text: str) -> Path | None:
        """Write *text* down where a kill cannot take it; None where nobody sits here yet.

        Takes microseconds: it may be called on the UI thread. Raises StoreError.
        """
        if self._lease is None or self.incognito is not None:
            return None
        self._sent += 1
        return sending.note(self._tools.store, self._lease, text, self._sent)

    def settle_sending(self, path: Path, draft: str) -> None:
        """The message is in the store; *draft* is what is typed by now. Raises StoreError."""
        self.keep_draft(draft)
        sending.settle(path)

    def shown(self, limit: int) -> tuple[turns.Turn, ...]:
        """The last *limit* turns of this session, commands too, oldest first. Raises StoreError."""
        if self.incognito is not None:
            return tuple(self.incognito.book.shown[-limit:])
        return turns.shown(self._tools.store, self.number, limit)

    def _persona(self) -> Persona:
        return self._tools.persona()
