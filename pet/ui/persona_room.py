"""Opens the windows about personas, and connects them with the rest of the pet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QSize, Signal, Slot

from pet.app import Pet
from pet.ui.background import Background
from pet.ui.theme import Theme
from pet.ui.windows import Windows

if TYPE_CHECKING:
    from pet.ui.persona.editor import Editor
    from pet.ui.persona.import_page import ImportPage

_USUAL: Final = QSize(1120, 720)  # px
_CARDS: Final = (".json", ".png", ".charx", ".jpg", ".jpeg", ".webp")
_PAGE: Final = QSize(680, 640)  # px


class PersonaRoom(QObject):
    """One editor and one import page at most."""

    wear_requested = Signal(str)  # the id of the persona the pet is from now on
    persona_saved = Signal(str)
    told = Signal(str)  # a sentence for the character to say

    def __init__(
        self, pet: Pet, background: Background, windows: Windows, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._windows = windows
        self._editor: Editor | None = None
        self._page: ImportPage | None = None
        self._wanted = ""
        self._is_talking = False

    @property
    def editor(self) -> Editor | None:
        """The editor, while it is open."""
        return self._editor

    @property
    def page(self) -> ImportPage | None:
        """The import page, while it is open."""
        return self._page

    @Slot()
    def open_editor(self) -> None:
        """Show the editor."""
        self.edit("")

    def edit(self, wanted: str) -> None:
        """Show the editor with *wanted*, an id or a name; else with whom the pet is."""
        self._wanted = wanted
        editor = self._windows.present("personas", self._build, _USUAL)
        if editor is None:
            if self._editor is not None and wanted:
                self._editor.works.open(self._editor.works.key_of(wanted))
            return
        self._editor = editor
        editor.closed.connect(self._forget)
        editor.wear_requested.connect(self.wear_requested)
        editor.persona_saved.connect(self.persona_saved)
        editor.import_requested.connect(self.open_import)
        editor.trial.give_way(self._is_talking)
        editor.begin()

    @Slot(list)
    def open_import(self, files: list[str]) -> None:
        """Show what is in *files*, one after the other; none: the user is asked for one."""
        page = self._windows.present("import", self._build_page, _PAGE)
        if page is not None:
            self._page = page
            page.closed.connect(self._forget_page)
            page.persona_added.connect(self._show_added)
            page.wear_requested.connect(self.wear_requested)
        if self._page is not None and files:
            self._page.read(files)
        elif self._page is not None:
            self._page.ask()

    @Slot(list)
    def take_dropped(self, files: list[str]) -> None:
        """Files were dropped on the character: those that may be cards are shown."""
        cards = [file for file in files if file.lower().endswith(_CARDS)]
        if cards:
            self.open_import(cards)
        else:
            self.refuse_dropped()

    @Slot()
    def refuse_dropped(self) -> None:
        """Something else was dropped."""
        self.told.emit(self._pet.texts("import.only_cards"))

    @Slot()
    def note_talk(self) -> None:
        """The conversation of every day goes on: it goes first."""
        self._show_talk(True)

    @Slot()
    def note_silence(self) -> None:
        """It has ended."""
        self._show_talk(False)

    @Slot()
    def show_worn(self) -> None:
        """Another one is worn: by the menu, by a command, or by the terminal."""
        if self._editor is not None:
            self._editor.deeds.show_worn(self._pet.wardrobe.worn_id)

    def _show_talk(self, is_talking: bool) -> None:
        self._is_talking = is_talking
        if self._editor is not None:
            self._editor.trial.give_way(is_talking)

    def _build(self, theme: Theme, size: QSize) -> Editor:
        from pet.ui.persona.editor import Editor, Given  # not before somebody wants it

        return Editor(theme, size, Given(self._pet, self._background), self._wanted)

    def _build_page(self, theme: Theme, size: QSize) -> ImportPage:
        from pet.ui.persona.import_page import ImportPage  # as above

        return ImportPage(theme, size, self._pet, self._background)

    @Slot(str)
    def _show_added(self, persona_id: str) -> None:
        """She came from a file: the editor, if it is open, has her too."""
        self.persona_saved.emit(persona_id)
        if self._editor is not None:
            self._editor.works.take_in(persona_id)

    @Slot()
    def _forget_page(self) -> None:
        self._page = None

    @Slot()
    def _forget(self) -> None:
        self._editor = None
