"""What each mood looks like: a stance to ease into, a face, and a sign that floats beside it.

Moods are set from outside and tell the truth about the program; nothing here invents one. `age`
is the seconds since the mood began; `calm` asks for stillness, so every stance is then constant.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from pet.body.pose import NEUTRAL, Brows, Eyes, Mouth, Shape, Sign


class Mood(Enum):
    IDLE = "idle"
    WAKING = "waking"  # the model is being loaded
    THINKING = "thinking"  # asked, no word yet
    TALKING = "talking"  # words are coming
    SORRY = "sorry"  # something failed
    ASLEEP = "asleep"  # no engine at work


@dataclass(frozen=True, slots=True)
class Stance:
    """How a mood stands and looks."""

    shape: Shape = NEUTRAL
    eyes: Eyes = Eyes.OPEN
    brows: Brows = Brows.NONE
    mouth: Mouth = Mouth.REST
    blush: int = 1
    curled: bool = False
    sign: Sign = Sign.NONE
    sign_step: int = 0
    blinks: bool = True
    lively: bool = False  # its sign moves by itself
    breath: float = 2.4  # half per cents of squash, each way
    breath_seconds: float = 5.0  # one breath in and out


_AT_EASE: Final = Stance()
_STRETCH_EVERY: Final = 6.5  # seconds, while waking takes long
_YAWN: Final = (0.8, 2.6)  # seconds within that time
_DOT_SECONDS: Final = 0.45
_SLEEPING_BREATH: Final = 5.6  # seconds; the z rise with it
_SWEAT_SECONDS: Final = 0.3
_SWEAT_STOPS: Final = 5  # units down the cheek


def stance(mood: Mood, age: float, calm: bool) -> Stance:
    """How *mood* looks *age* seconds after it began."""
    return _STANCES[mood](age, calm)


def _idle(age: float, calm: bool) -> Stance:
    return _AT_EASE


def _waking(age: float, calm: bool) -> Stance:
    within = math.fmod(age, _STRETCH_EVERY)
    if not calm and _YAWN[0] <= within < _YAWN[1]:
        stretched = Shape(
            squash=-11, face_y=-2, leaf_left=18, leaf_right=12, arm_left=102, arm_right=102
        )
        return Stance(stretched, Eyes.CLOSED, Brows.RAISED, Mouth.YAWN, blinks=False, breath=0)
    nod = 0.0 if calm else 1.5 * math.sin(age * 1.7)
    drowsy = Shape(
        sunk=4, squash=3, face_y=2 + nod, leaf_left=-15, leaf_right=-24, stem=-4 - 2 * nod
    )
    return Stance(drowsy, Eyes.HALF, Brows.RAISED, Mouth.SLEEP, breath=4)


def _thinking(age: float, calm: bool) -> Stance:
    side = 1.0 if calm or math.fmod(age, 6.4) < 3.6 else -1.0
    upward = Shape(
        lean=3 * side,
        face_x=4 * side,
        face_y=-4,
        gaze_x=3 * side,
        gaze_y=-3,
        leaf_right=-42,
        arm_right=72,
    )
    dots = 3 if calm else 1 + min(2, int(math.fmod(age / _DOT_SECONDS, 4)))
    return Stance(
        upward,
        Eyes.OPEN,
        Brows.RAISED,
        Mouth.C,
        curled=True,
        sign=Sign.DOTS,
        sign_step=dots,
        lively=True,
        breath=0,
    )


def _talking(age: float, calm: bool) -> Stance:
    sway = 0.0 if calm else math.sin(age * 2.1)
    lively = Shape(
        lean=2 * sway, leaf_left=6 + 3 * sway, leaf_right=6 - 3 * sway, arm_left=12, arm_right=12
    )
    return Stance(lively, blush=2, breath=0 if not calm else 3)


def _sorry(age: float, calm: bool) -> Stance:
    drooping = Shape(
        sunk=4,
        squash=6,
        face_y=3,
        gaze_y=1,
        stem=16,
        leaf_left=-48,
        leaf_right=-69,
        arm_left=-12,
        arm_right=-12,
    )
    slid = _SWEAT_STOPS if calm else min(_SWEAT_STOPS, int(age / _SWEAT_SECONDS))
    return Stance(
        drooping,
        Eyes.SAD,
        Brows.WORRIED,
        Mouth.SAD,
        sign=Sign.SWEAT,
        sign_step=slid,
        lively=slid < _SWEAT_STOPS,
        breath=2,
        breath_seconds=4.4,
    )


def _asleep(age: float, calm: bool) -> Stance:
    folded = Shape(
        sunk=9,
        squash=8,
        lean=-4,
        face_y=4,
        stem=-8,
        leaf_left=-30,
        leaf_right=-45,
        arm_left=-6,
        arm_right=-6,
        foot_left=18,
        foot_right=-18,
    )
    return Stance(
        folded,
        Eyes.CLOSED,
        Brows.NONE,
        Mouth.SLEEP,
        sign=Sign.ZED,
        sign_step=2,
        blinks=False,
        breath=3,
        breath_seconds=_SLEEPING_BREATH,
    )


_STANCES: Final[dict[Mood, Callable[[float, bool], Stance]]] = {
    Mood.IDLE: _idle,
    Mood.WAKING: _waking,
    Mood.THINKING: _thinking,
    Mood.TALKING: _talking,
    Mood.SORRY: _sorry,
    Mood.ASLEEP: _asleep,
}
