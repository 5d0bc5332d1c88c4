"""What there was no room for is told with how much of how much, and not at every reply again."""

from __future__ import annotations

import pytest

from pet.chat.events import LeftOut, TurnFailed, TurnFinished
from pet.chat.left_out import News, sentences
from pet.engines.base import Window
from pet.i18n import Texts
from pet.memory import memos


def test_turns_and_memos_that_did_not_fit_are_counted(say, pet, engine):
    for number in range(6):
        say(f"{number} " + "long words " * 60)
    for number in range(25):
        memos.add(pet.store, f"{number} " + "x" * 180, origin="command")
    engine.now_window = Window(num_ctx=2048)
    end = say("hello")[-1]
    assert isinstance(end, TurnFinished)
    told = {one.what: one for one in end.left_out}
    assert told["turns"] == LeftOut("turns", 6, 6)
    assert told["memos"].of == 25
    assert 0 < told["memos"].left < 25


def test_a_prompt_that_fits_leaves_nothing_to_tell(say):
    assert say("hello")[-1].left_out == ()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_each_has_a_sentence_with_both_numbers(language):
    left = (LeftOut("turns", 3, 8), LeftOut("memos", 2, 30), LeftOut("persona", 1_500, 16_384))
    said = sentences(Texts(language), left)
    assert all(str(one.left)[:1] in text for one, text in zip(left, said, strict=True))
    assert "1,500" in said[2]
    assert "16,384" in said[2]


def test_the_same_is_not_told_twice_in_a_row():
    news, persona = News(), LeftOut("persona", 10, 20)
    assert news.of((persona,)) == (persona,)
    assert news.of((persona, LeftOut("turns", 1, 8))) == (LeftOut("turns", 1, 8),)
    assert news.of(()) == ()
    assert news.of((persona,)) == (persona,)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_message_that_can_never_fit_is_told_with_both_numbers(say, engine, language):
    engine.now_window = Window(num_ctx=900)
    end = say("w" * 1000)[-1]
    assert isinstance(end, TurnFailed)
    assert end.error.key == "budget_exceeded"
    sentence = Texts(language)("error.budget_exceeded", **end.error.facts)
    assert f"{end.error.facts['needed']:,}" in sentence
    assert f"{end.error.facts['budget']:,}" in sentence
    assert "/model" in sentence
