"""The editor's menu of what is done seldom: copies, files, comparing, going back, deleting."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QSize, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton

from pet.app import Pet
from pet.errors import PetError
from pet.persona.library import DEFAULT
from pet.persona.sheet import differences
from pet.ui.background import Background
from pet.ui.frame.window import Window
from pet.ui.persona.comparison import Comparison
from pet.ui.persona.deeds import Deeds
from pet.ui.persona.exporter import KINDS, Exporter
from pet.ui.persona.work import Work
from pet.ui.persona.works import Works

_COMPARE: Final = QSize(760, 520)  # px


class Actions(QObject):
    """The button and what its menu does to the one in the form."""

    told = Signal(str)
    failed = Signal(object)  # PetError

    def __init__(
        self, window: Window, works: Works, deeds: Deeds, pet: Pet, background: Background
    ) -> None:
        super().__init__(window)
        self._window = window
        self._works = works
        self._deeds = deeds
        self._texts = pet.texts
        self.comparison: Comparison | None = None  # kept: nothing else owns it
        self.exporter = Exporter(pet.personas, background, pet.texts, window)
        self.exporter.told.connect(self.told)
        self.exporter.failed.connect(self.failed)
        self.button = QPushButton(pet.texts("editor.more"), window)
        self.menu = QMenu(self.button)
        self.button.setMenu(self.menu)
        self._duplicate = self._add("duplicate", "Ctrl+D", deeds.duplicate)
        self._compare = self._add("compare", "Ctrl+K", self.compare)
        self._discard = self._add("discard", "", deeds.discard)
        self._restore = self._add("restore", "", deeds.restore)
        self.menu.addSeparator()
        self._exports = QMenu(pet.texts("editor.export"), self.menu)
        self.menu.addMenu(self._exports)
        for kind in KINDS:
            action = self._exports.addAction(pet.texts(f"editor.export.{kind}"))
            action.setData(kind)
        self._exports.triggered.connect(self._export)
        self.menu.addSeparator()
        self._delete = self._add("delete", "Ctrl+Backspace", deeds.delete)

    def show_work(self, work: Work) -> None:
        """What can be done with *work*."""
        saved = work.base is not None
        for action in (self._duplicate, self._compare, self._discard):
            action.setEnabled(saved)
        self._restore.setEnabled(work.has_original)
        self._delete.setEnabled(work.key != DEFAULT)
        for action in self._exports.actions():
            if str(action.data()).startswith("original"):
                action.setEnabled(work.is_imported)

    @Slot(str)
    def act(self, action: str) -> None:
        """The button of a notice was pressed."""
        match action:
            case "undo":
                self._works.undo()
            case "put_back":
                self._deeds.put_back()

    @Slot()
    def compare(self) -> None:
        """Show what is not as it is saved."""
        work = self._works.current
        if work is None or work.saved is None:
            return
        found = tuple(differences(work.saved, work.sheet))
        name = self._works.name(work)
        self.comparison = Comparison(self._window.theme, _COMPARE, self._texts, name, found)
        self._window.closed.connect(self.comparison.close)
        self.comparison.come_forward()

    @Slot(QAction)
    def _export(self, action: QAction) -> None:
        work = self._works.current
        if work is None:
            return
        try:
            persona = work.persona()
        except PetError as error:
            self.failed.emit(error)
            return
        self.exporter.ask(action.data(), persona, work.sheet.picture)

    def _add(self, name: str, keys: str, slot: object) -> QAction:
        action = QAction(self._texts(f"editor.do.{name}"), self)
        if keys:
            action.setShortcut(QKeySequence(keys))
            self._window.addAction(action)  # a menu that is closed hears no keys
        action.triggered.connect(slot)
        self.menu.addAction(action)
        return action
