"""The ordinary windows of the pet: each built when it is first wanted, at most one of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QSize, Signal, Slot

from pet.app import Pet
from pet.errors import PetError
from pet.ui.background import Background
from pet.ui.frame.window import Window
from pet.ui.theme import Theme

W = TypeVar("W", bound=Window)


class Windows(QObject):
    """Opens, remembers how large the user made them, and closes them all at the end."""

    space_wanted = Signal()  # a window came that the chat, which is always on top, would cover

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._theme = theme
        self._open: dict[str, Window] = {}

    @property
    def opened(self) -> tuple[Window, ...]:
        """Those that are open now."""
        return tuple(self._open.values())

    def present(
        self,
        name: str,
        build: Callable[[Theme, QSize], W],
        usual: QSize,
        *,
        beside_chat: bool = False,
    ) -> W | None:
        """The window *name*, in front: the one that is open, else one that *build* makes.

        *build* gets the theme and the size, in px: the user's own, else *usual*. None where a
        window of this name was open already. *beside_chat*: it is about what the chat shows.
        """
        if not beside_chat:
            self.space_wanted.emit()
        if name in self._open:
            self._open[name].come_forward()
            return None
        kept = self._pet.settings["windows"].get(name)
        window = build(self._theme, QSize(*kept) if kept else usual)
        window.setObjectName(name)
        window.closed.connect(self._forget)
        self._open[name] = window
        window.come_forward()
        return window

    @Slot(object)
    def wear(self, theme: Theme) -> None:
        """Paint in *theme* from now on."""
        self._theme = theme
        for window in self._open.values():
            window.wear(theme)

    def close(self) -> None:
        """The program ends; a window that asks to stay is closed all the same."""
        for window in list(self._open.values()):
            if not window.close():
                window.hide()
                window.deleteLater()
        self._open.clear()

    @Slot()
    def _forget(self) -> None:
        window = self.sender()
        assert isinstance(window, Window)
        name = window.objectName()
        self._open.pop(name, None)
        size = [window.width(), window.height()]
        if window.isMaximized() or self._pet.settings["windows"].get(name) == size:
            return
        keep = partial(self._pet.settings.add, "windows", **{name: size})
        self._background.run(keep, self._kept, self._note)

    @Slot(object)
    def _kept(self, _nothing: None) -> None:
        """Nothing to show."""

    @Slot(object)
    def _note(self, _error: PetError) -> None:
        """The size is forgotten at the next start: nothing a user should be told of."""
