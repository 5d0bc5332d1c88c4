"""The one clockwork of the character: lets time pass for its body, and tells when it looks new.

One single-shot timer, set again after each step to the time the body asks for. While it is stopped
there is no timer at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from pet.body.life import Body, World, pace, pose_of, step
from pet.body.moods import Mood
from pet.body.pose import Pose
from pet.clock import Clock

Pointer = Callable[[], tuple[float, float] | None]

_SYLLABLE_SECONDS: Final = 0.35  # how long the mouth goes on after a word came
_PULL_SECONDS: Final = 0.1  # how long a movement of the hand is felt
_LOOK_UP_SECONDS: Final = 1.0  # how often a mouse that rests is looked for


class Animator(QObject):
    """Owns the body. *pointer* tells where the mouse is, in units from the middle of the face."""

    pose_changed = Signal(object)  # Pose

    def __init__(
        self, clock: Clock, random: Random, pointer: Pointer, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._random = random
        self._pointer = pointer
        self._body = Body()
        self._pose = pose_of(self._body)
        self._world = World()
        self._stepped = clock.monotonic()
        self._looked_up = float("-inf")
        self._seen: tuple[float, float] | None = None
        self._pull = 0.0
        self._pulled_at = float("-inf")
        self._talks = False
        self._speaks_until = float("-inf")
        self._running = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.advance)

    @property
    def pose(self) -> Pose:
        return self._pose

    @property
    def mood(self) -> Mood:
        return self._world.mood

    @property
    def is_running(self) -> bool:
        """Whether time passes for the body. It may still need no timer."""
        return self._running

    @property
    def interval(self) -> int | None:
        """Milliseconds until the next step; None while none is needed."""
        return self._timer.interval() if self._timer.isActive() else None

    def start(self) -> None:
        """Time passes from now on; what went by while stopped does not count."""
        self._running = True
        self._stepped = self._clock.monotonic()
        self.advance()

    def stop(self) -> None:
        """Time stands still, and nothing wakes up."""
        self._running = False
        self._timer.stop()

    def show_mood(self, mood: Mood) -> None:
        self._tell(replace(self._world, mood=mood))

    def set_calm(self, calm: bool) -> None:
        """Fewer movements, as the user asked for."""
        self._tell(replace(self._world, calm=calm))

    def hold(self, held: bool) -> None:
        """Picked up, or let go."""
        self._pull = 0.0
        self._tell(replace(self._world, held=held))

    def pull(self, speed: float) -> None:
        """The hand that holds it moved to the right at *speed* units/s just now."""
        self._pull = speed
        self._pulled_at = self._clock.monotonic()

    def say_syllable(self) -> None:
        """A piece of a word came: the mouth moves for a moment."""
        silent = not self._speaks(self._clock.monotonic())
        self._speaks_until = self._clock.monotonic() + _SYLLABLE_SECONDS
        if silent:
            self._tell(self._world)

    def talk(self, talks: bool) -> None:
        """The mouth moves until it is told not to."""
        self._talks = talks
        self._speaks_until = float("-inf")
        self._tell(self._world)

    @Slot()
    def advance(self) -> None:
        """Let the time pass that went by, and set the timer for the next step."""
        now = self._clock.monotonic()
        self._world = replace(
            self._world,
            pointer=self._look_up(now),
            speaking=self._speaks(now),
            pull=self._pull if now - self._pulled_at < _PULL_SECONDS else 0.0,
        )
        self._body = step(self._body, self._world, now - self._stepped, self._random)
        self._stepped = now
        pose = pose_of(self._body)
        if pose != self._pose:
            self._pose = pose
            self.pose_changed.emit(pose)
        self._wait()

    def _tell(self, world: World) -> None:
        self._world = world
        if self._running:
            self.advance()

    def _speaks(self, now: float) -> bool:
        return self._talks or now < self._speaks_until

    def _look_up(self, now: float) -> tuple[float, float] | None:
        """Where the mouse is. One that rests is asked for once a second: it costs a round trip."""
        if self._world.calm or self._world.mood is Mood.ASLEEP:
            return None
        if self._body.looking.follows or now - self._looked_up >= _LOOK_UP_SECONDS:
            self._looked_up = now
            self._seen = self._pointer()
        return self._seen

    def _wait(self) -> None:
        seconds = pace(self._body) if self._running else None
        if seconds is None:
            self._timer.stop()
            return
        self._timer.start(max(1, round(seconds * 1000)))
