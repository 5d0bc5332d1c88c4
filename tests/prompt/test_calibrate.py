"""Learning how many bytes make a token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.engines.base import Window
from pet.prompt.calibrate import BytesPerToken

WINDOW = Window(8192)


def after(*samples: tuple[int, int]) -> BytesPerToken:
    learned = BytesPerToken()
    for size, tokens in samples:
        learned = learned.learn(size, tokens, WINDOW)
    return learned


def test_it_starts_careful_and_becomes_no_more_daring_than_what_was_seen():
    assert BytesPerToken().ratio == 2.5
    assert after((4_000, 1_000)).ratio == 2.5  # one sample is none
    assert after(*[(4_000, 1_000)] * 4).ratio == 4.0
    assert after(*[(4_000, 1_000)] * 4, (3_320, 1_000)).ratio == 3.3


def test_a_prompt_that_costs_more_is_believed_at_once():
    assert after((1_170, 1_000)).ratio == 1.1


def test_an_old_surprise_is_forgotten_after_a_conversation():
    assert after((1_500, 1_000), *[(4_000, 1_000)] * 15).ratio == 1.5
    assert after((1_500, 1_000), *[(4_000, 1_000)] * 16).ratio == 4.0


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        (4_000, 0),  # the server did not say
        (4_000, -1),
        (400, 150),  # too short: mostly template
        (900, 1_000),  # less than a byte a token
        (9_000, 1_000),  # more than eight
        (32_000, 4_098),  # half the window and two: cut
        (32_000, 8_192),  # the whole window: cut by an older server
    ],
)
def test_samples_that_cannot_be_true_teach_nothing(size, tokens):
    assert after((size, tokens)) == BytesPerToken()


def test_a_refused_prompt_teaches_with_its_number_or_by_being_refused():
    assert BytesPerToken().overflowed(10_000, 8_000).ratio == 1.2
    assert BytesPerToken().overflowed(10_000, 0).ratio == 2.0
    careful = BytesPerToken()
    for _ in range(20):
        careful = careful.overflowed(10_000, 0)
    assert careful.ratio == 1.0


@pytest.mark.parametrize(
    ("seen", "size", "tokens", "cut"),
    [
        ((), 14_100, 1_026, True),  # 3,525 tokens sent into num_ctx 2048, 1,026 read (measured)
        ((), 14_100, 2_048, True),  # the same on an older server (measured)
        ((), 14_100, 1_800, True),  # far fewer than sent
        ((), 4_100, 1_026, False),  # a prompt that happens to be as long as half the window
        ((), 4_100, 1_100, False),
        ((), 4_100, 0, False),  # unknown is not cut
        ((1.2,), 1_240, 1_026, False),
        ((4.0, 4.1), 7_000, 1_700, False),
        ((4.0,), 7_000, 1_000, True),  # nobody wrote text that cheap before
    ],
)
def test_a_cut_prompt_is_seen_in_the_count(seen, size, tokens, cut):
    assert BytesPerToken(seen).was_cut(size, tokens, Window(2048)) is cut


@given(st.lists(st.tuples(st.integers(0, 40_000), st.integers(-5, 9_000)), max_size=30))
def test_the_ratio_is_never_above_anything_remembered(samples):
    learned = after(*samples)
    assert 1.0 <= learned.ratio <= max(8.0, *learned.seen, 0)
    assert all(learned.ratio <= ratio for ratio in learned.seen)
    assert BytesPerToken.from_dict(learned.to_dict()) == learned


@pytest.mark.parametrize(
    "stored", [None, [], "x", {}, {"seen": "12"}, {"seen": [0, 99, "x", None]}]
)
def test_a_file_that_is_not_ours_is_a_new_start(stored):
    assert BytesPerToken.from_dict(stored) == BytesPerToken()


def test_the_shortest_prompt_that_teaches_has_two_hundred_tokens():
    assert after((500, 199)) == BytesPerToken()
    assert after((500, 200)).seen == (2.5,)
    assert after((1_000, 300)).seen == (3.333,)


def test_the_edges_of_what_can_be_true_are_true():
    assert BytesPerToken().overflowed(1_000, 1_000).seen == (1.0,)
    assert BytesPerToken().overflowed(8_000, 1_000).seen == (8.0,)
    assert BytesPerToken.from_dict({"seen": [1, 8.0, 8.1]}).seen == (1.0, 8.0)


@pytest.mark.parametrize(
    ("tokens", "cut"), [(1_017, False), (1_018, True), (1_026, True), (1_034, True), (1_035, False)]
)
@pytest.mark.parametrize("num_ctx", [2_048, 2_049])
def test_half_the_window_and_two_is_where_a_server_lands_that_cuts(num_ctx, tokens, cut):
    assert BytesPerToken().was_cut(6_300, tokens, Window(num_ctx)) is cut
