"""Asking for a summary."""

from __future__ import annotations

import pytest

from pet.errors import BudgetExceeded
from pet.prompt.budget import Budget
from pet.prompt.folding import summary_request
from tests.prompt.samples import CONTROL_TOKENS, HOSTILE, NONCE


def test_the_former_summary_and_every_turn_are_in_it():
    system, said = summary_request(
        "They met.", [("hello", "hi"), ("and you?", "fine")], Budget(), nonce=NONCE
    )
    assert (system.role, said.role) == ("system", "user")
    assert said.content == (
        f"<untrusted_memory {NONCE}>\nFormer summary:\nThey met.\n\nUser: hello\nPet: hi\n\n"
        f"User: and you?\nPet: fine\n</untrusted_memory {NONCE}>\n\nWrite the summary now."
    )


def test_long_turns_are_cut_shorter_until_all_of_them_fit():
    turns = [("가" * 1_000, "나" * 3_000)] * 8
    budget = Budget(prompt_bytes=10_000)
    messages = summary_request("", turns, budget, nonce=NONCE)
    assert 8_000 < sum(32 + len(message.content.encode()) for message in messages) <= 10_000
    assert messages[1].content.count("User: 가") == 8
    assert messages[1].content.count(" […]") == 16


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(BudgetExceeded):
        summary_request("", [("hello", "hi")], Budget(prompt_bytes=300), nonce=NONCE)


def test_nothing_in_it_becomes_structure():
    for text in HOSTILE:
        _, said = summary_request(text, [(text, text)], Budget(), nonce=NONCE)
        fence = f"<untrusted_memory {NONCE}>"
        assert said.content.count("<") == 2
        assert said.content.startswith(fence)
        assert not [token for token in CONTROL_TOKENS if token in said.content]
