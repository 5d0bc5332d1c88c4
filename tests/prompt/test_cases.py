"""Complaints about other programs that have no test elsewhere: what they expected, held here."""

from __future__ import annotations

import pytest

from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Exchange, Parts
from tests.prompt.samples import NONCE


@pytest.mark.parametrize("wrong", [None, 3, b"bytes", ["a", "list"]])
def test_what_is_no_text_is_an_error_and_never_passed_on_uncut(wrong):
    """litellm#16567: content of another type made trimming return the list untrimmed, silently."""
    parts = Parts(turns=(Exchange(1, "hello", wrong),), user_text="hi")
    with pytest.raises((TypeError, AttributeError)):
        assemble(parts, Budget(), nonce=NONCE)


def test_a_prompt_at_its_limit_keeps_its_prefix_from_turn_to_turn():
    """lmstudio-bug-tracker#2060: at 100 % of the window the system prompt was read every turn."""
    turns = tuple(Exchange(row, f"question {row} " * 20, "answer " * 40) for row in range(1, 9))
    whole = assemble(Parts(persona="A cat.", turns=turns, user_text="one"), Budget(), nonce=NONCE)
    full = Budget().smaller(whole.size)
    first = assemble(Parts(persona="A cat.", turns=turns, user_text="one"), full, nonce=NONCE)
    assert first.report.turns_dropped == 0
    moved = (*turns[4:], Exchange(9, "one", "answer"))  # as a session moves it: by half
    second = assemble(Parts(persona="A cat.", turns=moved, user_text="two"), full, nonce=NONCE)
    third = assemble(
        Parts(persona="A cat.", turns=(*moved, Exchange(10, "two", "ok")), user_text="three"),
        full,
        nonce=NONCE,
    )
    assert second.messages[0] == first.messages[0]
    assert third.messages[: len(second.messages) - 1] == second.messages[:-1]
