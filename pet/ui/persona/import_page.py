"""What is in a card before it is taken in: what was understood, what is left out and why."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
)

from pet.app import Pet
from pet.errors import PetError
from pet.persona.persona import Persona
from pet.ui.background import Background
from pet.ui.drops import DropTarget
from pet.ui.frame.window import Window
from pet.ui.notices import describe
from pet.ui.persona import reading
from pet.ui.persona.card_page import CardPage
from pet.ui.persona.reading import CardRead
from pet.ui.theme import Theme

_NAMES: Final = "*.png *.json *.charx *.jpg *.jpeg *.webp"


class ImportPage(Window):
    """One file after the other; nothing is kept before the user says so."""

    persona_added = Signal(str)  # her id
    wear_requested = Signal(str)  # her id

    def __init__(self, theme: Theme, size: QSize, pet: Pet, background: Background) -> None:
        super().__init__(theme, pet.texts("import.title"), size)
        self._pet = pet
        self._texts = pet.texts
        self._background = background
        self._waiting: list[str] = []
        self._read: CardRead | None = None
        self._wears = False
        self._page: CardPage | None = None
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._told = QLabel(self)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setWordWrap(True)
        self._told.setObjectName("error")
        self._told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.choose = QPushButton(pet.texts("import.choose"), self)
        self.cancel = QPushButton(pet.texts("import.cancel"), self)
        self.add = QPushButton(pet.texts("import.add"), self)
        self.wear_too = QPushButton(pet.texts("import.add_and_wear"), self)
        self.wear_too.setObjectName("action")
        self._arrange()
        self._connect()
        self._show_buttons()

    @property
    def shown(self) -> CardRead | None:
        """The card that is on the page."""
        return self._read

    @property
    def told(self) -> str:
        """What went wrong, in one sentence."""
        return self._told.text()

    def read(self, files: list[str]) -> None:
        """Show what is in the first of *files*, then in the others."""
        self._waiting = [*self._waiting, *filter(None, files)]
        if self._read is None:
            self._next()

    @Slot()
    def ask(self) -> None:
        """Ask for a file."""
        dialog = QFileDialog(self, self._texts("import.choose"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([f"{self._texts('import.cards')} ({_NAMES})", "* (*)"])
        dialog.filesSelected.connect(self.read)
        dialog.open()

    def show_theme(self, theme: Theme) -> None:
        if self._read is not None:
            self._show_card(self._read)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._waiting = []
        super().closeEvent(event)

    def _arrange(self) -> None:
        space = self.theme.spacing
        buttons = QHBoxLayout()
        buttons.addWidget(self.choose)
        buttons.addStretch()
        for button in (self.cancel, self.add, self.wear_too):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.l, space.l, space.l, space.l)
        column.setSpacing(space.m)
        column.addWidget(self._area, 1)
        column.addWidget(self._told)
        column.addLayout(buttons)

    def _connect(self) -> None:
        DropTarget(self).files_dropped.connect(self.read)
        self.choose.clicked.connect(self.ask)
        self.cancel.clicked.connect(self._skip)
        self.add.clicked.connect(self._add)
        self.wear_too.clicked.connect(self._add_and_wear)

    def _next(self) -> None:
        self._read = self._page = None
        if self._waiting:
            file = self._waiting.pop(0)
            job = partial(reading.read, Path(file), self._texts.language)
            self._background.run(job, self._show_card, self._fail)
        self._show_buttons()

    @Slot(object)
    def _show_card(self, read: CardRead) -> None:
        self._read = read
        self._told.setText("")
        self._page = CardPage(read, self.theme, self._texts, self)
        self._area.setWidget(self._page)
        self._show_buttons()
        self.wear_too.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _add(self) -> None:
        self._keep(wears=False)

    @Slot()
    def _add_and_wear(self) -> None:
        self._keep(wears=True)

    def _keep(self, *, wears: bool) -> None:
        if self._page is None:
            return
        imported = self._page.chosen()
        self._wears = wears
        self.add.setEnabled(False)
        self.wear_too.setEnabled(False)
        self._background.run(partial(self._pet.personas.add, imported), self._kept, self._fail)

    @Slot(object)
    def _kept(self, persona: Persona) -> None:
        self.persona_added.emit(persona.id)
        if self._wears:
            self.wear_requested.emit(persona.id)
        self._skip()

    @Slot()
    def _skip(self) -> None:
        """On to the next file; after the last one the page is done."""
        if not self._waiting:
            self.close()
            return
        self._next()

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        """A file that is no card, or a disk that refuses: one sentence."""
        if self._read is None:
            self._area.takeWidget()
        self._told.setText(describe(self._texts, error).sentence)
        self._show_buttons()

    def _show_buttons(self) -> None:
        for button in (self.add, self.wear_too):
            button.setEnabled(self._read is not None)
        self._area.setVisible(self._read is not None)  # else the sentence has the page
