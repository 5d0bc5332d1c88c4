"""The character is never lost, and its bubble never leaves the screen or covers it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.body.placement import (
    HOME,
    Place,
    Rect,
    Screen,
    Side,
    Whereabouts,
    beside,
    nearest,
    place_bubble,
    place_of,
    stand,
)

LAPTOP = Screen("eDP-1", "A1", Rect(0, 0, 1366, 740), primary=True)
DESK = Screen("HDMI-1", "B2", Rect(1366, -200, 2560, 1400))
TALL = Screen("DP-3", "C3", Rect(-1080, 0, 1080, 1920))

parts = st.floats(0, 1)
bodies = st.tuples(st.integers(40, 300), st.integers(40, 300))
places = st.builds(
    Place, st.sampled_from(["eDP-1", "HDMI-1", "gone", ""]), st.just("B2"), parts, parts
)
rooms = st.builds(
    Rect,
    st.integers(-3000, 3000),
    st.integers(-2000, 2000),
    st.integers(640, 3000),
    st.integers(480, 2000),
)


@given(places, bodies)
def test_the_whole_body_stands_on_a_screen_that_is_there(place, body):
    where = stand(place, [LAPTOP, DESK], body)
    assert where.room in (LAPTOP.available, DESK.available)
    assert where.room.holds(where.body)


@given(st.integers(-5000, 9000), st.integers(-5000, 9000), bodies)
def test_wherever_it_is_put_down_it_is_found_again_there(x, y, body):
    put = Rect(x, y, *body)
    screens = [LAPTOP, DESK, TALL]
    place = place_of(put, screens)
    where = stand(place, screens, body)
    kept = put.kept_in(nearest(put, screens).available)
    assert abs(where.body.x - kept.x) <= 1
    assert abs(where.body.y - kept.y) <= 1


def test_a_screen_that_goes_away_gives_it_back_when_it_returns():
    place = place_of(Rect(3000, 500, 100, 100), [LAPTOP, DESK])
    there = stand(place, [LAPTOP, DESK], (100, 100))
    away = stand(place, [LAPTOP], (100, 100))
    assert there.room == DESK.available
    assert away.room == LAPTOP.available
    assert stand(place, [LAPTOP, DESK], (100, 100)) == there


def test_the_wish_survives_another_resolution():
    corner = place_of(Rect(1266, 640, 100, 100), [LAPTOP])
    smaller = Screen("eDP-1", "A1", Rect(0, 0, 1024, 700), primary=True)
    assert stand(corner, [smaller], (100, 100)).body == Rect(924, 600, 100, 100)


def test_two_screens_of_one_name_are_told_apart_by_their_serial():
    left = Screen("HDMI-1", "first", Rect(0, 0, 1000, 800), primary=True)
    right = Screen("HDMI-1", "second", Rect(1000, 0, 1000, 800))
    place = Place("HDMI-1", "second", 0.5, 0.5)
    assert stand(place, [left, right], (100, 100)).room == right.available


def test_another_monitor_at_the_same_connector_is_not_the_same_screen():
    place = Place("HDMI-1", "old", 0.0, 0.0)
    assert stand(place, [LAPTOP, DESK], (100, 100)).room == LAPTOP.available


@given(places, st.tuples(st.integers(40, 190), st.integers(40, 220)), rooms)
def test_further_copies_stand_beside_the_first_wherever_there_is_room(place, body, room):
    where = stand(place, [Screen("", "", room)], body)
    spots = [beside(where, 430, number) for number in (1, 2)]
    assert all(where.room.holds(spot) for spot in spots)
    assert not any(spot.overlaps(where.body) for spot in spots)


def test_copies_that_the_screen_holds_keep_off_each_other_and_the_first_chat():
    where = stand(HOME, [DESK], (110, 150))
    chat = Rect(where.body.x - 430, where.body.y - 400, 430, 550)
    spots = [where.body, *(beside(where, 430, number) for number in (1, 2, 3, 4))]
    assert not any(spot.overlaps(chat) for spot in spots)
    assert len(set(spots)) == len(spots)
    assert not any(a.overlaps(b) for a in spots for b in spots if a != b)


def test_where_nothing_is_free_it_stands_on_the_first():
    where = Whereabouts(Rect(0, 0, 300, 300), Rect(0, 0, 320, 320))
    assert beside(where, 430, 1) == where.body


def test_home_is_the_bottom_right_of_the_primary_screen():
    where = stand(HOME, [DESK, LAPTOP], (100, 100))
    assert where.room == LAPTOP.available
    assert where.body.bottom == LAPTOP.available.bottom
    assert 0 < LAPTOP.available.right - where.body.right < 60


def test_a_body_that_is_larger_than_the_screen_shows_its_left_top():
    assert stand(HOME, [Screen("s", "", Rect(0, 0, 50, 50))], (80, 80)).body == Rect(0, 0, 80, 80)


@given(places)
def test_a_place_survives_the_settings_file(place):
    assert Place.from_dict(json.loads(json.dumps(place.to_dict()))) == place


@pytest.mark.parametrize(
    "stored",
    [None, {}, {"x": 1}, {"x": "left", "y": 0}, {"x": float("nan"), "y": 0}, {"x": None, "y": 1}],
)
def test_a_stored_place_that_makes_no_sense_is_no_place(stored):
    assert Place.from_dict(stored) is None


@st.composite
def scenes(draw):
    room = draw(rooms)
    width, height = draw(st.integers(60, 200)), draw(st.integers(60, 200))
    x = draw(st.integers(room.x, room.right - width))
    y = draw(st.integers(room.y, room.bottom - height))
    return Whereabouts(Rect(x, y, width, height), room)


sizes = st.tuples(st.integers(60, 340), st.integers(40, 280))


@given(scenes(), sizes, st.none() | st.sampled_from(Side))
def test_the_bubble_is_on_the_screen_and_covers_the_body_only_where_there_is_no_room(
    where, size, keep
):
    spot = place_bubble(size, where, gap=14, corner=24, keep=keep)
    assert where.room.holds(spot.card)
    beside = max(where.body.x - where.room.x, where.room.right - where.body.right)
    over = max(where.body.y - where.room.y, where.room.bottom - where.body.bottom)
    if over >= size[1] + 14 or beside >= size[0] + 14:
        assert not spot.card.overlaps(where.body)


@given(scenes(), sizes)
def test_the_tail_leaves_the_card_along_its_edge(where, size):
    spot = place_bubble(size, where, gap=14, corner=24)
    length = size[0] if spot.side in (Side.ABOVE, Side.BELOW) else size[1]
    assert min(24, length) <= spot.tail <= max(24, length - 24)


@given(scenes(), sizes)
def test_a_bubble_that_grows_stays_on_its_side(where, size):
    largest = (340, 280)
    first = place_bubble((72, 44), where, gap=14, corner=24, largest=largest)
    if not place_bubble(largest, where, gap=14, corner=24).card.overlaps(where.body):
        grown = place_bubble(size, where, gap=14, corner=24, largest=largest, keep=first.side)
        assert grown.side is first.side


@pytest.mark.parametrize(
    ("x", "y", "side"),
    [
        (600, 600, Side.ABOVE),
        (1200, 10, Side.LEFT),
        (10, 10, Side.RIGHT),
    ],
)
def test_it_flips_at_the_edges_of_the_screen(x, y, side):
    where = Whereabouts(Rect(x, y, 110, 150), Rect(0, 0, 1366, 768))
    assert place_bubble((300, 200), where, gap=14, corner=24).side is side
