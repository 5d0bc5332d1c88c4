"""memory_edit: understood in every shape, bounded, and never told what happened by the model."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.chat.events import TextDelta, TurnFailed, TurnFinished
from pet.chat.memory_tool import SCHEMA, read
from pet.chat.tool_pool import MAX_CALLS, ToolPool
from pet.engines.base import Stop, ToolCall
from pet.errors import EngineRefused, ReplyBroken
from pet.memory import memos
from pet.memory.proposals import Proposal

CAT = "my cat is called Nabi"
SAID = f"Remember that {CAT}."
GOOD = {"action": "add", "text": f"{CAT}", "quote": CAT}


@pytest.fixture
def engine(engine):
    engine.tools = True
    return engine


def kept(pet):
    return [memo.text for memo in memos.everything(pet.store)]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (GOOD, Proposal("add", CAT, CAT)),
        ({"text": CAT}, Proposal("add", CAT)),
        ({"action": "save", "content": CAT}, Proposal("add", CAT)),
        ({"action": "update", "id": "#3", "text": "x y"}, Proposal("update", "x y", number=3)),
        ({"operation": "UPDATE", "memo_id": 3.0, "note": "x"}, Proposal("update", "x", number=3)),
        ({"action": "add_note", "value": "x"}, Proposal("add", "x")),
        ({"action": "delete", "text": "#4"}, Proposal("delete", "#4", number=4)),
        ({"arguments": json.dumps(GOOD)}, Proposal("add", CAT, CAT)),
        ({"memory_edit": {"parameters": GOOD}}, Proposal("add", CAT, CAT)),
        ({"edits": [GOOD]}, Proposal("add", CAT, CAT)),
        ({"action": "add", "text": {"value": "x"}, "quote": 3}, Proposal("add", "x")),
        ({"action": "가져와", "메모": "x"}, None),
        ({}, None),
        ({"action": "add"}, None),
        ({"action": "delete"}, None),
        ({"action": True, "text": None}, None),
    ],
)
def test_arguments_are_understood_wherever_they_stand(arguments, expected):
    assert read(arguments) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["action", "text", "id", "quote", "x"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["action", "text", "id", "quote", "edits"]), JSON))
def test_no_argument_breaks_it(arguments):
    read(arguments)


def test_the_schema_is_small():
    assert len(json.dumps(SCHEMA)) <= 700


# --- in a turn ------------------------------------------------------------------------------------


def test_a_call_saves_and_the_reply_follows_in_a_second_round(say, pet, engine):
    engine.will_call("memory_edit", GOOD)
    engine.will_say("What a lovely name!")
    last = say(SAID)[-1]
    assert isinstance(last, TurnFinished)
    (note,) = last.notes
    assert (note.kind, note.choices[0].command) == ("receipt", "/undo")
    assert CAT in note.text
    assert last.text == "What a lovely name!"
    (memo,) = memos.everything(pet.store)
    assert (memo.text, memo.origin, memo.turn) == (CAT, "tool", last.turn)
    first, second = engine.asked
    assert first.tools == second.tools == (SCHEMA,)
    assert second.messages[: len(first.messages)] == first.messages
    assert [message.role for message in second.messages[-2:]] == ["assistant", "tool"]
    assert say("/undo")[-1].text
    assert kept(pet) == []


def test_words_beside_the_call_are_the_reply(say, pet, engine):
    engine.will_call("memory_edit", GOOD, "Nabi! ", "Sweet.")
    assert say(SAID)[-1].text == "Nabi! Sweet."
    assert len(engine.asked) == 1
    assert kept(pet) == [CAT]


def test_tool_traffic_is_neither_shown_nor_kept_nor_sent_again(say, pet, engine):
    text = json.dumps({"name": "memory_edit", "arguments": GOOD})
    engine.will_say("<tool_call>", text[:9], text[9:], "</tool_call>")
    engine.will_say("Lovely.")
    events = say(SAID)
    shown = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert shown == events[-1].text == "Lovely."
    assert kept(pet) == [CAT]
    say("and now?")
    before, after = engine.sent[0], engine.sent[-1]
    assert before[0] == after[0]
    assert [message.role for message in after] == ["system", "user", "assistant", "user"]
    assert not any(message.calls or "memory_edit" in message.content for message in after[1:])
    assert [turn.reply for turn in pet.session.seat.shown(9)] == ["Lovely.", "…"]


@pytest.mark.parametrize(
    "said", ["What is the capital of France?", "Hi there!", "Write a poem about my cat"]
)
def test_a_call_that_nobody_asked_for_saves_nothing(say, pet, engine, said):
    for arguments in ({"text": "Paris"}, {"text": said, "quote": said}):
        engine.will_call("memory_edit", arguments)
    engine.will_say("Here you are.")
    last = say(said)[-1]
    assert last.notes == ()
    assert kept(pet) == []


def test_no_more_than_two_edits_and_two_rounds(say, pet, engine):
    said = "Remember: I like tea. I live in Busan. I own a boat. I play chess."
    facts = ["I like tea", "I live in Busan", "I own a boat", "I play chess"]
    for pair in (facts[:2], facts[2:]):
        engine.will_say(*(ToolCall("memory_edit", {"text": fact, "quote": fact}) for fact in pair))
    last = say(said)[-1]
    assert isinstance(last, TurnFinished)
    assert len(kept(pet)) == 2
    assert [bool(asked.tools) for asked in engine.asked] == [True, True, False]
    assert last.text == engine.otherwise  # a model that only called is asked for its words
    assert [note.kind for note in last.notes] == ["receipt", "receipt"]


def test_all_edits_of_a_list_are_made(say, pet, engine):
    facts = ["I like tea", "I live in Busan", "I own a boat"]
    edits = [{"action": "add", "text": fact, "quote": fact} for fact in facts]
    engine.will_call("memory_edit", {"edits": edits})
    say("Remember: I like tea. I live in Busan. I own a boat.")
    assert kept(pet) == facts[:2]  # as many as in calls of their own


@pytest.mark.parametrize(
    "call",
    [
        json.dumps(GOOD),  # its name was forgotten
        f"<function=memory_edit>{json.dumps(GOOD)}</function>",
        f"{{'name': 'memory_edit', 'arguments': {GOOD!r}}}",
    ],
)
def test_a_call_in_the_ways_of_small_models_saves_and_is_not_shown(say, pet, engine, call):
    engine.will_say(call[:20], call[20:], "\nHello, Nabi!")
    assert say(SAID)[-1].text == "Hello, Nabi!"
    assert kept(pet) == [CAT]


def test_a_tool_that_does_not_exist_is_not_shown_and_words_are_asked_for(say, pet, engine):
    engine.will_say('{"name": "web_search", "arguments": {"q": "rain"}}')
    engine.will_say("I cannot look outside.")
    assert say("Will it rain?")[-1].text == "I cannot look outside."
    engine.will_say('It looks so: {"name": "web_search", "arguments": {"q": "rain"}}')
    assert "web_search" in say("How does a call look?")[-1].text


def test_a_second_round_without_words_still_ends_well(say, pet, engine):
    engine.will_call("memory_edit", GOOD)
    engine.will_say(ReplyBroken("reply_empty", model="m"))
    engine.will_say(ReplyBroken("reply_empty", model="m"))
    last = say(SAID)[-1]
    assert isinstance(last, TurnFinished)
    assert (last.text, last.notes[0].kind) == ("", "receipt")


def test_an_engine_that_fails_after_saving_still_shows_the_receipt(say, pet, engine):
    engine.will_call("memory_edit", GOOD)
    engine.will_say(EngineRefused("engine_busy"))
    last = say(SAID)[-1]
    assert isinstance(last, TurnFailed)
    assert last.notes[0].kind == "receipt"


def test_stop_in_the_second_round_is_heard(pet, engine):
    stop = Stop()
    engine.will_call("memory_edit", GOOD)
    engine.will_say(lambda pressed: pressed.press(), "never")
    last = list(pet.session.turn(SAID, stop))[-1]
    assert (last.ending, last.text) == ("stopped", "")
    assert last.notes[0].kind == "receipt"


def test_the_tool_counts_in_the_budget_and_names_memos_by_number(say, pet, engine):
    say("/remember I like tea")
    prompt = pet.session.prompt_now("hello")
    assert prompt.report.section("tools").kept_bytes == len(json.dumps([SCHEMA]))
    assert "#1 I like tea" in prompt.messages[0].content
    engine.tools = False
    plain = pet.session.prompt_now("hello")
    assert plain.report.section("tools").kept_bytes == 0
    assert "#1 I like tea" not in plain.messages[0].content


def test_what_the_user_wrote_is_proposed_and_a_click_decides(say, pet, engine):
    say("/remember I work as a nurse at night")
    arguments = {"action": "update", "id": 1, "text": "nurse on weekends"}
    engine.will_call("memory_edit", arguments, "I see.")
    last = say("I work as a nurse on weekends too")[-1]
    (note,) = last.notes
    assert note.kind == "proposal"
    assert kept(pet) == ["I work as a nurse at night"]
    assert say(note.choices[0].command)[-1].saved
    assert kept(pet) == ["nurse on weekends"]


def test_a_value_that_must_not_be_kept_is_told_and_never_logged(say, pet, engine, paths):
    said = "remember my card is 4111 1111 1111 1111"
    engine.will_call("memory_edit", {"text": "card 4111 1111 1111 1111", "quote": said}, "Sure.")
    (note,) = say(said)[-1].notes
    assert note.kind == "refusal"
    assert "4111" not in note.text + note.choices[0].command
    assert kept(pet) == []
    assert "4111" not in paths.log.read_text("utf-8")


# --- the door ------------------------------------------------------------------------------------


def test_only_what_is_allowed_runs():
    pool = ToolPool()
    assert pool.allowed_tools == {}
    assert "no such tool" in pool.safe_tool(ToolCall("memory_edit", GOOD))
    assert [(call.name, call.outcome) for call in pool.calls] == [("?", "unknown")]


def test_every_call_is_reported_and_too_many_do_not_run(pet):
    from pet.chat.memory_tool import MemoryTool
    from pet.memory.grounds import Heard

    tool = MemoryTool(pet.store, Heard(SAID), lambda: True)
    pool = ToolPool((tool.tool,))
    for arguments in [GOOD, {"x": "y" * 9000}, {"text": float("nan")}, *[GOOD] * 3]:
        pool.safe_tool(ToolCall("memory_edit", arguments))
    outcomes = [call.outcome for call in pool.calls]
    assert outcomes[:2] == ["ran", "too_large"]
    assert outcomes[MAX_CALLS:] == ["too_many"] * 3
    assert kept(pet) == [CAT]
