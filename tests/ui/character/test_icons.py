"""The icons are those of our drawings, and can be read in a light panel and in a dark one."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from pet.paths import assets
from pet.ui.desktop import icon

ICONS = assets() / "icons"


def _maker():
    path = Path(__file__).parents[3] / "packaging" / "make_icons.py"
    spec = importlib.util.spec_from_file_location("make_icons", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = _maker()
ALL = [
    (name, drawing, size)
    for name, drawings in MAKER.TABLE.items()
    for drawing, sizes in drawings
    for size in sizes
]


@pytest.mark.parametrize(("name", "drawing", "size"), ALL)
def test_every_icon_is_as_fresh_as_its_drawing(qapp, name, drawing, size):
    stored = QImage(str(ICONS / f"{name}-{size}.png")).convertToFormat(QImage.Format.Format_ARGB32)
    fresh = MAKER.picture(drawing, size).convertToFormat(QImage.Format.Format_ARGB32)
    assert stored.size() == fresh.size()
    old, new = bytes(stored.constBits()), bytes(fresh.constBits())
    assert sum(abs(a - b) for a, b in zip(old, new, strict=True)) / len(old) < 2


@pytest.mark.parametrize("size", [16, 22])
@pytest.mark.parametrize("panel", ["#f2f2f2", "#2b2b2b"])
def test_the_tray_icon_stands_out_of_the_panel_and_has_two_eyes(qapp, size, panel):
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor(panel))
    painter = QPainter(image)
    painter.drawImage(0, 0, QImage(str(ICONS / f"tray-{size}.png")))
    painter.end()
    row = [image.pixelColor(x, size * 14 // 22).lightness() for x in range(size)]
    darkest_left, darkest_right = min(row[4 : size // 2]), min(row[size // 2 : -4])
    nose = row[size // 2]
    assert nose - darkest_left > 120
    assert nose - darkest_right > 120
    edges = [abs(light - QColor(panel).lightness()) for light in row]
    assert max(edges[:4]) > 50


@pytest.mark.parametrize("size", [16, 22, 32, 44])
def test_the_tray_gets_the_icon_in_colour_and_not_the_one_for_menu_bars(qapp, size):
    image = icon("tray").pixmap(QSize(size, size)).toImage()
    colors = [image.pixelColor(x, y) for x in range(size) for y in range(size)]
    assert any(color.alpha() == 255 and color.saturation() > 100 for color in colors)
