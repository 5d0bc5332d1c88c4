"""What the character looks like at one moment, in a few whole numbers.

Numbers are quantised so that equal looks are equal poses: a pose that did not change is not
painted again, and a picture once drawn is found again. Lengths are units of the drawing, which is
`CANVAS` units wide and high whatever the size on the screen; y grows downwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

CANVAS: Final = 256
# The visible body within the drawing when standing: left, top, right, bottom.
SOLID: Final = (48, 32, 208, 246)
FACE: Final = (128, 176)  # the middle of the face


class Eyes(Enum):
    OPEN = "open"
    HALF = "half"
    CLOSED = "closed"
    HAPPY = "happy"
    SQUEEZED = "squeezed"
    WIDE = "wide"
    SAD = "sad"


class Brows(Enum):
    NONE = "none"
    WORRIED = "worried"
    RAISED = "raised"


class Mouth(Enum):
    REST = "rest"
    SMILE = "smile"
    A = "a"
    B = "b"
    C = "c"
    O = "o"  # noqa: E741 - the shape of the mouth
    SAD = "sad"
    SLEEP = "sleep"
    YAWN = "yawn"


class Sign(Enum):
    """What floats beside the head, as comics draw it."""

    NONE = "none"
    DOTS = "dots"  # thinking
    ZED = "zed"  # asleep
    SWEAT = "sweat"  # sorry
    TEAR = "tear"  # after a yawn


class Shape(NamedTuple):
    """Where the parts are, before rounding. A tuple, because shapes are added at every step."""

    lift: float = 0.0  # units above the ground
    sunk: float = 0.0  # units the body sits down over its feet
    squash: float = 0.0  # half per cents: positive is flatter and wider
    lean: float = 0.0  # half degrees, clockwise
    face_x: float = 0.0  # units the face turned
    face_y: float = 0.0
    gaze_x: float = 0.0  # units the eyes moved within the face
    gaze_y: float = 0.0
    stem: float = 0.0  # degrees, clockwise
    leaf_left: float = 0.0  # degrees upwards from rest
    leaf_right: float = 0.0
    arm_left: float = 0.0  # degrees upwards from hanging
    arm_right: float = 0.0
    foot_left: float = 0.0  # degrees of swing
    foot_right: float = 0.0

    def toward(self, target: Shape, share: float) -> Shape:
        """*share* (0 to 1) of the way to *target*; the last hair of it at once."""
        if self == target:
            return self
        return Shape._make(
            aim if abs(aim - now) < rule.grain / 10 else now + (aim - now) * share
            for now, aim, rule in zip(self, target, _RULES, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Pose:
    """One look: a shape in whole numbers, and a face."""

    lift: int = 0
    sunk: int = 0
    squash: int = 0
    lean: int = 0
    face_x: int = 0
    face_y: int = 0
    gaze_x: int = 0
    gaze_y: int = 0
    stem: int = 0
    leaf_left: int = 0
    leaf_right: int = 0
    arm_left: int = 0
    arm_right: int = 0
    foot_left: int = 0
    foot_right: int = 0
    hanging: bool = False  # the feet dangle below the body
    curled: bool = False  # the sprout is rolled up in thought
    eyes: Eyes = Eyes.OPEN
    brows: Brows = Brows.NONE
    mouth: Mouth = Mouth.REST
    blush: int = 1  # 0 to 3
    sign: Sign = Sign.NONE
    sign_step: int = 0  # 0 to 7


STANDING: Final = Pose()
NEUTRAL: Final = Shape()


class _Rule(NamedTuple):
    """How one number of a shape becomes a number of a pose."""

    name: str
    grain: int
    low: int
    high: int


_RULES: Final = (
    _Rule("lift", 1, 0, 40),
    _Rule("sunk", 1, 0, 12),
    _Rule("squash", 1, -28, 28),
    _Rule("lean", 2, -28, 28),
    _Rule("face_x", 2, -8, 8),
    _Rule("face_y", 2, -6, 6),
    _Rule("gaze_x", 1, -4, 4),
    _Rule("gaze_y", 1, -3, 3),
    _Rule("stem", 2, -40, 40),
    _Rule("leaf_left", 3, -75, 30),
    _Rule("leaf_right", 3, -75, 30),
    _Rule("arm_left", 6, -30, 108),
    _Rule("arm_right", 6, -30, 108),
    _Rule("foot_left", 6, -30, 30),
    _Rule("foot_right", 6, -30, 30),
)
LIMITS: Final = {rule.name: (rule.low, rule.high) for rule in _RULES}
# How much a part may move before the outline counts as another one.
_OUTLINE_GRAIN: Final = {
    "lift": 6,
    "sunk": 4,
    "squash": 8,
    "lean": 6,
    "stem": 12,
    "leaf_left": 15,
    "leaf_right": 15,
    "arm_left": 24,
    "arm_right": 24,
    "foot_left": 18,
    "foot_right": 18,
}


def total(*shapes: Shape) -> Shape:
    """All *shapes* together. At rest most are neutral, and this is asked some times a second."""
    parts = [shape for shape in shapes if shape is not NEUTRAL]
    if len(parts) <= 1:
        return parts[0] if parts else NEUTRAL
    return Shape._make(map(math.fsum, zip(*parts, strict=True)))


def rounded(shape: Shape) -> dict[str, int]:
    """The whole numbers of a pose for *shape*, within `LIMITS`."""
    return {
        rule.name: min(rule.high, max(rule.low, rule.grain * round(number / rule.grain)))
        for rule, number in zip(_RULES, shape, strict=True)
    }


def faceless(pose: Pose) -> Pose:
    """*pose* with nothing but what shows at its edge."""
    return replace(
        pose,
        face_x=0,
        face_y=0,
        gaze_x=0,
        gaze_y=0,
        eyes=Eyes.OPEN,
        brows=Brows.NONE,
        mouth=Mouth.REST,
        blush=1,
    )


def outline(pose: Pose) -> Pose:
    """The pose that stands for all poses of nearly the same outline.

    Poses with equal outlines differ by less than one step of `_OUTLINE_GRAIN` in every part that
    shows at the edge; faces do not count.
    """
    coarse = {
        name: grain * round(getattr(pose, name) / grain) for name, grain in _OUTLINE_GRAIN.items()
    }
    return Pose(
        **coarse,
        face_x=0,
        face_y=0,
        gaze_x=0,
        gaze_y=0,
        hanging=pose.hanging,
        curled=pose.curled,
        sign=pose.sign,
        sign_step=pose.sign_step,
    )
