"""Draws the PNG icons from our own SVG: run after a drawing in `assets/icons/` changed.

Small sizes are drawn from simpler drawings: a face that is merely made smaller cannot be read.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS: Final = Path(__file__).parents[1] / "assets" / "icons"
# name: (drawing, sizes in px)
TABLE: Final = {
    "app": (("app-small", (16, 22, 24, 32)), ("app", (48, 64, 96, 128, 256))),
    "tray": (("tray", (16, 20, 22, 24, 32, 44, 48, 64)),),
    "tray-mono": (("tray-mono", (16, 22, 32, 44)),),
}


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication(sys.argv[:1])
    for name, drawings in TABLE.items():
        for drawing, sizes in drawings:
            for size in sizes:
                picture(drawing, size).save(str(ICONS / f"{name}-{size}.png"))
    application.quit()


def picture(drawing: str, size: int) -> QImage:
    """One of the drawings, *size* px wide and high."""
    svg = QSvgRenderer(QByteArray((ICONS / f"{drawing}.svg").read_bytes()))
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    svg.render(painter)
    painter.end()
    return image


if __name__ == "__main__":
    main()
