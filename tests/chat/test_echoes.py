"""An echo is shown and stored as it was said, and is no example for the replies that follow."""

from __future__ import annotations

import pytest

from pet.chat.echoes import is_echo
from pet.memory import turns


@pytest.mark.parametrize(
    ("said", "reply", "echo"),
    [
        ("Hello there.", "hello there", True),
        ("오늘 날씨가 좋네요.", "오늘 날씨가 좋네요!", True),
        ("Ｈｉ", "hi", True),
        ("Hello there.", "Hello there, friend.", False),
        ("...", "…", False),
        ("Hi", "", False),
    ],
)
def test_an_echo_says_the_same_letters(said, reply, echo):
    assert is_echo(said, reply) is echo


def test_an_echo_is_not_among_the_turns_and_what_the_user_said_there_is(say, pet, engine):
    for said, reply in (("I like tea.", "I like tea."), ("And you?", "Milk!")):
        engine.will_say(reply)
        say(said)
    engine.will_say("Fine.")
    say("How are you?")
    sent = [(one.role, one.content) for one in engine.sent[-1]]
    talk = [content for role, content in sent if role != "system"]
    assert talk[:2] == ["I like tea.\nAnd you?", "Milk!"]
    kept = turns.shown(pet.store, pet.session.seat.number, 9)
    assert [turn.reply for turn in kept] == ["I like tea.", "Milk!", "Fine."]


def test_an_echo_just_now_is_not_read_either(say, engine):
    engine.will_say("Hello.")
    say("Hello.")
    engine.will_say("Fine.")
    say("How are you?")
    assert [one.role for one in engine.sent[-1]] == ["system", "user"]
