"""The character is picked up, put down, and found there again."""

from __future__ import annotations

import pytest

from tests.e2e.desktop import need
from tests.e2e.hands import xdotool
from tests.e2e.pets import NOBODY
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")


def test_a_dragged_character_stands_there_after_a_restart(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    place = pet.character
    x, y = place.x + place.width // 2, place.y + place.height * 2 // 3
    desktop.mouse.drag(x, y, x - 600, y - 300)
    until(lambda: (pet.character.x, pet.character.y) == (place.x - 600, place.y - 300))
    assert pet.chat is None  # a drag is not a click
    until(lambda: home.setting("place"), what="the place to be kept")
    assert pet.end()[0] == 0

    again = start(*ENGINE, OLLAMA_HOST=NOBODY)
    there = again.character
    assert abs(there.x - (place.x - 600)) <= 1
    assert abs(there.y - (place.y - 300)) <= 1


def test_what_took_it_away_is_undone_by_showing_it(desktop, start):
    """A cleared desktop minimises what has no entry in a task bar; another workspace has it not."""
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    xdotool(desktop.env, "windowminimize", pet.character.id)
    until(lambda: not pet.is_shown, what="the character to be minimised")
    assert pet.tell("show").returncode == 0
    until(lambda: pet.is_shown, what="the character to come back")

    xdotool(desktop.env, "set_desktop", "1")
    until(lambda: not pet.is_shown, what="the other workspace")
    assert pet.tell("show").returncode == 0
    until(lambda: pet.is_shown, what="the character on the other workspace")
    xdotool(desktop.env, "set_desktop", "0")


@pytest.mark.parametrize("corner", [(60, 90), (1230, 90), (60, 700)])
def test_the_chat_opens_on_the_screen_wherever_the_character_stands(desktop, start, corner):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    place = pet.character
    x, y = place.x + place.width // 2, place.y + place.height * 2 // 3
    desktop.mouse.drag(x, y, *corner)
    until(lambda: pet.character != place, what="the character to move")
    pet.open_chat()
    chat = pet.chat
    assert chat.x >= 0
    assert chat.y >= 0
    assert chat.x + chat.width <= 1280
    assert chat.y + chat.height <= 800


def test_what_is_open_stays_on_a_screen_that_shrinks_and_goes_back_with_it(desktop, start):
    need("xrandr")
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    pet.open_chat()
    before = pet.character, pet.chat
    try:
        _resize(desktop, 800, 600)
        until(lambda: _is_within(pet.character, 800, 600), what="the character on the screen")
        until(lambda: _is_within(pet.chat, 800, 600), what="the chat on the screen")
    finally:
        _resize(desktop, 1280, 800)
    until(lambda: (pet.character, pet.chat) == before, what="both where they were")


def _is_within(window, width, height):
    """Whether all of it is to be seen, but for its shadow."""
    right, bottom = window.x + window.width, window.y + window.height
    return min(window.x, window.y) >= -30 and right <= width + 30 and bottom <= height + 30


def _resize(desktop, width, height):
    """Give the only screen another size."""
    name = f"{width}x{height}"
    mode = ("10", str(width), "0", "0", str(width), str(height), "0", "0", str(height))
    desktop.ask("xrandr", "--newmode", name, *mode)  # refused where it is known already
    desktop.ask("xrandr", "--addmode", "screen", name)
    assert desktop.ask("xrandr", "--output", "screen", "--mode", name).returncode == 0
