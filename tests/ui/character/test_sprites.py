"""Pictures are drawn once and the room they take is bounded."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect

from pet.body.pose import STANDING
from pet.ui.character.sprites import Sprites


def test_the_same_pose_is_drawn_once(sprites):
    assert sprites.frame(STANDING, 100, 1.0) is sprites.frame(STANDING, 100, 1.0)
    assert sprites.frame(STANDING, 100, 2.0).width() == 200
    assert sprites.frame(STANDING, 100, 2.0).deviceIndependentSize().width() == 100


def test_the_room_for_pictures_is_bounded_and_the_newest_stay(rig):
    sprites = Sprites(rig, room=10 * 100 * 100 * 4)
    first = sprites.frame(STANDING, 100, 1.0)
    for lean in range(1, 25):
        newest = sprites.frame(replace(STANDING, lean=lean), 100, 1.0)
    assert sprites.held <= 10 * 100 * 100 * 4
    assert sprites.frame(replace(STANDING, lean=24), 100, 1.0) is newest
    assert sprites.frame(STANDING, 100, 1.0) is not first


def test_forgotten_pictures_take_no_room(sprites):
    sprites.frame(STANDING, 100, 1.0)
    sprites.forget()
    assert sprites.held == 0


def test_the_outline_has_the_body_and_not_the_corners(sprites):
    for blended in (True, False):
        outline = sprites.outline(STANDING, 180, blended=blended)
        assert outline.contains(QPoint(90, 115))
        for corner in ((3, 3), (176, 3), (3, 100), (176, 100), (3, 176)):
            assert not outline.contains(QPoint(*corner)), corner
        assert QRect(0, 0, 180, 180).contains(outline.boundingRect())


def test_without_a_compositor_the_outline_has_no_shadow(sprites):
    foot = QPoint(90, 170)  # between the feet, on the ground
    assert sprites.outline(STANDING, 180, blended=True).contains(foot)
    assert not sprites.outline(STANDING, 180, blended=False).contains(foot)


def test_breathing_keeps_one_outline(sprites):
    breaths = [replace(STANDING, squash=squash) for squash in (-3, 3, -2, 0, 1, 2, -1)]
    for pose in breaths:
        sprites.outline(pose, 180, blended=True)
    assert len({id(sprites.outline(pose, 180, blended=True)) for pose in breaths}) == 1
