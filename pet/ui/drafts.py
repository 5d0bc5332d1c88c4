"""What is typed and not sent, and what is sent and not stored: kept through a crash."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pet.chat.session import Session
from pet.chat.unsent import Ticket, Unsent
from pet.errors import PetError
from pet.ui.background import Background
from pet.ui.chat.quick_chat import QuickChat

_log = logging.getLogger(__name__)
_DRAFT_MS: Final = 800  # after the first key that is not kept: a crash loses no more than this


@dataclass(frozen=True, slots=True)
class _Stored:
    """A draft that was given to the store: whose it is, and its ticket."""

    unsent: Unsent
    text: str
    ticket: Ticket
    is_kept: bool


class DraftKeeper(QObject):
    """Gives the box back what the last start left in it, and keeps what is written now."""

    kept = Signal()
    failed = Signal(object)  # PetError

    def __init__(
        self, talk: Session, background: Background, chat: QuickChat, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._talk = talk
        self._background = background
        self._chat = chat
        self._read = False  # what the last start left
        self._leaving = ""  # sent, and not known to be in the store
        self._sending: Path | None = None  # where it is written down meanwhile
        self._kept: tuple[Unsent, str] | None = None  # what was kept last, and whose it is
        self._stored: _Stored | None = None  # what came back last of what was kept
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DRAFT_MS)
        self._timer.timeout.connect(self._keep)
        chat.composer.textChanged.connect(self._note)
        chat.outbox.queue_changed.connect(self._note)

    @property
    def _unsent(self) -> Unsent:
        """What is unsent to the persona that is worn now."""
        return self._talk.seat.unsent

    def begin(self) -> None:
        """The chat was built: put the draft into its box."""
        self._background.run(self._unsent.draft, self._show, self._give_up)

    def end(self) -> None:
        """Keep what is typed, now."""
        self._timer.stop()
        self.keep_now()

    @Slot()
    def look_again(self) -> None:
        """Something was erased: what left the draft that is kept leaves the box too."""
        if self._kept is not None and self._kept == (self._unsent, self._draft()):
            self._background.run(self._unsent.kept, self._show_cut, self._fail)

    def keep_now(self) -> None:
        """Save the draft before the program ends; the caller waits for it (milliseconds).

        Not once more what is kept already: something may have been erased from it since.
        """
        try:
            if not self._read:
                self._show(self._unsent.draft())
            if not self._is_kept(self._draft()):
                self._unsent.keep_draft(self._draft())
        except PetError as error:
            self._fail(error)

    @Slot(str)
    def note_sending(self, text: str) -> None:
        """*text* leaves the box: until the store has it, a kill must not take it."""
        self._leaving = text
        try:
            self._sending = self._unsent.note_sending(text)
        except PetError as error:  # the turn meets it too, and tells
            _log.info("a message on its way was not written down: %s", error.key)

    @Slot()
    def note_stored(self) -> None:
        """What was sent is in the store, or back in the box."""
        self._leaving = ""
        if self._sending is not None:
            unsent = self._unsent
            settle = partial(_settled, unsent, self._sending, self._draft(), unsent.ticket())
            self._sending = None
            self._background.run(settle, self._tell_kept, self._fail)

    def _is_kept(self, text: str) -> bool:
        one = self._stored
        return one is not None and one.is_kept and (one.unsent, one.text) == (self._unsent, text)

    def _draft(self) -> str:
        parts = (self._leaving, *self._chat.outbox.waiting, self._chat.composer.draft())
        return "\n".join(parts).strip("\n")

    @Slot()
    def _note(self) -> None:
        if not self._timer.isActive():  # else who types without a pause is never kept
            self._timer.start()

    @Slot()
    def _keep(self) -> None:
        if not self._read:  # what is kept would take the place of what the last start left
            self._timer.start()
            return
        unsent, text = self._unsent, self._draft()
        self._kept = unsent, text
        keep = partial(_kept, unsent, text, unsent.ticket())
        self._background.run(keep, self._tell_kept, self._fail)

    @Slot(object)
    def _show_cut(self, text: str) -> None:
        """Only where nothing was typed since, and nothing waits to be sent."""
        if self._kept is None or self._kept != (self._unsent, self._chat.composer.draft()):
            return
        if text != self._kept[1]:
            self._kept = self._unsent, text
            self._chat.composer.set_draft(text)

    @Slot(str)
    def _show(self, text: str) -> None:
        """Above what was typed before it came."""
        if self._read:
            return
        self._read = True
        if text:
            typed = self._chat.composer.draft()
            self._chat.composer.set_draft(f"{text}\n{typed}" if typed else text)

    @Slot(object)
    def _give_up(self, error: PetError) -> None:
        """What is typed now is kept all the same."""
        self._read = True
        self._fail(error)

    @Slot(object)
    def _tell_kept(self, stored: _Stored) -> None:
        before = self._stored
        if before is None or before.unsent is not stored.unsent or before.ticket < stored.ticket:
            self._stored = stored
        self.kept.emit()

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)


def _kept(unsent: Unsent, text: str, ticket: Ticket) -> _Stored:
    return _Stored(unsent, text, ticket, unsent.keep_draft(text, ticket))


def _settled(unsent: Unsent, sending: Path, text: str, ticket: Ticket) -> _Stored:
    return _Stored(unsent, text, ticket, unsent.settle_sending(sending, text, ticket))
