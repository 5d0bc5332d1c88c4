"""The terminal talks to the real model that comes with the program."""

from __future__ import annotations

import sys

import pytest

# A busy machine without a graphics card reads some ten tokens a second.
PATIENCE_S = 240
pytestmark = [pytest.mark.tiny, pytest.mark.timeout(2 * PATIENCE_S)]
posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


def test_a_question_on_the_command_line_is_answered(pet):
    ran = pet.run("chat", "--engine", "tiny", "--once", "Say hello.", seconds=PATIENCE_S)
    assert ran.code == 0
    assert ran.out.strip()


@posix
def test_ctrl_c_stops_the_reply_and_the_conversation_goes_on(pet):
    from tests.cli.terminals import CTRL_C, CTRL_D, at_a_terminal

    with at_a_terminal(pet, "chat", "--engine", "tiny") as person:
        person.sees("> ")
        person.type("Tell me a very long story about the sea.\n")
        person.sees("…")  # it wakes, or reads
        person.type(CTRL_C)
        person.sees("(stopped)")
        person.sees("> ")
        person.type("/memories\n")
        person.sees("No notes yet.")
        person.sees("> ")
        person.type(CTRL_D)
        assert person.ends() == 0
