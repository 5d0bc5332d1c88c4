"""The results of a search over everything, in the place of the tabs while somebody searches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pet.app import Pet
from pet.errors import PetError
from pet.memory import finding
from pet.memory.finding import Found
from pet.memory.store import Store
from pet.ui.background import Background, Newest
from pet.ui.memory.hits import HitList
from pet.ui.memory.paragraph import Paragraph
from pet.ui.theme import Theme

_LIMIT: Final = 50


@dataclass(frozen=True, slots=True)
class _Answer:
    words: str
    hits: tuple[Found, ...]


class SearchPage(QWidget):
    """`opened` with the hit and the words that found it."""

    opened = Signal(object, str)
    failed = Signal(object)  # PetError

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._searching = Newest(background)
        self._words = ""
        self._shown: _Answer | None = None  # None: nothing was looked for yet
        self._told = Paragraph(theme, self, color="muted", scale=0.95)
        self.list = HitList(pet.texts, theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.spacing.m, 0, 0)
        column.setSpacing(theme.spacing.s)
        column.addWidget(self._told)
        column.addWidget(self.list, 1)
        self.list.hit_opened.connect(self._open)

    def search(self, words: str) -> None:
        """Look for *words*; an answer that comes late is passed over."""
        if words and words != self._words:
            self._told.show_text(self._pet.texts("memory.searching"))
        self._words = words
        job = partial(_search, self._pet.store, words)
        self._searching.run(job, self._show, self._fail)

    def refresh(self) -> None:
        """Look for the same words again."""
        if self._words:
            self.search(self._words)

    @Slot()
    def take_focus(self) -> None:
        """The keyboard goes to the hits, if they are in front."""
        if self.isVisible():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_theme(self, theme: Theme) -> None:
        self._told.show_theme(theme)
        self.list.show_theme(theme)

    @Slot(object)
    def _show(self, answer: _Answer) -> None:
        self._tell(len(answer.hits))
        if answer == self._shown:
            return
        self._shown = answer
        self.list.show_hits(answer.hits, self._pet.clock.now())

    def _tell(self, found: int) -> None:
        texts = self._pet.texts
        if found:
            self._told.show_text(texts.count("memory.found", found))
        else:
            self._told.show_text(texts("memory.found.none", words=self._words))

    @Slot(object)
    def _open(self, hit: Found) -> None:
        self.opened.emit(hit, self._words)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)


def _search(store: Store, words: str) -> _Answer:
    return _Answer(words, finding.search(store, words, _LIMIT))
