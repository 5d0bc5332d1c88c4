"""Clicks go through beside the character, and the mask changes only with the outline."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from pet.body.pose import STANDING, Eyes
from pet.ui.character.cutout import Cutout


class MaskedWindow(QWidget):
    """Counts the masks it is given."""

    masks = 0

    def setMask(self, region):  # noqa: N802 - Qt's spelling
        self.masks += 1
        super().setMask(region)


@pytest.fixture
def window(qtbot):
    widget = MaskedWindow()
    qtbot.addWidget(widget)
    return widget


def test_on_x11_the_corners_let_clicks_through(window, sprites):
    Cutout(window, sprites, "xcb").fit(STANDING, 180)
    assert window.mask().contains(QPoint(90, 115))
    assert not window.mask().contains(QPoint(4, 4))


def test_only_a_new_outline_is_a_new_mask(window, sprites):
    cutout = Cutout(window, sprites, "xcb")
    breaths = [replace(STANDING, squash=squash) for squash in (0, 1, 2, 3, 2, 1, 0, -1, -2, -3)]
    for pose in breaths:
        cutout.fit(pose, 180)
    known = window.masks
    for pose in breaths:
        cutout.fit(replace(pose, eyes=Eyes.CLOSED, face_x=3), 180)
    assert window.masks == known
    cutout.fit(replace(STANDING, lift=20), 180)
    assert window.masks == known + 1


def test_where_the_system_tests_pixels_no_mask_is_set(window, sprites):
    Cutout(window, sprites, "windows").fit(STANDING, 180)
    assert window.masks == 0
