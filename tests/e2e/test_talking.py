"""Talking with an answer under way: Stop, what is written meanwhile, and what was said before."""

from __future__ import annotations

import signal

import psutil
import pytest

from tests.e2e.clipboard import copied
from tests.e2e.pets import NOBODY, SLOW
from tests.waiting import until

pytestmark = pytest.mark.e2e

BUTTON = 34  # px from the lower right corner of the card to Send and Stop


@pytest.fixture
def pet(start, fake):
    running = start("--engine", "ollama", OLLAMA_HOST=fake.url)
    running.open_chat()
    return running


def test_stop_ends_the_reply_and_closes_the_connection(desktop, pet, home, fake):
    pet.say("Tell me something long")
    until(lambda: home.turns("partial"), what="a part of the reply")
    card = pet.chat
    desktop.mouse.click(card.x + card.width - BUTTON, card.y + card.height - BUTTON)
    turn = until(lambda: home.turns("stopped"), what="the reply to be stopped")[0]
    assert turn.reply.startswith("word0 word1")
    assert "word299" not in turn.reply
    until(lambda: fake.hung_up, what="the connection to close")


def test_a_chat_closed_before_the_first_word_leaves_the_reply_to_the_bubble(
    desktop, pet, home, fake
):
    fake.read_speed = 150.0
    pet.say("Are you there?")
    until(lambda: fake.chats, what="the model to be asked")
    desktop.keyboard.press("Escape")
    until(lambda: pet.chat is None, what="the chat to close")
    assert home.turns("asked")
    until(lambda: pet.bubble, what="the bubble to take over")


def test_what_is_written_meanwhile_goes_next(pet, home, fake):
    fake.word_seconds = 0.05
    pet.say("First")
    until(lambda: home.turns("asked", "partial"))
    pet.say("Second")
    assert len(home.turns()) == 1
    fake.reply, fake.word_seconds = "Short.", 0.0
    until(lambda: len(home.turns("done", "stopped")) == 2, 60, "both answers")
    assert [turn.said for turn in home.turns()] == ["First", "Second"]
    assert home.turns()[1].reply == "Short."


def test_up_brings_back_what_was_said_and_shift_return_breaks_the_line(desktop, pet, home, fake):
    fake.reply, fake.word_seconds = "Yes.", 0.0
    pet.answers("Do you like rain?")
    desktop.keyboard.press("Up")
    until(lambda: copied(desktop) == "Do you like rain?", what="the last message in the box")
    desktop.keyboard.press("shift+Return")
    pet.answers("And snow?")
    assert home.turns()[-1].said == "Do you like rain?\nAnd snow?"


def test_a_new_conversation_begins_without_the_old_words(pet, fake):
    fake.reply, fake.word_seconds = "I see.", 0.0
    pet.answers("My cat is called Nabi")
    assert "Nabi" in str(pet.prompt("What is my cat called?"))
    pet.answers("/new")
    pet.answers("Hello again")
    said = [message["content"] for message in pet.prompt("And now?")[1:-1]]
    assert said == ["Hello again", "I see."]


@pytest.mark.tiny
@pytest.mark.timeout(300)
def test_the_tiny_model_ends_with_a_pet_that_is_killed(start, home):
    pet = start("--engine", "tiny", OLLAMA_HOST=NOBODY)
    pet.open_chat()
    pet.say("Hello there")
    process = psutil.Process(pet.process.pid)
    (child,) = until(process.children, SLOW, "the process of the tiny model")
    pet.end(signal.SIGKILL)
    until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)
