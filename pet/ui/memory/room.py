"""Opens the memory window when it is first wanted, and lets whoever talks go first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Slot
from shiboken6 import isValid

from pet.app import Pet
from pet.ui.background import Background
from pet.ui.theme import Theme
from pet.ui.windows import Windows

if TYPE_CHECKING:
    from pet.ui.memory.window import MemoryWindow


class MemoryRoom(QObject):
    """One window at most; its parts are loaded with it, since few starts need them."""

    def __init__(
        self, pet: Pet, windows: Windows, background: Background, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._windows = windows
        self._background = background
        self._window: MemoryWindow | None = None  # None: nobody wanted it yet

    @property
    def window(self) -> MemoryWindow | None:
        """The window, while it is open."""
        return self._window if self._window is not None and isValid(self._window) else None

    @Slot()
    def open(self) -> None:
        """Show the window, in front."""
        from pet.ui.memory.window import USUAL

        opened = self._windows.present("memory", self._build, USUAL)
        if opened is not None:
            self._window = opened

    @Slot()
    def give_way(self) -> None:
        """The user says something: a night that was begun by hand ends within a second."""
        if (window := self.window) is not None:
            window.profile.end()

    def _build(self, theme: Theme, size: QSize) -> MemoryWindow:
        from pet.ui.memory.window import MemoryWindow

        return MemoryWindow(self._pet, self._background, theme, size)
