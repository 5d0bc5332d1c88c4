"""What the character says, in a bubble that is made for the first sentence.

Before that no letter is drawn, and no font is loaded: the idle pet is megabytes smaller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from pet.body.placement import Whereabouts
from pet.i18n import Texts
from pet.ui.theme import Theme

if TYPE_CHECKING:
    from pet.ui.character.bubble import SpeechBubble


class Speech(QObject):
    """Keeps what the bubble is to look like until there is one."""

    action_clicked = Signal()  # the button in the bubble

    def __init__(
        self, texts: Texts, theme: Theme, parent: QObject | None = None, *, calm: bool = False
    ) -> None:
        super().__init__(parent)
        self._texts = texts
        self._theme = theme
        self._calm = calm
        self._title = ""
        self._where: Whereabouts | None = None
        self._bubble: SpeechBubble | None = None  # None: nothing was said yet

    @property
    def bubble(self) -> SpeechBubble:
        """The window; built by the first who says something."""
        if self._bubble is None:
            self._bubble = self._build()
        return self._bubble

    @property
    def is_listening(self) -> bool:
        """Whether a reply is being said."""
        return self._bubble is not None and self._bubble.is_listening

    def call(self, title: str) -> None:
        """The bubble is called *title* from now on, for whoever reads the screen aloud."""
        self._title = title
        if self._bubble is not None:
            self._bubble.setWindowTitle(title)
            self._bubble.setAccessibleName(title)

    @Slot(object)
    def stand_beside(self, where: Whereabouts) -> None:
        """The character is there now."""
        self._where = where
        if self._bubble is not None:
            self._bubble.stand_beside(where)

    def use_theme(self, theme: Theme) -> None:
        """Paint in *theme* from now on."""
        self._theme = theme
        if self._bubble is not None:
            self._bubble.use_theme(theme)

    def hide_now(self) -> None:
        """Put it away."""
        if self._bubble is not None:
            self._bubble.hide_now()

    def close(self) -> None:
        """The program ends."""
        if self._bubble is not None:
            self._bubble.hide()
            self._bubble.deleteLater()

    def _build(self) -> SpeechBubble:
        from pet.ui.character.bubble import SpeechBubble

        bubble = SpeechBubble(self._texts, self._theme)
        bubble.set_calm(self._calm)
        bubble.setWindowTitle(self._title)
        bubble.setAccessibleName(self._title)
        bubble.action_clicked.connect(self.action_clicked)
        if self._where is not None:
            bubble.stand_beside(self._where)
        return bubble
