"""The one door."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.errors import UserTextTooLarge
from pet.i18n import Texts
from pet.prompt.budget import Budget
from pet.prompt.incoming import accept_incoming, says_nothing
from pet.prompt.normalise import normalise
from tests.prompt.samples import texts


@pytest.mark.parametrize("source", ["typed", "pasted", "dropped", "spoken"])
def test_a_thousand_scalars_pass_and_one_more_is_refused_with_both_numbers(source):
    assert accept_incoming("가" * 1_000, source, Budget()) == "가" * 1_000
    with pytest.raises(UserTextTooLarge) as refused:
        accept_incoming("가" * 1_001, source, Budget())
    for language in ("en", "ko"):
        sentence = Texts(language)(f"error.{refused.value.key}", **refused.value.facts)
        assert "1,001" in sentence
        assert "1,000" in sentence


def test_the_byte_limit_is_met_with_a_smaller_budget():
    budget = Budget(user_bytes=29)
    assert accept_incoming("가" * 9 + "ab", "typed", budget)
    with pytest.raises(UserTextTooLarge) as refused:
        accept_incoming("가" * 10, "typed", budget)
    assert refused.value.facts == {"limit": 29, "size": 30, "unit": "bytes"}
    for language in ("en", "ko"):
        sentence = Texts(language)(f"error.{refused.value.key}", **refused.value.facts)
        assert "29" in sentence
        assert "30" in sentence


def test_the_limits_are_those_of_the_repaired_text():
    taken_apart = "\u1112\u1161\u11ab" * 1_000
    assert accept_incoming(taken_apart, "pasted", Budget()) == "한" * 1_000
    assert accept_incoming("\x00" * 5_000 + "a\r\n" * 500, "pasted", Budget()) == "a\n" * 500
    with pytest.raises(UserTextTooLarge):
        accept_incoming("\U0001d1c0" * 999, "typed", Budget())  # NFC makes three of each


@given(texts())
def test_what_was_typed_is_repaired_and_otherwise_kept(text):
    assert accept_incoming(text, "typed", Budget(user_scalars=10_000, user_bytes=40_000)) == (
        normalise(text)
    )


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("hello \u200bthere\u2060", "hello  there"),
        ("<think>buy</think> milk", "buy milk"),
        ("<th<think>ink>milk", "milk"),
        ("2 < 3", "2 < 3"),
    ],
)
def test_a_voice_has_no_hidden_characters_and_no_tags(heard, said):
    assert accept_incoming(heard, "spoken", Budget()) == said


@given(texts(), st.sampled_from(("typed", "spoken")))
def test_going_through_the_door_twice_changes_nothing(text, source):
    once = accept_incoming(text, source, Budget())
    assert accept_incoming(once, source, Budget()) == once


def test_a_message_of_nothing_but_nul_is_empty():
    assert accept_incoming("\x00\x00", "typed", Budget()) == ""


def test_what_nobody_can_see_says_nothing():
    for text in ("", " \n\t", "\u200b\u2060", "\u3164", "\x00\r\n"):
        assert says_nothing(text)
    for text in ("a", " 가 ", "\u200b.", "…"):
        assert not says_nothing(text)
