"""What a screenshot shows, in numbers."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor, QImage

from tests.e2e.desktop import VirtualDesktop, Window

SWEAT = "#4f86ad"  # the edge of the drop that only a sorry character has
_NEAR = 6  # how far each channel may be off


class Picture:
    """A part of the screen as it was at one moment."""

    def __init__(self, image: QImage) -> None:
        self._image = image.convertToFormat(QImage.Format.Format_RGB32)

    @property
    def colors(self) -> set[int]:
        """The different colours, as 0xffrrggbb."""
        width, height = self._image.width(), self._image.height()
        return {self._image.pixel(x, y) for x in range(width) for y in range(height)}

    @property
    def is_blank(self) -> bool:
        """Whether hardly anything is drawn: a few flat colours at most."""
        return len(self.colors) < 8

    def has(self, color: str) -> bool:
        """Whether *color* is there, give or take what blending rounds."""
        wanted = QColor(color)
        return any(
            abs(seen.red() - wanted.red()) <= _NEAR
            and abs(seen.green() - wanted.green()) <= _NEAR
            and abs(seen.blue() - wanted.blue()) <= _NEAR
            for seen in map(QColor, self.colors)
        )


def picture_of(desktop: VirtualDesktop, window: Window, folder: Path) -> Picture:
    """What the screen shows where *window* is; the whole screenshot stays in *folder*."""
    path = desktop.screenshot(folder / f"{window.id}.png")
    image = QImage(str(path))
    assert not image.isNull(), path
    return Picture(image.copy(window.x, window.y, window.width, window.height))
