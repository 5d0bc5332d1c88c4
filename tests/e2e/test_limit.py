"""A message of 1,000 characters goes; one more is refused, with both numbers, and stays."""

from __future__ import annotations

import pytest

from pet.ui.theme import LIGHT
from tests.e2e.clipboard import copied, pasted
from tests.e2e.pictures import picture_of
from tests.waiting import until

pytestmark = pytest.mark.e2e

LONGEST = "가나다 abc 🙂 " * 100  # 11 scalars each, the last a space
TEXT = LONGEST[:999] + "!"


def test_a_thousand_pass_and_one_more_is_refused_and_kept(desktop, start, home, fake, tmp_path):
    fake.reply, fake.word_seconds = "That was long.", 0.0
    assert len(TEXT) == 1000
    pet = start("--engine", "ollama", OLLAMA_HOST=fake.url)
    pet.open_chat()
    with pasted(desktop, TEXT + "?"):
        until(lambda: copied(desktop) == TEXT + "?", what="the text in the box")
    desktop.keyboard.press("Return")
    until(
        lambda: picture_of(desktop, pet.chat, tmp_path).has(LIGHT.error), what="the refusal in red"
    )
    assert copied(desktop) == TEXT + "?"
    assert home.turns() == []
    assert [body for body in fake.chats if body["messages"]] == []

    desktop.keyboard.press("End", "BackSpace", "Return")
    until(lambda: home.turns("done"), what="the answer to what is short enough")
    assert home.turns()[0].said == TEXT
    assert TEXT in fake.chats[-1]["messages"][-1]["content"]


def test_the_sentence_names_both_numbers(start, fake):
    pet = start("--engine", "ollama", OLLAMA_HOST=fake.url)
    assert pet.character
    refused = pet.tell("chat", "--once", TEXT + "?")
    assert refused.returncode == 1
    assert "1,001" in refused.stderr
    assert "1,000" in refused.stderr
