"""The first minutes: the pet stands there, opens its chat, answers, and is in nobody's way."""

from __future__ import annotations

import pytest

from tests.e2e.clipboard import copied
from tests.e2e.pets import NOBODY, SLOW
from tests.e2e.pictures import picture_of
from tests.waiting import until

pytestmark = pytest.mark.e2e


@pytest.mark.tiny
@pytest.mark.timeout(300)
def test_a_question_typed_after_a_click_is_answered_by_the_tiny_model(
    desktop, start, home, tmp_path
):
    pet = start("--engine", "tiny", OLLAMA_HOST=NOBODY)
    place = pet.character
    assert place.x + place.width > 1280 - 40
    assert place.y + place.height > 800 - 40
    pet.open_chat()
    turn = pet.answers("Hello! What is your name?", seconds=SLOW)
    assert turn.state in ("done", "length", "stopped")  # stopped: it had begun to repeat itself
    assert turn.reply.strip()
    assert not picture_of(desktop, pet.character, tmp_path).is_blank
    assert pet.chat is not None
    assert not picture_of(desktop, pet.chat, tmp_path).is_blank


def test_escape_and_toggle_chat_open_and_close_the_chat(desktop, start):
    pet = start("--engine", "ollama", OLLAMA_HOST=NOBODY)
    pet.open_chat()
    desktop.keyboard.press("Escape")
    until(lambda: pet.chat is None, what="the chat to close")
    assert pet.tell("toggle-chat").returncode == 0
    until(lambda: pet.has_focus, what="the chat with the focus")
    assert pet.tell("toggle-chat").returncode == 0
    until(lambda: pet.chat is None, what="the chat to close again")
    pet.poke()
    until(lambda: pet.has_focus)
    pet.poke()
    until(lambda: pet.chat is None, what="a click to close the chat")


def test_a_double_click_opens_the_chat_and_leaves_it_open(desktop, start):
    pet = start("--engine", "ollama", OLLAMA_HOST=NOBODY)
    place = pet.character
    x, y = place.x + place.width // 2, place.y + place.height * 2 // 3
    desktop.mouse.click(x, y, times=2)
    until(lambda: pet.has_focus, what="the chat with the focus")
    desktop.keyboard.type("still here")
    until(lambda: copied(desktop) == "still here", what="what was typed in the box")


def test_it_takes_the_focus_only_with_the_chat_and_gives_it_back(desktop, start, bystander, fake):
    fake.reply, fake.word_seconds = "I am talking beside you, and you go on typing.", 0.2
    pet = start("--engine", "ollama", OLLAMA_HOST=fake.url)
    assert pet.character
    desktop.keyboard.type("abc")
    until(lambda: bystander.typed == "abc")
    assert bystander.lost_focus == 0

    pet.open_chat()
    pet.say("Hello")
    desktop.keyboard.press("Escape")
    until(lambda: bystander.has_focus, what="the focus to come back")
    lost = bystander.lost_focus
    until(lambda: pet.bubble, what="the pet to speak")
    desktop.keyboard.type("def")
    until(lambda: bystander.typed == "abcdef")
    until(lambda: pet.home.turns("done"), what="the end of the reply")
    assert bystander.lost_focus == lost


def test_clicks_beside_the_character_reach_the_window_behind(desktop, start, bystander):
    pet = start("--engine", "ollama", OLLAMA_HOST=NOBODY)
    place = pet.character
    before = bystander.clicks
    corners = ((3, 3), (place.width // 4, 3), (3, place.height // 3))
    for x, y in corners:
        desktop.mouse.click(place.x + x, place.y + y)
    until(lambda: bystander.clicks == before + len(corners), what="the clicks in the other window")
    assert pet.chat is None
    pet.poke()
    until(lambda: pet.chat, what="a click on the character to open the chat")
    assert bystander.clicks == before + len(corners)
