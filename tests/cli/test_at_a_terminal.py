"""What a person at a terminal sees, through a pseudo-terminal."""

from __future__ import annotations

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

from tests.cli.terminals import CTRL_C, CTRL_D, at_a_terminal


def test_forgetting_by_words_asks_first(pet):
    pet.run("remember", "tea")
    with at_a_terminal(pet, "forget", "tea") as person:
        person.sees("Forget #1: tea? [y/N] ")
        person.type("n\n")
        person.sees("#1 stays.")
        assert person.ends() == 1
    with at_a_terminal(pet, "forget", "tea") as person:
        person.sees("[y/N] ")
        person.type("y\n")
        person.sees("Forgot #1: tea")
        assert person.ends() == 0


@pytest.mark.parametrize("words", [["#1"], ["1"], ["tea", "--yes"]])
def test_a_number_or_a_yes_asks_nothing(pet, words):
    pet.run("remember", "tea")
    with at_a_terminal(pet, "forget", *words) as person:
        person.sees("Forgot #1: tea")
        assert person.ends() == 0
        assert "[y/N]" not in person.seen


def test_a_conversation_begins_with_a_greeting_and_ends_with_ctrl_d(korean):
    with at_a_terminal(korean, "chat") as person:
        person.sees("솜이와 이야기하고 있어요.")
        person.sees("솜이: 안녕하세요, 저는 솜이예요!")
        person.sees("> ")
        person.type("/기억 차\\\n")
        person.sees("… ")
        person.type("와 떡\n")
        person.sees("와 떡")
        person.sees("> ")
        person.type(CTRL_D)
        assert person.ends() == 0
    assert "#1 차" in korean.run("memories").out


def test_ctrl_c_at_the_mark_leaves(pet):
    with at_a_terminal(pet, "chat") as person:
        person.sees("> ")
        person.type(CTRL_C)
        assert person.ends() == 0
        assert "Traceback" not in person.seen


def test_the_last_exchange_is_shown_again(pet):
    pet.run("chat", typed="/remember tea\n")
    with at_a_terminal(pet, "chat") as person:
        person.sees("> /remember tea\nSaved as #1: tea\n> ")
        person.type(CTRL_D)
        assert person.ends() == 0
