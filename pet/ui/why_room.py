"""Opens the window for a reply, and fills it with what is known, off the UI thread."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Signal, Slot
from shiboken6 import isValid

from pet.app import Pet
from pet.chat.events import CommandAnswered, Event, OpenWhy
from pet.errors import PetError
from pet.ui.background import Background, Newest
from pet.ui.memory.follower import Follower
from pet.ui.notices import Notice, describe
from pet.ui.theme import Theme
from pet.ui.windows import Windows

if TYPE_CHECKING:
    from pet.chat.why import Why
    from pet.ui.why.window import WhyWindow


class WhyRoom(QObject):
    """One window, for the reply that was asked about last."""

    failed = Signal(object)  # Notice

    def __init__(
        self, pet: Pet, windows: Windows, background: Background, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._windows = windows
        self._reading = Newest(background)
        self.window: WhyWindow | None = None
        self._turn = 0  # of the reply that was asked about last

    @Slot(object)
    def show(self, event: Event) -> None:
        """Open the window where a command wishes for it."""
        match event:
            case CommandAnswered(wish=OpenWhy(turn)):
                self.open(turn)

    @Slot(int)
    def open(self, turn: int) -> None:
        """Show what the reply of *turn* was made from."""
        from pet.ui.why.window import USUAL  # loaded when it is first wanted

        self._turn = turn
        opened = self._windows.present("why", self._build, USUAL, beside_chat=True)
        if opened is not None:
            self.window = opened
        self._read()

    def _build(self, theme: Theme, size: QSize) -> WhyWindow:
        from pet.ui.why.window import WhyWindow

        window = WhyWindow(theme, self._pet.texts, size)
        Follower(self._pet, window).changed.connect(self._read)  # a note may have been erased
        return window

    @Slot()
    def _read(self) -> None:
        self._reading.run(partial(self._explain, self._turn), self._fill, self._tell)

    def _explain(self, turn: int) -> Why | None:
        return self._pet.session.why(turn)

    @Slot(object)
    def _fill(self, why: Why | None) -> None:
        if self.window is not None and isValid(self.window):
            self.window.show_why(why)

    @Slot(object)
    def _tell(self, error: PetError) -> None:
        notice: Notice = describe(self._pet.texts, error)
        self.failed.emit(notice)
