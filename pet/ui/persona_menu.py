"""The submenu of the personas: a check mark at the one that is worn, a click puts another on.

It is one menu, shown inside the tray's and the character's. Who is there is read off the UI thread,
each time the menu is opened.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from pet.app import Pet
from pet.errors import PetError
from pet.persona.persona import name_in
from pet.ui.background import Background, Newest


@dataclass(frozen=True, slots=True)
class Row:
    """A persona: her id, her name, and whether she is worn."""

    id: str
    name: str
    worn: bool


class PersonaMenu(QObject):
    """Hidden while there is only one persona."""

    say_requested = Signal(str)  # a command, as if it had been typed

    def __init__(self, pet: Pet, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._pet = pet
        self._reading = Newest(background)
        self._menu = QMenu(pet.texts("menu.persona"))  # no child of a QObject; see `close`
        self._menu.menuAction().setVisible(False)
        self._menu.aboutToShow.connect(self.refresh)
        self._group = QActionGroup(self)
        self._group.setExclusive(False)  # a check mark, not a dot; and it moves when she is here
        self._rows: tuple[Row, ...] = ()
        self._group.triggered.connect(self._choose)

    @property
    def action(self) -> QAction:
        """What stands for the submenu in another menu."""
        return self._menu.menuAction()

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is offered now."""
        return self._rows

    @Slot()
    def refresh(self) -> None:
        """Read who is there."""
        self._reading.run(self._read, self.show_rows, self._fail)

    @Slot(object)
    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Offer *rows* from now on; an open menu changes at once."""
        if rows == self._rows:
            return
        self._rows = rows
        for action in self._group.actions():
            self._group.removeAction(action)
            self._menu.removeAction(action)
            action.deleteLater()
        for row in rows:
            action = QAction(row.name.replace("&", "&&"), self)
            action.setCheckable(True)
            action.setChecked(row.worn)
            action.setData(row.id)
            self._group.addAction(action)
            self._menu.addAction(action)
        self._menu.menuAction().setVisible(len(rows) > 1)

    @Slot(str)
    def wear(self, persona_id: str) -> None:
        """Put her on, as if it had been asked for in the chat."""
        from pet.chat import commands  # with all that they do

        self.say_requested.emit(f"/{commands.named_in(self._pet.texts, 'persona')} {persona_id}")

    def close(self) -> None:
        self._menu.deleteLater()

    def _read(self) -> tuple[Row, ...]:
        language = self._pet.texts.language
        worn = self._pet.wardrobe.worn_id
        return tuple(
            Row(one.id, name_in(one, language), one.id == worn)
            for one in self._pet.wardrobe.everyone()
        )

    @Slot(object)
    def _fail(self, _error: PetError) -> None:
        """Nothing new could be read: what is offered stays."""

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        chosen = action.data()
        for one in self._group.actions():
            one.setChecked(any(row.worn and row.id == one.data() for row in self._rows))
        self.wear(chosen)
