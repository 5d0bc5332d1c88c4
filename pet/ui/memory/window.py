"""The memory window: three tabs, a search over all of them, the switch, and what was just done."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
)

from pet.app import Pet
from pet.chat.elsewhere import left_standing
from pet.errors import PetError
from pet.memory.finding import Found
from pet.ui.background import Background
from pet.ui.frame.window import Window
from pet.ui.memory.errands import Errands
from pet.ui.memory.follower import Follower
from pet.ui.memory.look import memory_sheet
from pet.ui.memory.memo_tab import MemoTab
from pet.ui.memory.paragraph import Paragraph
from pet.ui.memory.profile_tab import ProfileTab
from pet.ui.memory.questions import EraseQuestions
from pet.ui.memory.refusals import refusal
from pet.ui.memory.search_field import SearchField
from pet.ui.memory.search_page import SearchPage
from pet.ui.memory.switch import Switch
from pet.ui.memory.talk_tab import TalkTab
from pet.ui.memory.told_line import ToldLine
from pet.ui.memory.wishes import Done, SwitchMemory, Undo, Wish
from pet.ui.notices import describe
from pet.ui.theme import Theme

USUAL: Final = QSize(900, 640)  # px


class MemoryWindow(Window):
    """Lays the parts out and connects them; each looks after its own."""

    def __init__(self, pet: Pet, background: Background, theme: Theme, size: QSize) -> None:
        super().__init__(theme, pet.texts("memory.title"), size)
        self._pet = pet
        self._background = background
        self._next: Wish | None = None  # what the button beside the sentence does
        self._back: Wish | None = None  # what Ctrl+Z takes back, if not the newest memo's change
        self._is_warned = False  # that something typed is not saved
        texts = pet.texts
        self.search = SearchField(texts("memory.search"), self)
        self.switch = Switch(texts("memory.switch"), theme, self)
        self.switch.setChecked(bool(pet.settings["memory"]))
        self._off = Paragraph(theme, self, color="muted", scale=0.95)
        self._off.show_text(texts("memory.off"))
        self.memos = MemoTab(pet, background, theme, self)
        self.profile = ProfileTab(pet, background, theme, self)
        self.talks = TalkTab(pet, background, theme, self)
        self.hits = SearchPage(pet, background, theme, self)
        self.tabs = QTabWidget(self)
        self._pages = QStackedWidget(self)
        self.told = ToldLine(theme, texts, self)
        elsewhere = partial(left_standing, pet.store, pet.personas, pet.paths.drafts, texts)
        self.errands = Errands(pet.store, pet.settings, texts, background, elsewhere, self)
        self.questions = EraseQuestions(pet.store, texts, background, elsewhere, self)
        self._follower = Follower(pet, self)
        self._stale = {self.memos, self.profile, self.talks}
        self._arrange()
        self._connect()
        self.memos.writer.setFocus()
        self.setStyleSheet(self.styleSheet() + memory_sheet(theme))

    def _arrange(self) -> None:
        texts, space = self._pet.texts, self.theme.spacing
        self.tabs.addTab(self.memos, texts("memory.tab.memos"))
        self.tabs.addTab(self.profile, texts("memory.tab.profile"))
        self.tabs.addTab(self.talks, texts("memory.tab.conversations"))
        self._pages.addWidget(self.tabs)
        self._pages.addWidget(self.hits)
        top = QHBoxLayout()
        top.setSpacing(space.l)
        top.addWidget(self.search, 1)
        top.addWidget(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.l, space.l, space.l, space.m)
        column.setSpacing(space.s)
        column.addLayout(top)
        column.addWidget(self._off)
        column.addWidget(self._pages, 1)
        column.addWidget(self.told)
        self.setMinimumSize(640, 420)
        self._show_switch()

    def _connect(self) -> None:
        for written in (self.memos, self.profile):
            written.wished.connect(self.errands.run)
            written.origin_wanted.connect(self._open_origin)
        parts = (self.memos, self.profile, self.talks, self.hits)
        for part in (*parts, self.questions, self._follower):
            part.failed.connect(self.tell)
        self.memos.erase_wanted.connect(self.questions.ask_memo)
        self.talks.erase_wanted.connect(self.questions.ask_session)
        self.talks.turns_erase_wanted.connect(self.questions.ask_turns)
        self.questions.confirmed.connect(self.errands.run)
        self.hits.opened.connect(self._open_hit)
        self.search.searched.connect(self._search)
        self.search.down_pressed.connect(self.hits.take_focus)
        self.search.left.connect(self.close)
        self.tabs.currentChanged.connect(self._show_tab)
        self.switch.clicked.connect(self._wish_switch)
        self.errands.done.connect(self._show_done)
        self.errands.refused.connect(self._show_refused)
        self.told.pressed.connect(self._press)
        self._follower.changed.connect(self.refresh)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.activated.connect(self._go_to_search)
        undo = QShortcut(QKeySequence.StandardKey.Undo, self)
        undo.activated.connect(self._undo)

    # -- what is shown ----------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """Something in memory is not as it was; what nobody sees is looked at when it is shown."""
        self._stale = {self.memos, self.profile, self.talks}
        self._show_switch()
        self._refresh_shown()
        if self._pages.currentWidget() is self.hits:
            self.hits.refresh()

    def _refresh_shown(self) -> None:
        for tab in (self.memos, self.profile, self.talks):
            if tab is self.tabs.currentWidget() and tab in self._stale:
                self._stale.discard(tab)
                tab.refresh()

    @Slot()
    def _show_tab(self) -> None:
        """Another tab is in front: the keyboard goes there, but for arrows along the tabs."""
        self._refresh_shown()
        if not self.tabs.tabBar().hasFocus():
            self.tabs.currentWidget().setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_switch(self) -> None:
        on = bool(self._pet.settings["memory"])
        self.switch.setChecked(on)
        self._off.setVisible(not on)

    def show_theme(self, theme: Theme) -> None:
        self.setStyleSheet(self.styleSheet() + memory_sheet(theme))
        self._off.show_theme(theme)
        self.switch.show_theme(theme)
        self.told.show_theme(theme)
        for part in (self.memos, self.profile, self.talks, self.hits):
            part.show_theme(theme)

    def may_close(self) -> bool:
        """Not at the first wish, where something typed would be lost."""
        if not self._is_warned and (self.memos.is_typed_in or self.profile.is_typed_in):
            self._is_warned = True
            self.told.tell(self._pet.texts("memory.unsaved"))
            return False
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        if not event.spontaneous():  # closed, not only minimised
            self.profile.end()
        super().hideEvent(event)

    @Slot(object)
    def tell(self, error: PetError) -> None:
        """Show what went wrong; it takes the place of what was told before."""
        self._next = None
        self.told.tell(describe(self._pet.texts, error).sentence)

    # -- what the user does -----------------------------------------------------------------------

    @Slot(object)
    def _show_done(self, done: Done) -> None:
        self._is_warned = False
        self._back = done.back
        self.memos.show_done(done)
        self.profile.show_done(done)
        if done.sentence:
            self._next = done.back
            self.told.tell(done.sentence, self._pet.texts("memo.undo") if done.back else "")
        else:
            self.told.hide()
        self._follower.look()

    @Slot(object, object)
    def _show_refused(self, wish: Wish, error: PetError) -> None:
        told = refusal(self._pet.texts, wish, error)
        self._next = told.instead
        self.told.tell(told.sentence, told.label)
        self.memos.show_refused(wish, error)
        self.profile.show_refused(wish, error)
        self._show_switch()

    @Slot()
    def _press(self) -> None:
        """The button beside what was told."""
        wish, self._next = self._next, None
        self.told.hide()
        if wish is not None:
            self.errands.run(wish)

    @Slot()
    def _undo(self) -> None:
        """The last thing done here, else the newest change to the memos."""
        back, self._back = self._back, None
        self.errands.run(back or Undo())

    @Slot(bool)
    def _wish_switch(self, on: bool) -> None:
        self.errands.run(SwitchMemory(on))

    @Slot(str)
    def _search(self, words: str) -> None:
        self._pages.setCurrentWidget(self.hits if words else self.tabs)
        self.talks.transcript.mark("")
        self.hits.search(words)

    @Slot()
    def _go_to_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @Slot(object, str)
    def _open_hit(self, hit: Found, words: str) -> None:
        """Where it was said, else where it stands."""
        self._pages.setCurrentWidget(self.tabs)
        if hit.kind == "memo":
            self.tabs.setCurrentWidget(self.memos)
            self.memos.list.show_row(hit.id)
        elif hit.session is None:
            self.tabs.setCurrentWidget(self.profile)
            self.profile.show_row(hit.id)
        else:
            self.tabs.setCurrentWidget(self.talks)
            self.talks.open(hit.session, hit.turn, words)
            self.talks.transcript.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(int)
    def _open_origin(self, turn: int) -> None:
        self.tabs.setCurrentWidget(self.talks)
        self.talks.open_turn(turn)
