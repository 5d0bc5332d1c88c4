"""What a reply told of the memory is there again after a restart, as far as it is still true."""

from __future__ import annotations

import pytest

from pet.chat.retelling import Retold
from pet.memory import memos


@pytest.fixture
def engine(engine):
    engine.tools = True  # and never calls one, unless it is told to
    return engine


def notes(pet):
    """What the newest turn that told something tells again."""
    told = [turn for turn in pet.session.seat.shown(20) if isinstance(turn, Retold)]
    return told[-1].notes if told else ()


def test_what_was_not_saved_can_be_saved_later(say, pet, engine):
    engine.will_say("I'll remember that!")
    first = say("Remember that I like tea")[-1].notes
    assert notes(pet) == first
    assert first[0].choices[0].command == "/remember I like tea"


def test_a_bare_wish_still_means_what_was_said_before(say, pet):
    say("나는 채식주의자야")
    first = say("기억해줘")[-1].notes
    assert notes(pet) == first


def test_once_it_is_saved_nothing_says_that_it_is_not(say, pet):
    (note,) = say("Remember that I like tea")[-1].notes
    say(note.choices[0].command)
    assert notes(pet) == ()


def test_a_receipt_comes_from_the_note_as_it_is_now(say, pet, engine):
    engine.will_call("memory_edit", {"text": "I like tea", "quote": "I like tea"}, "Sure!")
    say("Remember that I like tea")
    (note,) = notes(pet)
    assert (note.kind, note.choices) == ("receipt", ())
    assert "#1" in note.text
    assert "I like tea" in note.text
    say("/forget #1")
    assert notes(pet) == ()


def test_the_answer_of_a_command_that_wrote_something_is_a_receipt_again(say, pet):
    for command in ("/remember I like tea", "/memories", "/edit #1 I like coffee", "/help"):
        say(command)
    told = [turn.told for turn in pet.session.seat.shown(20)]
    assert told == ["proof", None, "proof", None]


def test_ordinary_talk_tells_nothing_again(say, pet):
    say("I had soup")
    assert notes(pet) == ()


@pytest.mark.parametrize(
    ("saved", "said", "offered"),
    [
        ("/remember My birthday is 12 May", "Forget my birthday", "/forget #1"),
        ("/기억 동생 생일은 5월 12일", "아까 말한 동생 생일은 잊어줘", "/forget #1"),
    ],
)
def test_a_wish_to_forget_offers_the_note_that_it_may_mean(say, pet, saved, said, offered):
    say(saved)
    (note,) = say(said)[-1].notes
    assert [choice.command for choice in note.choices] == [offered, "/memories"]
    assert notes(pet) == (note,)
    say(offered)
    assert memos.everything(pet.store) == ()
