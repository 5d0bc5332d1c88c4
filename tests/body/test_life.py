"""The body lives: it breathes and blinks, is picked up and falls, and never leaves its limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.body.fidgets import Fidget, Fidgeting
from pet.body.life import FAST, Body, World, pace, pose_of, step
from pet.body.moods import Mood
from pet.body.pose import LIMITS, Eyes, Mouth, Sign

worlds = st.builds(
    World,
    mood=st.sampled_from(Mood),
    pointer=st.none() | st.tuples(st.floats(), st.floats()),
    held=st.booleans(),
    pull=st.floats(),
    speaking=st.booleans(),
    calm=st.booleans(),
)
pauses = st.floats(0, 0.3) | st.floats(allow_nan=True, allow_infinity=True)


def live(body, world, seconds, random, dt=1 / 24):
    """The poses of so many *seconds*, and the body after them."""
    poses = []
    for _ in range(round(seconds / dt)):
        body = step(body, world, dt, random)
        poses.append(pose_of(body))
    return body, poses


@settings(max_examples=60)
@given(st.lists(st.tuples(worlds, pauses), max_size=40), st.integers())
def test_whatever_happens_a_pose_stays_within_its_limits(moments, seed):
    body, random = Body(), Random(seed)
    for world, dt in moments:
        body = step(body, world, dt, random)
        pose = pose_of(body)
        for name, (low, high) in LIMITS.items():
            assert low <= getattr(pose, name) <= high
        assert 0 <= pose.sign_step <= 7
        assert 0 <= pose.blush <= 3
        waits = pace(body)
        assert waits is None or waits >= FAST


@given(st.integers(), st.sampled_from(Mood))
@settings(max_examples=20)
def test_the_same_randomness_gives_the_same_life(seed, mood):
    lives = [live(Body(), World(mood=mood), 20, Random(seed), 1 / 6)[1] for _ in range(2)]
    assert lives[0] == lives[1]


def test_it_blinks_and_every_blink_ends():
    _, poses = live(Body(), World(), 60, Random(7))
    shut = [pose.eyes is Eyes.CLOSED for pose in poses]
    blinks = sum(not before and after for before, after in pairwise(shut))
    assert 5 <= blinks <= 40
    longest = max(len(run) for run in "".join("x" if s else " " for s in shut).split())
    assert longest <= 75  # a stretch keeps the eyes shut for some seconds, a blink for two frames


def test_it_breathes_in_small_steps():
    _, poses = live(Body(), World(), 8, Random(1), 1 / 6)
    squashes = [pose.squash for pose in poses]
    assert {-2, 0, 2} <= set(squashes)
    assert all(abs(after - before) <= 2 for before, after in pairwise(squashes))


def test_it_looks_toward_a_mouse_that_moves_and_loses_interest_when_it_rests():
    body, random = Body(), Random(2)
    for n in range(40):
        body = step(body, World(pointer=(400.0 + 3 * n, -300.0)), 1 / 12, random)
    looking = pose_of(body)
    assert looking.gaze_x > 0 > looking.gaze_y
    assert looking.lean > 0
    assert body.looking.follows
    body, _ = live(body, World(pointer=(520.0, -300.0)), 9, random)
    assert not body.looking.follows


def test_a_mouse_at_the_character_makes_it_blush():
    body, random = Body(), Random(2)
    for n in range(12):
        body = step(body, World(pointer=(10.0 + 4 * (n % 2), 0.0)), 1 / 12, random)
    assert pose_of(body).blush == 2


def test_picked_up_it_dangles_surprised_and_wiggles_its_feet():
    body, poses = live(Body(), World(held=True), 0.5, Random(3))
    assert poses[-1].hanging
    assert poses[-1].lift > 10
    assert poses[-1].eyes is Eyes.WIDE
    assert len({pose.foot_left for pose in poses}) > 2
    _, later = live(body, World(held=True), 2, Random(3))
    assert Eyes.WIDE not in {pose.eyes for pose in later[-12:]}


def test_carried_to_the_right_its_feet_trail_to_the_left():
    still, _ = live(Body(), World(held=True), 1, Random(3))
    _, poses = live(still, World(held=True, pull=500.0), 0.3, Random(3))
    assert poses[-1].lean > 5


def test_set_down_it_falls_is_squashed_and_comes_to_rest():
    held, _ = live(Body(), World(held=True), 1, Random(3))
    body, poses = live(held, World(), 3, Random(3))
    assert max(pose.squash for pose in poses) > 8
    assert Eyes.SQUEEZED in {pose.eyes for pose in poses}
    assert poses[-1].lift == 0
    assert not body.motion.moves


@pytest.mark.parametrize(
    ("mood", "eyes", "sign"),
    [
        (Mood.THINKING, {Eyes.OPEN}, Sign.DOTS),
        (Mood.SORRY, {Eyes.SAD}, Sign.SWEAT),
        (Mood.ASLEEP, {Eyes.CLOSED}, Sign.ZED),
        (Mood.WAKING, {Eyes.HALF, Eyes.CLOSED}, Sign.NONE),
    ],
)
def test_each_mood_shows_what_it_is(mood, eyes, sign):
    _, poses = live(Body(), World(mood=mood), 8, Random(4))
    assert eyes <= {pose.eyes for pose in poses}
    assert {pose.sign for pose in poses} == {sign}


def test_only_thinking_curls_the_sprout():
    for mood in Mood:
        _, poses = live(Body(), World(mood=mood), 1, Random(4))
        assert poses[-1].curled is (mood is Mood.THINKING)


def test_the_mouth_moves_while_words_come_and_rests_when_they_stop():
    body, spoken = live(Body(), World(mood=Mood.TALKING, speaking=True), 2, Random(5))
    assert {Mouth.A, Mouth.B, Mouth.C} <= {pose.mouth for pose in spoken}
    _, silent = live(body, World(mood=Mood.TALKING), 1, Random(5))
    assert {pose.mouth for pose in silent} == {Mouth.REST}


def test_after_talking_it_smiles_for_a_moment():
    talked, _ = live(Body(), World(mood=Mood.TALKING), 1, Random(5))
    _, poses = live(talked, World(), 3, Random(5))
    assert poses[2].mouth is Mouth.SMILE
    assert poses[-1].mouth is Mouth.REST


@pytest.mark.parametrize("kind", Fidget)
def test_every_fidget_moves_it_and_ends(kind):
    start = replace(Body(), fidgeting=Fidgeting(kind, 0.0, 30.0))
    body, poses = live(start, World(), 5, Random(6))
    assert body.fidgeting.kind is None
    assert len(set(poses)) > 8


def test_it_fidgets_now_and_then_but_only_while_it_is_idle():
    def fidgets(world):
        body, random, seen = Body(), Random(8), 0
        for _ in range(5 * 240):
            before = body.fidgeting.kind
            body = step(body, world, 0.2, random)
            seen += body.fidgeting.kind is not None and before is None
        return seen

    assert 3 <= fidgets(World()) <= 10
    assert fidgets(World(pointer=(50.0, 50.0))) <= 5  # nobody moves the mouse for long
    assert fidgets(World(mood=Mood.THINKING)) == 0
    assert fidgets(World(calm=True)) == 0


@pytest.mark.parametrize("mood", Mood)
def test_in_calm_only_the_eyelids_move(mood):
    body, random = Body(), Random(9)
    body = step(body, World(mood=mood, calm=True), 0.1, random)
    still = pose_of(body)
    for _ in range(200):
        body = step(body, World(mood=mood, calm=True, pointer=(5.0, 5.0)), 0.1, random)
        pose = pose_of(body)
        assert replace(pose, eyes=still.eyes) == replace(still, eyes=still.eyes)


def test_in_calm_and_asleep_nothing_needs_a_timer():
    body = step(Body(), World(mood=Mood.ASLEEP, calm=True), 0.1, Random(1))
    assert pace(body) is None


def test_idle_life_needs_few_steps_and_fewer_new_pictures():
    body, random, passed, steps, changes, last = Body(), Random(10), 0.0, 0, 0, None
    while passed < 300:
        dt = pace(body)
        passed += dt
        steps += 1
        body = step(body, World(pointer=(50.0, 50.0)), dt, random)
        pose = pose_of(body)
        changes += pose != last
        last = pose
    assert steps / passed < 4
    assert changes / steps > 0.8  # any other step woke the computer for nothing
    assert changes / passed < 3.5
