"""The shape of the character's window: clicks go through wherever it has no pixels."""

from __future__ import annotations

from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from pet.body.pose import Pose
from pet.ui.character.overlay import needs_mask
from pet.ui.character.sprites import Sprites
from pet.ui.compositing import is_composited


class Cutout:
    """Gives *window* the mask of a pose; a new one only when the outline changed.

    *platform* is Qt's name of the window system.
    """

    def __init__(self, window: QWidget, sprites: Sprites, platform: str) -> None:
        self._window = window
        self._sprites = sprites
        self._is_needed = needs_mask(platform)
        self._blended = True
        self._mask: QRegion | None = None

    @property
    def blended(self) -> bool:
        """Whether translucent pixels show what is behind them."""
        return self._blended

    def look_at_desktop(self) -> None:
        """A compositor may come and go; what cannot be blended is cut out more sharply."""
        self._blended = is_composited()

    def fit(self, pose: Pose, size: int) -> None:
        """Let clicks through beside *pose*; a window that was never shown is fitted then.

        The system's window gets the mask, not the widget: Qt would paint and send each frame in as
        many pieces as the widget's mask has rectangles, which are a hundred.
        """
        handle = self._window.windowHandle()
        if not self._is_needed or handle is None:
            return
        mask = self._sprites.outline(pose, size, blended=self._blended)
        if mask is not self._mask:
            self._mask = mask
            handle.setMask(mask)
