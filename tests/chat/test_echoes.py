"""An echo is shown and stored as it was said, and is no example for the replies that follow."""

from __future__ import annotations

from functools import partial

import pytest

from pet.chat.echoes import is_echo, told
from pet.memory import turns
from pet.memory.turns import Turn
from pet.prompt.sections import Exchange, Line


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
    assert "Hello.\nHow are you?" in engine.sent[-1][-1].content


def test_what_waits_is_left_out_where_the_message_would_be_too_long(say, engine):
    engine.will_say("Hello.")
    say("Hello.")
    engine.will_say("Fine.")
    say("x" * 999)
    assert "Hello." not in engine.sent[-1][-1].content


def test_a_memo_that_rode_in_an_echoed_message_goes_with_its_words():
    memo = Line("memo", 3, "I like tea.")
    turn = partial(Turn, session=1, persona="somi", state="done", created_ms=0, unreliable=False)
    seen = (
        turn(id=1, user_text="Hi.", reply="Hi!"),
        turn(id=2, user_text="And you?", reply="Milk!"),
        turn(id=3, user_text="Hm.", reply="hm"),
    )
    found = told(seen, {1: (memo,), 2: (memo,), 3: (memo,)})
    assert list(found.exchanges) == [Exchange(2, "Hi.\nAnd you?", "Milk!", (memo,))]
