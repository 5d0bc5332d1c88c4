"""The window stands beside the character, whole on the screen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize

from pet.ui.chat.placing import beside, standing_on

SCREEN = QRect(0, 0, 1280, 800)
CARD = QSize(404, 300)


def test_it_stands_left_of_a_character_at_the_right_edge():
    place = beside(QRect(1100, 600, 180, 200), CARD, SCREEN)
    assert place.right() < 1100
    assert place.bottom() <= 800 - 8


def test_it_stands_right_of_a_character_at_the_left_edge():
    assert beside(QRect(0, 600, 180, 200), CARD, SCREEN).left() > 180


def test_it_grows_upwards():
    low = standing_on(QPoint(100, 700), QSize(404, 200), SCREEN)
    tall = standing_on(QPoint(100, 700), QSize(404, 500), SCREEN)
    assert low.bottom() == tall.bottom()


@given(
    st.integers(-3000, 3000),
    st.integers(-3000, 3000),
    st.integers(40, 480),
    st.integers(1, 700),
    st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000)),
)
def test_it_is_always_whole_on_the_screen(x, y, side, height, corner):
    screen = QRect(*corner, 1280, 800)
    place = beside(QRect(x, y, side, side), QSize(404, height), screen)
    assert screen.contains(place)
