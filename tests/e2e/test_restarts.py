"""What is there again after the pet was ended, politely or not."""

from __future__ import annotations

import signal

import pytest

from tests.e2e.clipboard import copied
from tests.e2e.pets import NOBODY
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")


def test_the_conversation_and_the_memos_are_there_again(start, home, fake):
    fake.reply, fake.word_seconds = "Nice to meet you, Mina.", 0.0
    first = start(*ENGINE, OLLAMA_HOST=fake.url)
    first.open_chat()
    assert first.answers("I am Mina").reply == "Nice to meet you, Mina."
    first.answers("/remember My name is Mina")
    assert first.tell("quit").returncode == 0
    assert first.ended()[0] == 0

    second = start(*ENGINE, OLLAMA_HOST=fake.url)
    second.open_chat()
    second.answers("Who am I?")
    messages = fake.chats[-1]["messages"]
    assert "My name is Mina" in messages[0]["content"]
    said = [message["content"] for message in messages[1:]]
    assert said[:2] == ["I am Mina", "Nice to meet you, Mina."]
    assert "My name is Mina" in second.answers("/memories").reply


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_a_draft_is_back_in_the_box(desktop, start, home, number):
    first = start(*ENGINE, OLLAMA_HOST=NOBODY)
    first.open_chat()
    desktop.keyboard.type("/remember a half")
    until(lambda: copied(desktop) == "/remember a half", what="all keys to arrive")
    if number is signal.SIGKILL:
        until(lambda: home.draft() == "/remember a half", what="the draft on disk")
    first.end(number)

    second = start(*ENGINE, OLLAMA_HOST=NOBODY)
    second.open_chat()
    until(lambda: copied(desktop) == "/remember a half", what="the draft in the box")
    second.say(" and a whole")
    until(lambda: home.memos() == ["a half and a whole"], what="the draft with its end")
    until(lambda: home.draft() == "", what="no draft any more")


def test_sigterm_in_mid_reply_ends_at_once_and_keeps_what_was_said(start, home, fake):
    pet = start(*ENGINE, OLLAMA_HOST=fake.url)
    pet.open_chat()
    pet.say("Tell me something long")
    until(lambda: home.turns("partial"), what="a part of the reply on disk")
    code, seconds = pet.end(signal.SIGTERM)
    assert code == 0
    assert seconds < 2.0
    assert pet.process.poll() is not None
    turn = home.turns("stopped")[0]
    assert turn.reply.startswith("word0 word1 word2")
    until(lambda: fake.hung_up, what="the server to see that nobody listens")


def test_kill_in_mid_reply_loses_at_most_two_seconds(start, home, fake):
    first = start(*ENGINE, OLLAMA_HOST=fake.url)
    first.open_chat()
    first.say("Tell me something long")
    kept = until(lambda: home.turns("partial"), what="a part of the reply on disk")[0]
    first.end(signal.SIGKILL)

    second = start(*ENGINE, OLLAMA_HOST=fake.url)
    second.open_chat()
    until(lambda: home.turns("stopped"), what="the reply to be marked")
    assert home.turns("stopped")[0].reply.startswith(kept.reply)
    assert home.is_sound()


def test_what_waited_and_was_sent_is_no_draft_any_more(desktop, start, home, fake):
    fake.word_seconds = 0.02
    first = start(*ENGINE, OLLAMA_HOST=fake.url)
    first.open_chat()
    first.say("one")
    until(lambda: home.turns("asked", "partial"), what="the first question")
    first.say("two")
    until(lambda: home.draft() == "two", what="the waiting message on disk")
    fake.reply = "Yes."
    until(lambda: len(home.turns("done", "length", "stopped")) == 2, what="both answers")
    until(lambda: home.draft() == "", what="no draft any more")


def test_a_draft_is_kept_while_somebody_types_without_a_pause(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    pet.open_chat()
    desktop.keyboard.type("a long thought " * 8, delay_ms=20)
    assert home.draft().startswith("a long thought"), "nothing of it was kept on the way"
