"""Blinking, and where the character looks: at a mouse that moves, else at whatever it likes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Final

from pet.body.pose import NEUTRAL, Eyes, Shape

_BLINK_PAUSE: Final = (2.8, 7.5)  # seconds
_BLINK_TWICE: Final = 0.15  # how often a second blink follows at once
_BLINK_SECONDS: Final = 0.2
_CLOSED_SECONDS: Final = 0.13  # of them
_HAIR: Final = 0.001  # so that a timer which is a little early is not set again
_ALONE: Final = 180.0  # seconds without a movement, after which nobody seems to be there
_INTEREST: Final = 8.0  # seconds that a mouse which no longer moves is looked at
_GLANCE_PAUSE: Final = (5.0, 12.0)
_GLANCE_SECONDS: Final = (0.9, 2.2)
_QUICKNESS: Final = 13.0  # 1/s at which a look reaches its goal
_MOVED: Final = 2.0  # units that count as a movement of the mouse
_CLOSE: Final = 80.0  # units within which the mouse is felt to be near


@dataclass(frozen=True, slots=True)
class Blinking:
    """Seconds until the next blink; below zero while one is going on."""

    due: float = 2.0

    def after(self, dt: float, random: Random) -> Blinking:
        due = self.due - dt
        if due > -_BLINK_SECONDS:
            return Blinking(due)
        return Blinking(0.12 if random.random() < _BLINK_TWICE else random.uniform(*_BLINK_PAUSE))

    @property
    def eyes(self) -> Eyes | None:
        """What the lids show: they fall at once and open in two steps; None while they are open."""
        age = -self.due
        if age < 0:
            return None
        return Eyes.HALF if age >= _CLOSED_SECONDS else Eyes.CLOSED

    @property
    def until_lids_move(self) -> float:
        """Seconds until they show something else."""
        age = -self.due
        if age < 0:
            return self.due
        return (_CLOSED_SECONDS if age < _CLOSED_SECONDS else _BLINK_SECONDS) - age + _HAIR


@dataclass(frozen=True, slots=True)
class Looking:
    """Where the character looks, from -1 to 1 each way, and what holds its interest."""

    x: float = 0.0
    y: float = 0.0
    pointer: tuple[float, float] | None = None  # where the mouse was last seen
    still: float = _INTEREST  # seconds since it moved
    glance_x: float = 0.0
    glance_y: float = 0.0
    glance_due: float = 4.0  # seconds until the next glance; below zero: how long it has lasted
    glance_seconds: float = 1.5

    def after(self, dt: float, pointer: tuple[float, float] | None, random: Random) -> Looking:
        """Where it looks *dt* seconds later; *pointer* is in units from the middle of the face."""
        pointer, still = self._noticed(dt, pointer)
        glance_x, glance_y, due, lasts = self._glanced(dt, random)
        next_look = Looking(self.x, self.y, pointer, still, glance_x, glance_y, due, lasts)
        goal_x, goal_y = next_look._goal()
        if (self.x, self.y) == (goal_x, goal_y):
            return next_look
        share = 1.0 - math.exp(-_QUICKNESS * dt)
        x, y = _toward(self.x, goal_x, share), _toward(self.y, goal_y, share)
        return Looking(x, y, pointer, still, glance_x, glance_y, due, lasts)

    @property
    def follows(self) -> bool:
        """Whether the mouse moved lately."""
        return self.still < _INTEREST and self.pointer is not None

    @property
    def alone(self) -> bool:
        """Whether nobody has moved the mouse for minutes: no one is there to see anything."""
        return self.still >= _ALONE and self.pointer is not None

    @property
    def settled(self) -> bool:
        return (self.x, self.y) == self._goal()

    @property
    def is_close(self) -> bool:
        """Whether a mouse that moves is at the character itself."""
        return self.follows and self.pointer is not None and math.hypot(*self.pointer) < _CLOSE

    @property
    def shape(self) -> Shape:
        """The eyes and the face, and toward the mouse the body a little."""
        if self.x == self.y == 0.0:
            return NEUTRAL
        return Shape(
            lean=4 * self.x if self.follows else 0.0,
            face_x=6 * self.x,
            face_y=3 * self.y,
            gaze_x=3 * self.x,
            gaze_y=2 * self.y,
        )

    def _noticed(
        self, dt: float, pointer: tuple[float, float] | None
    ) -> tuple[tuple[float, float] | None, float]:
        """Where the mouse is now, and the seconds since it moved."""
        if pointer is None or not all(map(math.isfinite, pointer)):
            return None, _INTEREST
        seen = self.pointer
        if seen is None:
            return pointer, _INTEREST
        if math.dist(seen, pointer) >= _MOVED:
            return pointer, 0.0
        return seen, self.still + dt

    def _glanced(self, dt: float, random: Random) -> tuple[float, float, float, float]:
        """Where it would glance by itself, when, and for how many seconds."""
        due = self.glance_due - dt
        if self.alone and due <= 0:
            return 0.0, 0.0, random.uniform(*_GLANCE_PAUSE), self.glance_seconds
        if due <= -self.glance_seconds:
            pause, lasts = random.uniform(*_GLANCE_PAUSE), random.uniform(*_GLANCE_SECONDS)
            return self.glance_x, self.glance_y, pause, lasts
        if due <= 0 < self.glance_due:
            x, y = random.choice((-0.9, 0.9)), random.choice((-0.5, 0.0))
            return x, y, due, self.glance_seconds
        return self.glance_x, self.glance_y, due, self.glance_seconds

    def _goal(self) -> tuple[float, float]:
        if self.follows and self.pointer is not None:
            return math.tanh(self.pointer[0] / 320), math.tanh(self.pointer[1] / 260)
        if self.glance_due <= 0:
            return self.glance_x, self.glance_y
        return 0.0, 0.0


def _toward(now: float, goal: float, share: float) -> float:
    return goal if abs(goal - now) < 0.1 else now + (goal - now) * share
