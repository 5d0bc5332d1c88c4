"""A damped spring: how a soft body follows, overshoots and comes to rest."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

_STEP: Final = 1 / 120  # seconds; a stiff spring stays stable at this step
_LONGEST: Final = 0.25  # seconds; after a longer pause the spring has come to rest
_STILL: Final = 0.05


class Spring(NamedTuple):
    """Where something is and how fast it moves, in its own unit and seconds."""

    at: float = 0.0
    speed: float = 0.0

    def pushed(self, speed: float) -> Spring:
        """The same place with more *speed*."""
        return Spring(self.at, self.speed + speed)

    def after(self, dt: float, target: float, stiffness: float, damping: float) -> Spring:
        """Where it is *dt* seconds later, drawn to *target*.

        Stiffness is in 1/s², damping in 1/s; a damping below `2·√stiffness` swings.
        """
        if dt > _LONGEST:
            return Spring(target)
        at, speed = self
        steps = max(1, math.ceil(dt / _STEP))
        part = dt / steps
        for _ in range(steps):
            speed += (stiffness * (target - at) - damping * speed) * part
            at += speed * part
        if abs(at - target) < _STILL and abs(speed) < _STILL * 10:
            return Spring(target)
        return Spring(at, speed)


AT_REST: Final = Spring()
