"""Poses are whole numbers within their limits, and nearly equal ones share an outline."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from pet.body.pose import LIMITS, NEUTRAL, STANDING, Pose, Shape, outline, rounded, total

numbers = st.floats(-500, 500, allow_nan=False)
shapes = st.builds(Shape, *([numbers] * len(Shape._fields)))


@given(shapes)
def test_every_number_of_a_pose_is_whole_and_within_its_limits(shape):
    for name, number in rounded(shape).items():
        low, high = LIMITS[name]
        assert isinstance(number, int)
        assert low <= number <= high


def test_a_neutral_shape_stands():
    assert Pose(**rounded(NEUTRAL)) == STANDING


@given(shapes, shapes)
def test_shapes_add_up_part_by_part(one, other):
    both = total(one, other)
    assert all(math.isclose(c, a + b) for a, b, c in zip(one, other, both, strict=True))


@given(shapes, shapes)
def test_a_shape_that_eases_reaches_its_target(start, target):
    shape = start
    for _ in range(60):
        shape = shape.toward(target, 0.5)
    assert shape == target
    assert shape.toward(target, 0.5) is shape


@given(shapes)
def test_an_outline_is_a_pose_of_its_own_and_has_itself_as_outline(shape):
    pose = Pose(**rounded(shape))
    coarse = outline(pose)
    assert outline(coarse) == coarse
    assert abs(coarse.squash - pose.squash) <= 4
    assert abs(coarse.lean - pose.lean) <= 3
    assert abs(coarse.lift - pose.lift) <= 3


def test_faces_do_not_change_the_outline():
    assert outline(Pose(face_x=3, gaze_y=-2, blush=3)) == outline(STANDING)
