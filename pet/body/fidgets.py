"""What the character does for itself now and then while nothing else is going on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

from pet.body.pose import NEUTRAL, Brows, Eyes, Mouth, Shape, Sign


class Fidget(Enum):
    SWAY = "sway"  # hums, the leaves keep time
    HOP = "hop"
    STRETCH = "stretch"
    YAWN = "yawn"
    PEEK = "peek"  # leans over to see what is there
    FLUFF = "fluff"  # shakes its cotton into shape


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a fidget adds to the stance at one moment; None leaves the face as it is."""

    shape: Shape = NEUTRAL
    eyes: Eyes | None = None
    brows: Brows | None = None
    mouth: Mouth | None = None
    sign: Sign = Sign.NONE
    blush: int = 1


@dataclass(frozen=True, slots=True)
class Fidgeting:
    """The fidget that is going on, or the seconds until the next one."""

    kind: Fidget | None = None
    age: float = 0.0
    due: float = 12.0

    def after(self, dt: float, random: Random) -> Fidgeting:
        if self.kind is not None:
            age = self.age + dt
            return Fidgeting(self.kind if age < seconds(self.kind) else None, age, self.due)
        due = self.due - dt
        if due > 0:
            return Fidgeting(due=due)
        return Fidgeting(choose(random), 0.0, random.uniform(*_PAUSE))

    def stopped(self) -> Fidgeting:
        """No fidget goes on, and the time until the next one stands still."""
        return self if self.kind is None else Fidgeting(due=self.due)

    @property
    def gesture(self) -> Gesture:
        return NOTHING if self.kind is None else gesture(self.kind, self.age)


NOTHING: Final = Gesture()
FRAME: Final = 1 / 12  # seconds; a fidget is sampled in these steps, so that it repeats exactly

_PAUSE: Final = (25.0, 70.0)  # seconds between two fidgets
_WEIGHTS: Final = {
    Fidget.SWAY: 5,
    Fidget.HOP: 3,
    Fidget.STRETCH: 2,
    Fidget.YAWN: 1,
    Fidget.PEEK: 4,
    Fidget.FLUFF: 2,
}


def choose(random: Random) -> Fidget:
    """One of the fidgets; the lively ones more often."""
    return random.choices(tuple(_WEIGHTS), tuple(_WEIGHTS.values()))[0]


def seconds(fidget: Fidget) -> float:
    """How long *fidget* takes."""
    return _ACTS[fidget][0]


def gesture(fidget: Fidget, age: float) -> Gesture:
    """What *fidget* does *age* seconds after it began; nothing once it is over."""
    whole, act = _ACTS[fidget]
    frame = math.floor(age / FRAME + 1e-6) * FRAME
    return act(frame / whole) if 0 <= frame < whole else NOTHING


def _sway(t: float) -> Gesture:
    beat = math.sin(t * math.tau * 3) * _swell(t)
    shape = Shape(
        lean=7 * beat,
        stem=8 * beat,
        leaf_left=9 * beat,
        leaf_right=-9 * beat,
        arm_left=18 * max(0.0, beat),
        arm_right=18 * max(0.0, -beat),
    )
    return Gesture(shape, Eyes.HAPPY, Brows.NONE, Mouth.REST, blush=2)


def _hop(t: float) -> Gesture:
    """Crouch, two hops with stretch at the top, and a squash after each."""
    crouch = _bell(t, 0.10, 0.10)
    jumps = _arc(t, 0.18, 0.46) + 0.7 * _arc(t, 0.56, 0.80)
    landings = _bell(t, 0.51, 0.05) + 0.8 * _bell(t, 0.86, 0.07)
    shape = Shape(
        lift=24 * jumps,
        squash=14 * crouch - 9 * jumps + 13 * landings,
        leaf_left=15 * jumps - 24 * landings,
        leaf_right=15 * jumps - 24 * landings,
        arm_left=54 * jumps,
        arm_right=54 * jumps,
        foot_left=12 * jumps,
        foot_right=-12 * jumps,
    )
    return Gesture(shape, Eyes.HAPPY if jumps > 0.2 else None, None, Mouth.SMILE, blush=3)


def _stretch(t: float) -> Gesture:
    up = _swell(t)
    tremble = 0.8 * math.sin(t * 60) * up if 0.35 < t < 0.65 else 0.0
    shape = Shape(
        squash=-12 * up + tremble,
        lean=3 * tremble,
        face_y=-3 * up,
        leaf_left=21 * up,
        leaf_right=15 * up,
        arm_left=102 * up,
        arm_right=102 * up,
    )
    return Gesture(shape, Eyes.SQUEEZED if up > 0.7 else Eyes.CLOSED if up > 0.3 else None)


def _yawn(t: float) -> Gesture:
    up = _swell(t)
    shape = Shape(
        squash=-7 * up, face_y=-3 * up, arm_right=60 * up, leaf_left=-15 * up, leaf_right=-15 * up
    )
    if t > 0.78:
        return Gesture(shape, Eyes.HALF, Brows.NONE, Mouth.SLEEP, Sign.TEAR)
    if up > 0.45:
        return Gesture(shape, Eyes.CLOSED, Brows.RAISED, Mouth.YAWN)
    return Gesture(shape, Eyes.HALF, Brows.NONE, Mouth.SLEEP)


def _peek(t: float) -> Gesture:
    side = _swell(min(1.0, t * 2)) - _swell(max(0.0, t * 2 - 1))
    shape = Shape(
        lean=12 * side,
        face_x=6 * side,
        gaze_x=3 * side,
        stem=-8 * side,
        arm_left=30 * max(0.0, side),
        arm_right=30 * max(0.0, -side),
    )
    return Gesture(shape, None, Brows.RAISED if abs(side) > 0.5 else None, Mouth.C)


def _fluff(t: float) -> Gesture:
    shake = math.sin(t * math.tau * 5) * _swell(t)
    shape = Shape(
        squash=5 * _swell(t),
        lean=8 * shake,
        face_x=2 * shake,
        stem=-12 * shake,
        leaf_left=15 * shake,
        leaf_right=-15 * shake,
        arm_left=24 * _swell(t),
        arm_right=24 * _swell(t),
    )
    return Gesture(shape, Eyes.SQUEEZED if t < 0.8 else Eyes.HAPPY, Brows.NONE, Mouth.REST)


def _swell(t: float) -> float:
    """Rises softly from 0 to 1, stays, and falls softly back, for *t* from 0 to 1."""
    return min(1.0, _smooth(t / 0.28), _smooth((1.0 - t) / 0.28))


def _smooth(t: float) -> float:
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)


def _arc(t: float, start: float, end: float) -> float:
    """A throw: the parabola from 0 over 1 to 0 between *start* and *end*."""
    if not start < t < end:
        return 0.0
    part = (t - start) / (end - start)
    return 4 * part * (1 - part)


def _bell(t: float, middle: float, width: float) -> float:
    return math.exp(-(((t - middle) / width) ** 2))


_ACTS: Final[dict[Fidget, tuple[float, Callable[[float], Gesture]]]] = {
    Fidget.SWAY: (3.6, _sway),
    Fidget.HOP: (1.5, _hop),
    Fidget.STRETCH: (2.2, _stretch),
    Fidget.YAWN: (2.6, _yawn),
    Fidget.PEEK: (3.2, _peek),
    Fidget.FLUFF: (1.2, _fluff),
}
