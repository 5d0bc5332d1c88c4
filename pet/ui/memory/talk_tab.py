"""The conversations: a list of them, and beside it the one that is read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from pet.app import Pet
from pet.errors import PersonaError, PetError
from pet.memory import conversations, turns
from pet.memory.conversations import Conversation
from pet.memory.summaries import Summary
from pet.memory.turns import Turn
from pet.persona import persona
from pet.ui.background import Background, Newest
from pet.ui.chat.strip import ElidedLabel
from pet.ui.memory.paragraph import Paragraph
from pet.ui.memory.session_list import SessionList, SessionModel
from pet.ui.memory.transcript import About, Transcript
from pet.ui.theme import Theme

_LIST_PX: Final = 270
_TALK_PX: Final = 560


@dataclass(frozen=True, slots=True)
class _Look:
    rows: tuple[Conversation, ...]
    names: Mapping[str, str]  # of the personas


@dataclass(frozen=True, slots=True)
class _Read:
    session: int
    numbers: tuple[int, ...]
    summaries: tuple[Summary, ...]
    oldest_seen: int | None


class TalkTab(QWidget):
    """`open` goes to a turn wherever it was said; `refresh` keeps the place."""

    erase_wanted = Signal(int)  # a session
    turns_erase_wanted = Signal(object)  # numbers of turns
    failed = Signal(object)  # PetError

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._looking = Newest(background)
        self._reading = Newest(background)
        self._finding = Newest(background)
        self._theme = theme
        self._names: Mapping[str, str] = {}
        self._asked: int | None = None  # the session that the user wants to read
        self._session: int | None = None  # the one that is shown
        self._wanted_turn: int | None = None  # to go to once its session has come
        texts = pet.texts
        self._rows = SessionModel(texts, self._name_of, self)
        self.sessions = SessionList(self._rows, theme, self)
        self.sessions.setAccessibleName(texts("memory.conversations"))
        self.transcript = Transcript(theme, texts, pet.clock.now(), self)
        self._title = ElidedLabel(self)
        self._title.setObjectName("title")
        self._erase = QPushButton(texts("memory.erase_session"), self)
        self._erase.setObjectName("danger")
        self._empty = Paragraph(theme, self, color="muted")
        self._empty.show_text(texts("memory.conversations.empty"))
        self._empty.hide()
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._arrange()
        self.setFocusProxy(self.sessions)
        self.sessions.session_chosen.connect(self.open)
        self.sessions.erase_wanted.connect(self.erase_wanted)
        self._erase.clicked.connect(self._wish_erase)
        self.transcript.erase_wanted.connect(self.turns_erase_wanted)
        self.transcript.turns.page_wanted.connect(self._load)

    def _arrange(self) -> None:
        space = self._theme.spacing
        right = QWidget(self)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._erase)
        inside = QVBoxLayout(right)
        inside.setContentsMargins(space.s, 0, 0, 0)
        inside.setSpacing(space.s)
        inside.addLayout(head)
        inside.addWidget(self.transcript, 1)
        self._split.addWidget(self.sessions)
        self._split.addWidget(right)
        self._split.setSizes([_LIST_PX, _TALK_PX])
        self._split.setStretchFactor(1, 1)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, space.m, 0, 0)
        column.addWidget(self._empty)
        column.addWidget(self._split, 1)
        column.addStretch(0)
        self._show_talk(False)

    def refresh(self) -> None:
        """Look at the disk again."""
        self._looking.run(self._look, self._show, self._fail)
        if self._asked is not None:
            self._reading.run(partial(self._read, self._asked), self._show_read, self._fail)

    @Slot(int)
    def open(self, session: int, turn: int | None = None, looked_for: str = "") -> None:
        """Read *session*, at *turn*, with what was *looked_for* marked."""
        self._wanted_turn, self._asked = turn, session
        self.transcript.mark(looked_for)
        self.sessions.choose(session, told=False)
        self._reading.run(partial(self._read, session), self._show_read, self._fail)

    def open_turn(self, turn: int) -> None:
        """Go to a turn, wherever it was said."""
        job = partial(_where, self._pet, turn)
        self._finding.run(job, self._open_where, self._fail)

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.sessions.show_theme(theme)
        self.transcript.show_theme(theme)
        self._empty.show_theme(theme)

    def title_of(self, session: int) -> str:
        """How the session began."""
        return next((row.title for row in self._rows.rows if row.session == session), "")

    # -- on the background's threads ------------------------------------------------------------

    def _look(self) -> _Look:
        rows = conversations.listed(self._pet.store)
        names = {name: _name(self._pet, name) for name in {row.persona for row in rows}}
        return _Look(rows, names)

    def _read(self, session: int) -> _Read:
        store, seat = self._pet.store, self._pet.session.seat
        oldest_seen = self._pet.session.oldest_seen() if session == seat.number else None
        return _Read(
            session,
            conversations.turn_numbers(store, session),
            conversations.summaries(store, session),
            oldest_seen,
        )

    # -- on the UI thread -------------------------------------------------------------------------

    def _name_of(self, name: str) -> str:
        return self._names.get(name, name)

    @Slot(object)
    def _show(self, look: _Look) -> None:
        self._names = look.names
        self.sessions.show_rows(look.rows, self._pet.clock.now())
        self._empty.setVisible(not look.rows)
        self._split.setVisible(bool(look.rows))
        if self._session is not None:
            if all(row.session != self._session for row in look.rows):
                self._session = self._asked = None
                self._show_talk(False)
            else:
                self._title.show_text(self.title_of(self._session))
                self.sessions.choose(self._session, told=False)
        if self._asked is None and look.rows:
            self.sessions.choose(look.rows[0].session)

    @Slot(object)
    def _show_read(self, read: _Read) -> None:
        if read.session != self._asked:
            return  # the user has gone on to another one
        same = read.session == self._session
        if not read.numbers:
            self._show_talk(False)
            return
        self._session = read.session
        self.sessions.choose(read.session, told=False)
        self._title.show_text(self.title_of(read.session))
        self._show_talk(True)
        about = About(read.oldest_seen, {each.upto_turn: each for each in read.summaries})
        anchor = self._anchor() if same else None
        self.transcript.turns.show_numbers(read.numbers, same=same)
        self.transcript.show_about(about, self._pet.clock.now())
        self._go(same, anchor)

    def _anchor(self) -> int | None:
        """The turn at the upper edge."""
        numbers, row = self.transcript.turns.numbers, self.transcript.place.row
        return numbers[row] if row < len(numbers) else None

    def _go(self, same: bool, anchor: int | None) -> None:
        turn, self._wanted_turn = self._wanted_turn, None
        if turn is not None:
            self.transcript.go_to(turn)
        elif not same:
            self.transcript.go_to_end()
        elif anchor is not None and anchor != self._anchor():
            numbers = self.transcript.turns.numbers
            self.transcript.place.go(bisect_left(numbers, anchor), 0.0)
            self.transcript.place_again()

    def _show_talk(self, shown: bool) -> None:
        self._erase.setVisible(shown)
        if not shown:
            self._title.show_text("")
            self.transcript.turns.show_numbers((), same=False)

    @Slot()
    def _wish_erase(self) -> None:
        if self._session is not None:
            self.erase_wanted.emit(self._session)

    @Slot(object)
    def _open_where(self, where: tuple[int | None, int]) -> None:
        session, turn = where
        if session is not None:
            self.open(session, turn)
            self.transcript.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(int, object)
    def _load(self, page: int, numbers: tuple[int, ...]) -> None:
        """Fetch the words of a page."""
        job = partial(_page, self._pet, self._session, page, numbers)
        self._background.run(job, self._take, self._fail)

    @Slot(object)
    def _take(self, page: _Page) -> None:
        if page.session == self._session:
            self.transcript.turns.take_page(page.number, page.turns)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)


@dataclass(frozen=True, slots=True)
class _Page:
    session: int | None
    number: int
    turns: tuple[Turn, ...]


def _page(pet: Pet, session: int | None, number: int, wanted: tuple[int, ...]) -> _Page:
    return _Page(session, number, turns.some(pet.store, wanted))


def _where(pet: Pet, turn: int) -> tuple[int | None, int]:
    return conversations.session_of(pet.store, turn), turn


def _name(pet: Pet, persona_id: str) -> str:
    """What a persona is called; one that is gone keeps the name of its file."""
    try:
        return persona.name_in(pet.personas.find(persona_id), pet.texts.language)
    except PersonaError:
        return persona_id
