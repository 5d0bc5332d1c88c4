"""What the character's windows have in common: they float above the others, never in the way."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

_FLAGS: Final = (
    Qt.WindowType.Tool
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.WindowDoesNotAcceptFocus
    | Qt.WindowType.NoDropShadowWindowHint
)
_MASKED: Final = ("xcb", "wayland")  # the others let clicks through where alpha is 0


class Overlay(QWidget):
    """Frameless, translucent, on top, without a place in the taskbar, never focused."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, _FLAGS)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


def needs_mask(platform: str) -> bool:
    """Whether only a mask lets clicks through on that *platform* (Qt's name of it).

    X11 has no hit test for single pixels: without a mask even a see-through corner takes clicks.
    """
    return platform in _MASKED
