"""The menu of the character, and the tray: everything can be reached, and hiding is no trap."""

from __future__ import annotations

import pytest

from tests.e2e.desktop import need
from tests.e2e.pets import NOBODY
from tests.e2e.pictures import picture_of
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")
CHAT, HIDE, BRING, MEMORY, PERSONAS, QUIT = 1, 3, 4, 5, 6, 7  # the entries, from the top
QUESTION = "Hide your pet\\?"


def test_the_menu_opens_the_chat_brings_the_character_home_and_quits(desktop, start):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    home = pet.character
    pet.choose(CHAT)
    until(lambda: pet.has_focus, what="the chat with the focus")
    desktop.keyboard.press("Escape")
    until(lambda: pet.chat is None)

    x, y = home.x + home.width // 2, home.y + home.height * 2 // 3
    desktop.mouse.drag(x, y, 300, 300)
    until(lambda: pet.character != home)
    pet.choose(BRING)
    until(lambda: pet.character == home, what="the character at home")

    pet.choose(QUIT)
    assert pet.ended()[0] == 0


def test_without_a_tray_hiding_says_first_how_to_come_back(desktop, start):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    assert pet.character
    pet.choose(HIDE)
    desktop.wait_for_window(QUESTION, pid=pet.process.pid)
    desktop.keyboard.press("Escape")
    until(lambda: not desktop.windows(QUESTION))
    assert pet.is_shown

    pet.choose(HIDE)
    desktop.wait_for_window(QUESTION, pid=pet.process.pid)
    desktop.keyboard.press("Return")
    until(lambda: not pet.is_shown, what="the character to hide")
    assert pet.tell("show").returncode == 0
    until(lambda: pet.is_shown, what="the character to come back")


def test_a_tray_shows_the_icon_and_a_click_on_it_opens_the_chat(desktop, start, tmp_path):
    need("trayer")
    tray = desktop.run("trayer", "--edge", "top", "--align", "right", "--width", "10")
    panel = desktop.wait_for_window("panel")
    assert picture_of(desktop, panel, tmp_path).is_blank
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    until(lambda: not picture_of(desktop, panel, tmp_path).is_blank, what="the icon in the tray")
    desktop.mouse.click(panel.x + panel.width - panel.height // 2, panel.y + panel.height // 2)
    until(lambda: pet.has_focus, what="the chat with the focus")
    desktop.keyboard.press("Escape")
    until(lambda: pet.chat is None)
    pet.choose(HIDE)
    until(lambda: not pet.is_shown, what="the character to hide without a question")
    assert not desktop.windows(QUESTION)
    desktop.end(tray)


def test_what_is_hidden_in_mid_reply_stays_hidden_and_talks_on_when_it_is_back(start, home, fake):
    fake.reply = " ".join(f"{n:b}" for n in range(2000))
    pet = start(*ENGINE, OLLAMA_HOST=fake.url)
    pet.open_chat()
    pet.say("Tell me something long")
    until(lambda: home.turns("partial"), what="a part of the reply on disk")
    assert pet.tell("hide").returncode == 0
    until(lambda: not pet.is_shown and pet.chat is None, what="everything to hide")
    grown = home.turns("partial")[0].reply
    until(lambda: home.turns("partial")[0].reply != grown, what="more of the reply")
    assert pet.bubble is None

    assert pet.tell("show").returncode == 0
    until(lambda: pet.bubble, what="the bubble to go on")
    assert home.turns("partial")
