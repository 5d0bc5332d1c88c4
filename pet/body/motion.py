"""How the soft body swings: picked up, carried, dropped, squashed by the landing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pet.body.pose import NEUTRAL, Shape
from pet.body.springs import AT_REST, Spring

SQUEEZE: Final = 0.22  # seconds of squeezed eyes after a landing

_HELD_LIFT: Final = 18.0  # units
_HELD_SQUASH: Final = -9.0  # half per cents: it hangs
_GRAVITY: Final = 900.0  # units/s²
_PULL: Final = 0.035  # half degrees that the feet trail for each unit/s of the hand
_MOST_LEAN: Final = 24.0
_HARDEST: Final = 260.0  # half per cents per second that a landing may squash


@dataclass(frozen=True, slots=True)
class Motion:
    """Four springs, and since when the body is held or has landed."""

    height: Spring = AT_REST  # above the ground
    squash: Spring = AT_REST
    lean: Spring = AT_REST
    leaves: Spring = AT_REST
    held: bool = False
    held_seconds: float = 0.0
    since_landing: float = math.inf

    def after(self, dt: float, *, held: bool, pull: float, calm: bool) -> Motion:
        """The motion *dt* seconds later; *pull* is how fast the hand moves, in units/s."""
        held_seconds = self.held_seconds + dt if held and self.held else 0.0
        if calm:
            return Motion(
                height=Spring(_HELD_LIFT if held else 0.0), held=held, held_seconds=held_seconds
            )
        if self._rests and not held:
            return self if self.since_landing == math.inf else self._landed(dt)
        if held:
            return self._carried(dt, pull, held_seconds)
        return self._fallen(dt)

    @property
    def moves(self) -> bool:
        """Whether the next moment will look different."""
        return not self._rests or self.held

    @property
    def shape(self) -> Shape:
        if not self.moves:
            return NEUTRAL
        wiggle = self._wiggle(9.0)
        return Shape(
            lift=max(0.0, self.height.at),
            squash=self.squash.at,
            lean=self.lean.at,
            leaf_left=self.leaves.at,
            leaf_right=self.leaves.at,
            foot_left=wiggle,
            foot_right=-self._wiggle(11.7),
        )

    @property
    def _rests(self) -> bool:
        return (self.height, self.squash, self.lean, self.leaves) == _ALL_AT_REST

    def _landed(self, dt: float) -> Motion:
        """At rest on the ground, while the landing is still felt."""
        since = self.since_landing + dt
        return Motion(since_landing=since if since < SQUEEZE else math.inf)

    def _carried(self, dt: float, pull: float, held_seconds: float) -> Motion:
        caught = not self.held
        swing = max(-_MOST_LEAN, min(_MOST_LEAN, pull * _PULL))
        leaves = self.leaves.pushed(-160.0) if caught else self.leaves
        return Motion(
            height=self.height.after(dt, _HELD_LIFT, 320, 26),
            squash=self.squash.after(dt, _HELD_SQUASH, 260, 13),
            lean=self.lean.after(dt, swing, 90, 6),
            leaves=leaves.after(dt, 0.0, 150, 7),
            held=True,
            held_seconds=held_seconds,
        )

    def _fallen(self, dt: float) -> Motion:
        fall = min(dt, 0.1)
        in_air = self.height.at > 0.0
        speed = self.height.speed - _GRAVITY * fall
        at = self.height.at + speed * fall
        hits = in_air and at <= 0.0
        hit = min(_HARDEST, 120.0 - speed * 0.5) if hits else 0.0
        return Motion(
            height=Spring(at, speed) if in_air and not hits else AT_REST,
            squash=self.squash.pushed(hit).after(dt, 0.0, 260, 13),
            lean=self.lean.after(dt, 0.0, 90, 6),
            leaves=self.leaves.pushed(-hit).after(dt, 0.0, 150, 7),
            since_landing=0.0 if hits else self.since_landing + dt,
        )

    def _wiggle(self, quickness: float) -> float:
        if not self.held or self.squash == AT_REST:  # calm keeps the feet still
            return 0.0
        strength = 8.0 + 14.0 * math.exp(-self.held_seconds)
        return strength * math.sin(self.held_seconds * quickness)


_ALL_AT_REST: Final = (AT_REST, AT_REST, AT_REST, AT_REST)
STANDING_STILL: Final = Motion()
