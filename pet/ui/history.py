"""The conversation on screen, as it is stored: also where something of it was erased meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from pet.app import Pet
from pet.chat.seat import Seat
from pet.chat.session import SHOWN_TURNS
from pet.errors import PetError
from pet.memory import conversations
from pet.memory.conversations import Mark
from pet.memory.turns import Turn
from pet.ui.background import Background, Newest
from pet.ui.chat.lines import ShownTurn
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.roster import Roster


@dataclass(frozen=True, slots=True)
class _Read:
    """The last turns of a seat, one more than is shown, and the mark that was there before."""

    seat: Seat
    mark: Mark
    limit: int
    turns: tuple[ShownTurn, ...]


@dataclass(frozen=True, slots=True)
class _Earlier:
    """The turns *before* one, as _Read has them."""

    before: int
    limit: int
    turns: tuple[ShownTurn, ...]


class History(QObject):
    """Gives the chat the turns that it shows, off the UI thread."""

    rewritten = Signal()  # something that was kept is gone, or came from elsewhere
    failed = Signal(object)  # PetError

    def __init__(
        self, pet: Pet, background: Background, chat: QuickChat, roster: Roster, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._comparing = Newest(background)
        self._reading = Newest(background)
        self._marking = Newest(background)
        self._chat = chat
        self._roster = roster
        self._shown = SHOWN_TURNS
        self._first = 0  # the oldest turn that is shown
        self._mark: Mark | None = None  # of what is shown; None: nothing was read yet

    def begin(self) -> None:
        """The chat was built."""
        self._background.run(partial(self._read, SHOWN_TURNS), self._show, self._fail)

    def look(self) -> None:
        """Show what is stored, where more than new turns has changed since it was read.

        A reply that is coming is not disturbed: whoever ends it looks again.
        """
        known = partial(conversations.rewritten, self._pet.store)
        self._comparing.run(known, self._compare, self._fail)

    def show_session(self, turns: tuple[Turn, ...]) -> None:
        """Another session is here, perhaps another persona's: *turns* are the last of it."""
        self._shown = SHOWN_TURNS
        self._put(self._roster.named(turns), SHOWN_TURNS)

    @Slot()
    def load_earlier(self) -> None:
        """The turns before those that are shown."""
        earlier = partial(self._earlier, self._shown, self._first)
        self._background.run(earlier, self._show_earlier, self._fail)

    @Slot()
    def mark_seen(self) -> None:
        """Show which turn is the oldest that the pet still sees."""
        self._marking.run(self._pet.session.oldest_seen, self._mark_seen, self._fail)

    # -- on the background's threads ------------------------------------------------------------

    def _read(self, limit: int) -> _Read:
        self._roster.others()
        seat = self._pet.session.seat
        mark = conversations.rewritten(self._pet.store)
        return _Read(seat, mark, limit, self._roster.named(seat.shown(limit + 1)))

    def _earlier(self, limit: int, first: int) -> _Earlier:
        turns = self._pet.session.seat.shown(limit + 1, before=first)
        return _Earlier(first, limit, self._roster.named(turns))

    # -- on the UI thread -------------------------------------------------------------------------

    @Slot(object)
    def _show(self, read: _Read) -> None:
        self._take(read, stays=False)

    @Slot(object)
    def _compare(self, mark: Mark) -> None:
        if mark != self._mark and not self._chat.outbox.is_busy:
            limit = max(self._shown, self._chat.transcript.stack.count)
            self._reading.run(partial(self._read, limit), self._show_again, self._fail)

    @Slot(object)
    def _show_again(self, read: _Read) -> None:
        if self._take(read, stays=True):
            self.rewritten.emit()

    def _take(self, read: _Read, *, stays: bool) -> bool:
        """Show *read*, unless it is out of date; whether it is shown.

        The end of a turn looks again, and where another persona came `show_session` showed hers.
        """
        if self._chat.outbox.is_busy or read.seat is not self._pet.session.seat:
            return False
        self._mark = read.mark
        self._put(read.turns, read.limit, stays=stays)
        self.mark_seen()
        return True

    @Slot(object)
    def _show_earlier(self, read: _Earlier) -> None:
        if read.before != self._first:
            return  # asked for twice, or other turns are shown by now
        older = read.turns[-read.limit :]
        self._chat.show_earlier(older, len(read.turns) > read.limit)
        self._first = older[0].id if older else self._first
        self._shown += len(older)

    def _put(self, turns: tuple[ShownTurn, ...], limit: int, *, stays: bool = False) -> None:
        shown = turns[-limit:]
        self._first = shown[0].id if shown else 0
        self._chat.show_history(shown, len(turns) > limit, stays=stays)

    @Slot(object)
    def _mark_seen(self, turn: int | None) -> None:
        self._chat.transcript.stack.show_oldest_seen(turn or 0)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)
