"""Clicks go through beside the character, and the mask changes only with the outline."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from pet.body.pose import STANDING, Eyes
from pet.ui.character.cutout import Cutout


class Handle:
    """Counts the masks that the system's window is given: the offscreen one takes none."""

    def __init__(self):
        self.masks = 0
        self.mask = QRegion()

    def setMask(self, region):  # noqa: N802 - Qt's spelling
        self.masks += 1
        self.mask = region


class MaskedWindow(QWidget):
    handle = None

    def windowHandle(self):  # noqa: N802 - Qt's spelling
        if self.handle is None and super().windowHandle() is not None:
            self.handle = Handle()
        return self.handle


@pytest.fixture
def window(qtbot):
    widget = MaskedWindow()
    qtbot.addWidget(widget)
    widget.create()
    return widget


def test_on_x11_the_corners_let_clicks_through(window, sprites):
    Cutout(window, sprites, "xcb").fit(STANDING, 180)
    mask = window.handle.mask
    assert mask.contains(QPoint(90, 115))
    assert not mask.contains(QPoint(4, 4))


def test_the_widget_has_no_mask_so_that_a_frame_is_painted_in_one_piece(window, sprites):
    Cutout(window, sprites, "xcb").fit(STANDING, 180)
    assert window.mask().isEmpty()


def test_a_window_that_is_not_there_yet_is_fitted_later(qtbot, sprites):
    window = MaskedWindow()
    qtbot.addWidget(window)
    cutout = Cutout(window, sprites, "xcb")
    cutout.fit(STANDING, 180)
    window.create()
    cutout.fit(STANDING, 180)
    assert not window.handle.mask.isEmpty()


def test_only_a_new_outline_is_a_new_mask(window, sprites):
    cutout = Cutout(window, sprites, "xcb")
    breaths = [replace(STANDING, squash=squash) for squash in (0, 1, 2, 3, 2, 1, 0, -1, -2, -3)]
    for pose in breaths:
        cutout.fit(pose, 180)
    known = window.handle.masks
    for pose in breaths:
        cutout.fit(replace(pose, eyes=Eyes.CLOSED, face_x=3), 180)
    assert window.windowHandle().masks == known
    cutout.fit(replace(STANDING, lift=20), 180)
    assert window.windowHandle().masks == known + 1


def test_where_the_system_tests_pixels_no_mask_is_set(window, sprites):
    Cutout(window, sprites, "windows").fit(STANDING, 180)
    assert window.windowHandle().masks == 0
