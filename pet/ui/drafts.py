"""What is typed and not sent, and what is sent and not stored: kept through a crash."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pet.chat.seat import Seat
from pet.errors import PetError
from pet.ui.background import Background
from pet.ui.chat.quick_chat import QuickChat

_log = logging.getLogger(__name__)
_DRAFT_MS: Final = 800  # after the first key that is not kept: a crash loses no more than this


class DraftKeeper(QObject):
    """Gives the box back what the last start left in it, and keeps what is written now."""

    kept = Signal()
    failed = Signal(object)  # PetError

    def __init__(
        self, seat: Seat, background: Background, chat: QuickChat, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._seat = seat
        self._background = background
        self._chat = chat
        self._leaving = ""  # sent, and not known to be in the store
        self._sending: Path | None = None  # where it is written down meanwhile
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DRAFT_MS)
        self._timer.timeout.connect(self._keep)
        chat.composer.textChanged.connect(self._note)
        chat.outbox.queue_changed.connect(self._note)

    def begin(self) -> None:
        """The chat was built: put the draft into its box."""
        self._background.run(self._seat.draft, self._show, self._fail)

    def end(self) -> None:
        """Keep what is typed, now."""
        self._timer.stop()
        self.keep_now()

    def keep_now(self) -> None:
        """Save the draft before the program ends; the caller waits for it (milliseconds)."""
        try:
            self._seat.keep_draft(self._draft())
        except PetError as error:
            self._fail(error)

    @Slot(str)
    def note_sending(self, text: str) -> None:
        """*text* leaves the box: until the store has it, a kill must not take it."""
        self._leaving = text
        try:
            self._sending = self._seat.note_sending(text)
        except PetError as error:  # the turn meets it too, and tells
            _log.info("a message on its way was not written down: %s", error.key)

    @Slot()
    def note_stored(self) -> None:
        """What was sent is in the store, or back in the box."""
        self._leaving = ""
        if self._sending is not None:
            settle = partial(self._seat.settle_sending, self._sending, self._draft())
            self._sending = None
            self._background.run(settle, self._tell_kept, self._fail)

    def _draft(self) -> str:
        parts = (self._leaving, *self._chat.outbox.waiting, self._chat.composer.draft())
        return "\n".join(parts).strip("\n")

    @Slot()
    def _note(self) -> None:
        if not self._timer.isActive():  # else who types without a pause is never kept
            self._timer.start()

    @Slot()
    def _keep(self) -> None:
        keep = partial(self._seat.keep_draft, self._draft())
        self._background.run(keep, self._tell_kept, self._fail)

    @Slot(str)
    def _show(self, text: str) -> None:
        if text and not self._chat.composer.draft():
            self._chat.composer.set_draft(text)

    @Slot(object)
    def _tell_kept(self, _nothing: None) -> None:
        self.kept.emit()

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)
