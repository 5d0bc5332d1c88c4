"""The character's life in numbers: `step` lets time pass, `pose_of` says what it looks like now.

Pure: the world is passed in, and so is the randomness. The window calls `step` at the pace that
`pace` asks for and paints only when the pose changed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pet.body import fidgets
from pet.body.eyesight import Blinking, Looking
from pet.body.fidgets import Fidgeting, Gesture
from pet.body.moods import Mood, Stance, stance
from pet.body.motion import SQUEEZE, STANDING_STILL, Motion
from pet.body.pose import (
    NEUTRAL,
    Brows,
    Eyes,
    Mouth,
    Pose,
    Shape,
    Sign,
    rounded,
    total,
)

_SURPRISE: Final = 0.9  # seconds of wide eyes after being picked up
_PLEASED: Final = 1.1  # seconds of a smile after talking
_EASE: Final = 7.0  # 1/s at which a stance is taken
_SYLLABLE: Final = (0.10, 0.17)  # seconds
_SPOKEN: Final = (Mouth.A, Mouth.B, Mouth.C, Mouth.A, Mouth.B)

_GLIMPSE: Final = 1 / 30  # seconds

FAST: Final = 1 / 24  # seconds between two steps, while something moves quickly
LIVELY: Final = 1 / 12
BREATHING: Final = 1 / 5
RESTING: Final = 1.5  # the longest time until the next step: a full breath is held so long


@dataclass(frozen=True, slots=True)
class World:
    """What the body is told about the moment."""

    mood: Mood = Mood.IDLE
    pointer: tuple[float, float] | None = None  # units from the middle of the face; None: unknown
    held: bool = False  # in the user's hand
    pull: float = 0.0  # units/s at which that hand moves to the right
    speaking: bool = False  # words are coming right now
    calm: bool = False  # the user asked for fewer movements


@dataclass(frozen=True, slots=True)
class Body:
    """Everything that the next moment depends on."""

    world: World = field(default_factory=World)
    mood_age: float = 0.0  # seconds
    before: Mood = Mood.IDLE  # the mood that went before
    stance: Shape = NEUTRAL  # on its way to that of the mood
    breath: float = 0.0  # of one breath, 0 to 1
    blinking: Blinking = field(default_factory=Blinking)
    looking: Looking = field(default_factory=Looking)
    fidgeting: Fidgeting = field(default_factory=Fidgeting)
    motion: Motion = STANDING_STILL
    syllable: int = 0
    syllable_left: float = 0.0  # seconds


def step(body: Body, world: World, dt: float, random: Random) -> Body:
    """*body* after *dt* seconds in *world*. A pause that makes no sense counts as none."""
    dt = dt if math.isfinite(dt) and dt > 0 else 0.0
    changed = world.mood is not body.world.mood
    age = 0.0 if changed else body.mood_age + dt
    goal = stance(world.mood, age, world.calm)
    share = 1.0 if world.calm else 1.0 - math.exp(-_EASE * dt)
    free = world.mood is Mood.IDLE and not world.held and not world.calm
    may_fidget = free and not (body.looking.alone and body.fidgeting.kind is None)
    syllable, syllable_left = _spoken(body, world, dt, random)
    return Body(
        world=world,
        mood_age=age,
        before=body.world.mood if changed else body.before,
        stance=body.stance.toward(goal.shape, share),
        breath=_breathed(body, goal, dt),
        blinking=body.blinking.after(dt, random),
        looking=body.looking.after(dt, None if world.calm else world.pointer, random),
        fidgeting=body.fidgeting.after(dt, random) if may_fidget else body.fidgeting.stopped(),
        motion=body.motion.after(dt, held=world.held, pull=_finite(world.pull), calm=world.calm),
        syllable=syllable,
        syllable_left=syllable_left,
    )


def pose_of(body: Body) -> Pose:
    """What *body* looks like."""
    world = body.world
    now = stance(world.mood, body.mood_age, world.calm)
    gesture = body.fidgeting.gesture
    looked = body.looking.shape if _looks_about(body) else NEUTRAL
    shape = total(body.stance, _breath(body, now), body.motion.shape, looked, gesture.shape)
    eyes, brows, mouth = _face(body, now, gesture)
    sign = now.sign if gesture.sign is Sign.NONE else gesture.sign
    return Pose(
        **rounded(shape),
        hanging=world.held,
        curled=now.curled and not world.held,
        eyes=eyes,
        brows=brows,
        mouth=mouth,
        blush=max(now.blush, gesture.blush, 2 if body.looking.is_close else 0),
        sign=Sign.NONE if world.held else sign,
        sign_step=0 if world.held else _sign_step(body, now, sign),
    )


def pace(body: Body) -> float | None:
    """Seconds until the next step is worth taking; None when nothing will change by itself."""
    world = body.world
    now = stance(world.mood, body.mood_age, world.calm)
    blinks = now.blinks or world.held
    if world.calm:
        return _calm_pace(body, blinks)
    if body.motion.moves:
        return FAST
    lids = body.blinking.until_lids_move if blinks else RESTING
    if body.fidgeting.kind is not None:
        return max(FAST, min(fidgets.FRAME, lids))
    looks = _looks_about(body) and not body.looking.settled
    if looks or world.speaking or body.stance != now.shape or body.motion.since_landing < SQUEEZE:
        return max(FAST, min(LIVELY, lids))
    waits = BREATHING if body.looking.follows or now.lively else _until_breath_shows(body, now)
    return max(FAST, min(waits, lids))


def _until_breath_shows(body: Body, now: Stance) -> float:
    """Seconds until the breath reaches the next whole number of a pose."""
    level = round(now.breath * math.sin(body.breath * math.tau))
    seconds = BREATHING / 2
    while seconds < RESTING:
        phase = body.breath + seconds / now.breath_seconds
        if round(now.breath * math.sin(phase * math.tau)) != level:
            break
        seconds += _GLIMPSE
    return seconds


def _sign_step(body: Body, now: Stance, sign: Sign) -> int:
    """The z of a sleeper rise with the breath, so that the same few pictures come again."""
    if sign is Sign.ZED and not body.world.calm:
        return int(body.breath * 8)
    return now.sign_step


def _calm_pace(body: Body, blinks: bool) -> float | None:
    if body.world.speaking:
        return LIVELY
    return max(FAST, body.blinking.until_lids_move) if blinks else None


def _breathed(body: Body, goal: Stance, dt: float) -> float:
    """The breath is held during a fidget, so that its pictures are the same every time."""
    if body.fidgeting.kind is not None:
        return body.breath
    return math.fmod(body.breath + dt / goal.breath_seconds, 1.0)


def _breath(body: Body, now: Stance) -> Shape:
    if body.world.calm or body.world.held:
        return NEUTRAL
    swell = now.breath * math.sin(body.breath * math.tau)
    return Shape(squash=swell, leaf_left=swell, leaf_right=swell)


def _spoken(body: Body, world: World, dt: float, random: Random) -> tuple[int, float]:
    """The syllable on the lips and the seconds it lasts: never the same twice running."""
    if not world.speaking:
        return body.syllable, 0.0
    left = body.syllable_left - dt
    if left > 0:
        return body.syllable, left
    other = (body.syllable + random.randrange(1, len(_SPOKEN))) % len(_SPOKEN)
    return other, random.uniform(*_SYLLABLE)


def _face(body: Body, now: Stance, gesture: Gesture) -> tuple[Eyes, Brows, Mouth]:
    """The first that has something to say: the hand, the ground, the mood, a fidget."""
    if body.world.held:
        return _held_face(body)
    if body.motion.since_landing < SQUEEZE:
        return Eyes.SQUEEZED, Brows.NONE, Mouth.B
    if body.world.mood is Mood.IDLE and body.before is Mood.TALKING and body.mood_age < _PLEASED:
        return Eyes.HAPPY, Brows.NONE, Mouth.SMILE
    eyes = gesture.eyes or now.eyes
    if now.blinks and eyes in _CAN_BLINK:
        eyes = body.blinking.eyes or eyes
    mouth = _SPOKEN[body.syllable] if body.world.speaking else gesture.mouth or now.mouth
    return eyes, gesture.brows or now.brows, mouth


def _held_face(body: Body) -> tuple[Eyes, Brows, Mouth]:
    if body.motion.held_seconds < _SURPRISE:
        return Eyes.WIDE, Brows.RAISED, Mouth.O
    return body.blinking.eyes or Eyes.OPEN, Brows.RAISED, Mouth.C


def _looks_about(body: Body) -> bool:
    world = body.world
    return world.mood in _LOOKS_ABOUT and not world.calm and body.fidgeting.kind is None


def _finite(number: float) -> float:
    return number if math.isfinite(number) else 0.0


_CAN_BLINK: Final = (Eyes.OPEN, Eyes.SAD, Eyes.HALF)
_LOOKS_ABOUT: Final = (Mood.IDLE, Mood.TALKING, Mood.WAKING)
