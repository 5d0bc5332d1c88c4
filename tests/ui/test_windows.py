"""Ordinary windows: one of each, as large as the user left it, closed at the end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from shiboken6 import isValid

from pet.ui.frame.window import Window
from pet.ui.theme import DARK_THEME, LIGHT_THEME
from pet.ui.windows import Windows


class Paper(Window):
    def __init__(self, theme, size):
        super().__init__(theme, "Paper", size)


class Stubborn(Paper):
    def may_close(self):
        return False


@pytest.fixture
def windows(pet, background):
    made = Windows(pet, background, LIGHT_THEME)
    yield made
    made.close()


USUAL = QSize(420, 300)


def test_a_second_wish_brings_the_open_one_forward(windows):
    first = windows.present("paper", Paper, USUAL)
    assert first.size() == USUAL
    assert windows.present("paper", Paper, USUAL) is None
    assert first.isVisible()


def test_the_chat_makes_room_for_a_window_that_is_not_about_it(qtbot, windows):
    with qtbot.waitSignal(windows.space_wanted, timeout=100):
        windows.present("paper", Paper, USUAL)
    with qtbot.assertNotEmitted(windows.space_wanted):
        windows.present("other", Paper, USUAL, beside_chat=True)


def test_it_opens_again_as_large_as_the_user_left_it(qtbot, windows, pet):
    first = windows.present("paper", Paper, USUAL)
    first.resize(500, 360)
    first.close()
    qtbot.waitUntil(lambda: pet.settings["windows"].get("paper") == [500, 360])
    assert windows.present("paper", Paper, USUAL).size() == QSize(500, 360)


def test_all_of_them_change_their_colours(windows):
    one = windows.present("one", Paper, USUAL)
    windows.wear(DARK_THEME)
    other = windows.present("other", Paper, USUAL)
    assert one.theme is other.theme is DARK_THEME


def test_at_the_end_all_go_also_one_that_wants_to_stay(qtbot, windows):
    made = [windows.present("paper", Paper, USUAL), windows.present("stays", Stubborn, USUAL)]
    windows.close()
    qtbot.waitUntil(lambda: not any(isValid(window) for window in made))


def test_a_size_that_makes_no_sense_is_passed_over(windows, pet):
    with pytest.raises(ValueError, match="windows"):
        pet.settings.change(windows={"paper": [5, "x"]})
