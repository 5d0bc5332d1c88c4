"""The terminal's conversation: what is typed, and what comes of it."""

from __future__ import annotations

import io
import json

import pytest

from pet.chat.events import CommandAnswered, TextDelta, TurnFailed, TurnFinished
from pet.cli.talk import Lines, converse, read_all, say_once
from pet.cli.terminal import Terminal
from pet.errors import EngineUnreachable
from tests.cli.scripted import ScriptedTalk, output_in


def replies(*texts):
    return [[TextDelta(text), TurnFinished(1, text, "done")] for text in texts]


@pytest.mark.parametrize(
    ("typed", "messages"),
    [
        ("a\nb\n", ["a", "b"]),
        ("a\nb", ["a", "b"]),
        ("one\\\ntwo\\\nthree\nb\n", ["one\ntwo\nthree", "b"]),
        ("open\\", ["open"]),
        ("open\\\n", ["open"]),
        ("\r\na\r\n", ["", "a"]),
        ("", []),
    ],
)
def test_a_line_is_a_message_and_a_backslash_goes_on(typed, messages):
    assert list(Lines(io.StringIO(typed), output_in())) == messages


def test_each_line_is_a_turn_and_empty_ones_are_none():
    talk, output = ScriptedTalk(*replies("1", "2")), output_in()
    assert converse(talk, iter(["a", "", "  ", "b"]), Terminal(output), output) == 0
    assert talk.heard == ["a", "b"]
    assert output.out.getvalue() == "1\n2\n"


def test_a_failed_turn_does_not_end_the_conversation():
    failed = [TurnFailed(EngineUnreachable("engine_closed"))]
    talk, output = ScriptedTalk(failed, *replies("back")), output_in()
    assert converse(talk, iter(["a", "b"]), Terminal(output), output) == 0
    assert output.out.getvalue() == "back\n"


def test_ctrl_c_at_the_mark_leaves():
    def lines():
        yield "a"
        raise KeyboardInterrupt

    output = output_in()
    assert converse(ScriptedTalk(*replies("1")), lines(), Terminal(output), output) == 0
    assert output.out.getvalue() == "1\n"


def test_with_json_each_turn_is_one_line():
    failed = [TurnFailed(EngineUnreachable("engine_closed"), 2)]
    talk, output = ScriptedTalk(*replies("1"), failed), output_in(json=True)
    assert converse(talk, iter(["a", "b"]), Terminal(output), output) == 0
    values = [json.loads(line) for line in output.out.getvalue().splitlines()]
    assert [value.get("error") for value in values] == [None, "engine_closed"]
    assert values[0] == {"reply": "1", "ending": "done", "turn": 1}


def test_once_prints_the_reply_and_nothing_else():
    output = output_in()
    assert say_once(ScriptedTalk(*replies("안녕")), "hi", output) == 0
    assert (output.out.getvalue(), output.err.getvalue()) == ("안녕\n", "")


def test_once_with_json_prints_one_value():
    output = output_in(json=True)
    command = [CommandAnswered("Saved", saved=True)]
    assert say_once(ScriptedTalk(command), "/remember x", output) == 0
    assert json.loads(output.out.getvalue()) == {
        "reply": "Saved",
        "ending": "command",
        "turn": 0,
        "saved": True,
        "refused": False,
    }


def test_once_tells_by_its_code_that_no_engine_answered():
    output = output_in()
    assert (
        say_once(ScriptedTalk([TurnFailed(EngineUnreachable("engine_closed"))]), "hi", output) == 5
    )


def test_standard_input_is_read_without_its_last_line_end():
    assert read_all(io.StringIO("a\nb\n")) == "a\nb"
