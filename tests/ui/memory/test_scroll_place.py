"""The place in a list of unknown heights: always within it, and never more measured than needed."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pet.ui.memory.scroll_place import Place

heights = st.lists(st.integers(1, 900), max_size=60)
moves = st.lists(
    st.one_of(
        st.tuples(st.just("scroll"), st.integers(-4000, 4000)),
        st.tuples(st.just("go"), st.integers(0, 80)),
        st.tuples(st.just("bar"), st.integers(0, 90_000)),
        st.tuples(st.just("room"), st.integers(0, 2000)),
    ),
    max_size=12,
)


def place_in(sizes, room=300.0):
    place = Place(lambda: len(sizes), lambda row: float(sizes[row]))
    place.room = room
    return place


def top(place, sizes):
    """The px above the upper edge, of all rows."""
    return sum(sizes[: place.row]) + place.above


def do(place, what, amount):
    match what:
        case "scroll":
            place.scroll(amount)
        case "go":
            place.go(amount, 0.0)
        case "bar":
            place.take_value(amount)
        case "room":
            place.room = float(amount)
            place.settle()


@given(heights, moves)
def test_it_never_leaves_the_list_and_never_shows_room_that_rows_could_fill(sizes, steps):
    place = place_in(sizes)
    for step in steps:
        do(place, *step)
        assert place.above >= 0
        assert top(place, sizes) <= max(0.0, sum(sizes) - place.room) + 1e-6


@given(heights, st.integers(0, 5000), st.integers(-5000, 5000))
def test_it_scrolls_by_as_many_px_as_asked_while_there_are_rows(sizes, start, px):
    place = place_in(sizes)
    place.scroll(start)
    before = top(place, sizes)
    place.scroll(px)
    end = max(0.0, sum(sizes) - place.room)
    assert abs(top(place, sizes) - min(max(before + px, 0), end)) < 1e-6


@given(heights, st.integers(0, 5000))
def test_a_scroll_bar_put_where_it_was_told_leaves_the_place_alone(sizes, start):
    place = place_in(sizes)
    place.scroll(start)
    before = top(place, sizes)
    place.take_value(place.value(place.row, place.above))
    assert abs(top(place, sizes) - before) <= 1  # a thousandth of a row


@given(heights, st.integers(0, 5000))
def test_what_is_seen_covers_the_room_without_a_gap(sizes, start):
    place = place_in(sizes)
    place.scroll(start)
    seen = list(place.seen())
    for (_, y, height), (_, below, _) in pairwise(seen):
        assert abs(y + height - below) < 1e-6
    if sum(sizes) >= place.room:
        assert seen[0][1] <= 0
        assert seen[-1][1] + seen[-1][2] >= place.room - 1e-6


def test_a_hundred_thousand_rows_are_not_measured_to_scroll_among_them():
    asked = []

    def height(row):
        asked.append(row)
        return 100.0

    place = Place(lambda: 100_000, height)
    place.room = 600.0
    place.go(50_000, 30.0)
    place.scroll(200)
    assert (place.row, place.above) == (50_002, 30.0)
    place.go(99_999, 1e9)
    assert place.row == 99_994
    assert len(set(asked)) < 40
