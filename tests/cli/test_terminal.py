"""A turn as it is shown in a terminal."""

from __future__ import annotations

import pytest

from pet.chat.events import (
    Choice,
    CommandAnswered,
    DidYouMean,
    EngineReading,
    EngineWaking,
    LeftOut,
    MemoryNote,
    ReplyRestarted,
    SessionBegan,
    TextDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from pet.cli.terminal import Terminal
from pet.errors import EngineUnreachable, PersonaError, StoreBusy, UserTextTooLarge
from tests.cli.scripted import output_in


def shown(*events, name="", output=None, **how):
    output = output or output_in(**how)
    terminal = Terminal(output, name)
    terminal.begin()
    for event in events:
        terminal.show(event)
    terminal.close()
    return output.out.getvalue(), output.err.getvalue(), terminal.told


REPLY = (TextDelta("안"), TextDelta("녕!"), TurnFinished(7, "안녕!", "done"))


def test_words_stream_and_the_line_ends():
    out, err, told = shown(TurnStarted(7), EngineReading(), *REPLY)
    assert (out, err) == ("안녕!\n", "")
    assert (told.text, told.ending, told.turn, told.code) == ("안녕!", "done", 7, 0)


def test_a_person_sees_who_speaks():
    assert shown(*REPLY, name="솜이")[0] == "솜이: 안녕!\n"


def test_a_status_line_is_written_over_before_the_words():
    waking = (EngineWaking("qwen", 0.2), EngineWaking("qwen", 12.9), EngineReading())
    out, err, _ = shown(*waking, *REPLY, lively=True, language="ko")
    assert out == "안녕!\n"
    states = [part.strip() for part in err.split("\r") if part.strip()]
    assert states == ["qwen을 깨우는 중… 0초", "qwen을 깨우는 중… 12초", "읽는 중…"]
    assert err.endswith("\r" + " " * len("읽는 중…") + "   \r")


def test_where_nobody_looks_no_status_is_written():
    assert shown(EngineWaking("qwen", 3), *REPLY)[1] == ""


def test_control_characters_never_reach_the_terminal():
    words = (TextDelta("\x1b]0;owned\x07"), TextDelta("a\x9b2Jb\r"))
    out, err, _ = shown(*words, CommandAnswered("c\x1b[2Jd"), name="\x1bS")
    assert out == "S: ]0;owneda2Jb\nc[2Jd\n"
    assert err == ""


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (TurnFinished(1, "a", "stopped"), "(stopped)\n"),
        (TurnFinished(1, "a", "length"), "(The reply reached its longest length here.)\n"),
        (
            TurnFinished(1, "a", "done", left_out=(LeftOut("turns", 2, 8),)),
            "(2 of 8 older messages did not fit and were left out)\n",
        ),
        (
            TurnFinished(1, "a", "done", fault="repeated"),
            "(The reply repeated itself and was ended here.)\n",
        ),
        (
            TurnFinished(1, "a", "done", fault="drifted"),
            "(The reply slid into another language.)\n",
        ),
        (
            TurnFinished(1, "a", "done", left_out=(LeftOut("persona", 10, 20),), unreliable=True),
            "(10 of 20 bytes of the persona did not fit)\n"
            "(The server cut what it was given, so this reply may miss things.)\n",
        ),
    ],
)
def test_how_a_reply_ended_is_said_beside_it(end, said):
    out, err, told = shown(TextDelta("a"), end)
    assert (out, err) == ("a\n", said)
    assert told.code == 0


def test_a_reply_that_begins_anew_has_a_line_of_its_own():
    events = (TextDelta("你好"), ReplyRestarted(), TextDelta("Hello"))
    out, err, told = shown(*events, TurnFinished(1, "Hello", "done"))
    assert out == "你好\nHello\n"
    assert err == "(The reply slid into another language; asked once more.)\n"
    assert told.text == "Hello"


def test_a_failure_keeps_what_was_said_and_says_what_to_do():
    error = PersonaError("persona.unknown", id="x")
    out, err, told = shown(TextDelta("half"), TurnFailed(error, 4, "half"))
    assert out == "half\n"
    assert err == "There is no persona called “x”. `pet persona list` shows who is here.\n"
    assert (told.text, told.ending, told.turn, told.error) == ("half", "failed", 4, error)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (EngineUnreachable("engine_closed"), 5),
        (StoreBusy("store.busy"), 4),
        (UserTextTooLarge("user_text_too_long", limit=1000, size=1001), 1),
    ],
)
def test_a_failure_has_the_exit_code_of_its_kind(error, code):
    assert shown(TurnFailed(error))[2].code == code


def test_a_command_is_answered_with_what_may_be_typed_next():
    answer = CommandAnswered("Saved as #1: tea", saved=True, choices=(Choice("Undo", "/undo"),))
    out, err, told = shown(answer, name="Somi")
    assert (out, err) == ("Saved as #1: tea\n", "  Undo: /undo\n")
    assert (told.saved, told.refused, told.code) == (True, False, 0)
    assert shown(answer)[1] == ""  # a script types nothing next


def test_a_choice_that_is_in_the_text_is_not_said_twice():
    answer = CommandAnswered("Which?\n1. #3 tea", choices=(Choice("1. #3 tea", "/forget #3"),))
    assert shown(answer)[:2] == ("Which?\n1. #3 tea\n", "")


def test_a_refused_command_has_an_exit_code():
    assert shown(CommandAnswered("no room", refused=True))[2].code == 1


def test_a_new_session_leaves_a_gap():
    assert shown(SessionBegan(3), CommandAnswered("A new conversation."))[0] == (
        "\nA new conversation.\n"
    )


def test_a_near_command_is_offered_quietly():
    assert shown(DidYouMean("/remember"), *REPLY)[1] == "(Did you mean /remember?)\n"


def test_with_json_nothing_is_shown_but_the_value():
    out, err, told = shown(EngineWaking("m", 1), *REPLY, json=True, lively=True)
    assert (out, err) == ("", "")
    assert told.as_value() == {"reply": "안녕!", "ending": "done", "turn": 7}


def test_the_value_of_a_failure_names_the_error():
    error = EngineUnreachable("engine_unreachable", address="127.0.0.1:9")
    told = shown(TurnFailed(error, 2, "half"), json=True)[2]
    assert told.as_value() == {
        "reply": "half",
        "ending": "failed",
        "turn": 2,
        "error": "engine_unreachable",
        "facts": {"address": "127.0.0.1:9"},
    }


SAVED = MemoryNote("receipt", "Saved as #1: I like tea", (Choice("Undo", "/undo"),))
UNSAVED = MemoryNote("not_saved", "This was not saved.", (Choice("Save it", "/remember tea"),))


@pytest.mark.parametrize("note", [SAVED, UNSAVED])
def test_what_became_of_the_memory_is_told_with_what_to_type(note):
    end = TurnFinished(1, "Sure!", "done", notes=(note,))
    out, err, told = shown(TextDelta("Sure!"), end)
    assert out == "Sure!\n"
    assert err == f"{note.text}\n  {note.choices[0].label}: {note.choices[0].command}\n"
    value = told.as_value()["memory"]
    assert value[0]["kind"] == note.kind
    assert value[0]["choices"][0]["command"] == note.choices[0].command


def test_a_failure_tells_it_too():
    end = TurnFailed(EngineUnreachable("engine_closed"), 1, "", (UNSAVED,))
    assert UNSAVED.text in shown(end)[1]
