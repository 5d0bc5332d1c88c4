"""Off means off: at every gate, and not a byte of what was saved in any prompt."""

from __future__ import annotations

import itertools
import threading

import pytest

from pet.app import open_pet
from pet.chat.events import TurnFinished
from pet.engines.base import Stop, ToolCall
from pet.errors import ReplyBroken
from pet.memory import drafts, memos, profile, summaries, turns, unread
from pet.memory.profile import ProfileLine
from pet.settings import Settings
from tests.fakes.engines import ScriptedEngine
from tests.waiting import until

SECRETS = ("ZEBRAMEMO", "ZEBRATALK", "ZEBRASUMMARY", "ZEBRAPROFILE")


@pytest.fixture
def engine(engine):
    engine.tools = True
    return engine


@pytest.fixture
def full_of_memory(say, pet, engine, paths, clock):
    """A memo, earlier talk, a summary, and a line of the profile."""
    say("/remember ZEBRAMEMO is my cat")
    engine.will_say("ZEBRATALK yes")
    say("ZEBRATALK is what I said")
    session = pet.session.seat.number
    last = turns.talk_after(pet.store, session, 0)[-1]
    summaries.save(pet.store, session, "ZEBRASUMMARY of before", upto_turn=last.id)
    line = ProfileLine(0, "interest", "ZEBRAPROFILE is a hobby", 1)
    profile.save(pet.store, (line,), expected=profile.newest(pet.store))
    return pet


def sent(engine):
    return "\n".join(message.content for asked in engine.asked for message in asked.messages)


def test_with_memory_on_all_of_it_is_sent(full_of_memory, say, engine):
    engine.asked.clear()
    say("hello")
    assert "ZEBRAMEMO" in sent(engine)
    assert "ZEBRASUMMARY" in sent(engine)
    assert "ZEBRAPROFILE" in sent(engine)
    assert engine.asked[0].tools


def test_with_memory_off_no_byte_and_no_tool_is_sent(full_of_memory, say, pet, engine):
    say("/memory off")
    engine.asked.clear()
    for number in range(12):
        say(f"hello {number}")
    say("remember that I like tea")
    pet.session.seats.finish_folding(5)
    assert len(engine.asked) == 13  # no summary, no extraction: only the replies
    assert not any(secret in sent(engine) for secret in SECRETS)
    assert not any(asked.tools or asked.schema for asked in engine.asked)
    assert "memory_edit" not in sent(engine)
    assert "hello 11" in sent(engine)  # the conversation itself goes on


def test_a_model_that_calls_all_the_same_saves_nothing(say, pet, engine):
    say("/memory off")
    engine.will_call("memory_edit", {"text": "I like tea", "quote": "I like tea"}, "Saved!")
    (note,) = say("Remember that I like tea")[-1].notes
    assert note.kind == "not_saved"
    assert memos.everything(pet.store) == ()


def test_what_is_said_while_off_is_never_read_by_the_night_nor_sent_later(say, pet, engine, clock):
    say("/메모리 끄기")
    for number in range(10):
        say(f"ZEBRATALK {number} is a secret of mine")
    say("/memory on")
    engine.asked.clear()
    for number in range(10):
        say(f"something else {number}")
    say("/new")
    pet.session.seats.finish_folding(5)
    say("hello")
    assert "ZEBRATALK" not in sent(engine)
    assert any("something else" in text for text in sent(engine).split("\n"))
    clock.advance(hours=12)
    for session in unread.resting(pet.store, 9):
        said = " ".join(one.text for one in unread.messages(pet.store, session))
        assert "ZEBRATALK" not in said


def test_the_user_can_still_see_save_and_erase(full_of_memory, say, pet):
    say("/memory off")
    assert "ZEBRAMEMO" in say("/memories")[-1].text
    saved = say("/remember I like tea")[-1]
    assert saved.saved
    assert "/memory on" in saved.text
    assert "ZEBRAMEMO" in say("/forget zebramemo")[-1].text
    assert [memo.text for memo in memos.everything(pet.store)] == ["I like tea"]


def test_it_stays_off_after_a_restart_and_in_every_copy(paths, clock):
    other = ScriptedEngine(tools=True)
    with (
        open_pet(paths, clock, language="en", engine=ScriptedEngine()) as first,
        open_pet(paths, clock, language="en", engine=other) as second,
    ):
        list(first.session.turn("/remember ZEBRAMEMO is my cat", Stop()))
        list(second.session.turn("hello", Stop()))
        assert "ZEBRAMEMO" in sent(other)
        list(first.session.turn("/memory off", Stop()))
        other.asked.clear()
        list(second.session.turn("hello again", Stop()))
        assert "ZEBRAMEMO" not in sent(other)
        assert second.night().memory_on is False
    with open_pet(paths, clock, language="en", engine=ScriptedEngine()) as later:
        assert later.session.seat.memory == "off"


def test_it_says_how_it_is(say):
    assert say("/memory")[-1].choices[0].command == "/memory off"
    assert say("/memory off")[-1].choices[0].command == "/memory on"
    assert say("/memory sideways")[-1].choices[0].command == "/memory on"
    assert say("/MEMORY ON")[-1].choices[0].command == "/memory off"


# --- incognito ------------------------------------------------------------------------------------

CANARY = "QUOKKACANARY"


def files_with(paths, text):
    shapes = [text.encode(how) for how in ("utf-8", "utf-16-le", "utf-16-be")]
    found = []
    for file in paths.root.rglob("*"):
        if file.is_file():
            content = file.read_bytes()
            found += [file.name for shape in shapes if shape in content]
    return found


def state(pet):
    tables = ("sessions", "turns", "memos", "reports", "drafts", "summaries", "undo")
    return {name: pet.store.rows(f"SELECT * FROM {name}") for name in tables}


def test_incognito_leaves_no_row_no_draft_no_report_and_no_byte(say, pet, engine, paths):
    say("hello")
    say("/incognito")
    before = state(pet)
    engine.will_call("memory_edit", {"text": CANARY, "quote": CANARY}, f"{CANARY} noted!")
    say(f"{CANARY} one, remember that I like {CANARY}")
    for number in range(12):
        engine.otherwise = f"{CANARY} reply {number}"
        say(f"{CANARY} {number}")
    pet.session.seat.unsent.keep_draft(f"half a {CANARY}")
    say(f"/search {CANARY}")
    say(f"/forget {CANARY}")
    say(f"/rememberr {CANARY}")
    assert state(pet) == before
    assert files_with(paths, CANARY) == []
    assert pet.session.seat.unsent.draft() == ""
    say("/incognito")
    pet.session.close()
    assert files_with(paths, CANARY) == []


def test_incognito_knows_its_own_talk_and_nothing_else(full_of_memory, say, pet, engine):
    say("/비밀")
    engine.asked.clear()
    say(f"{CANARY} is my word")
    say("what was my word?")
    assert not any(secret in sent(engine) for secret in SECRETS)
    assert CANARY in engine.asked[-1].messages[1].content
    assert not any(asked.tools for asked in engine.asked)
    assert [turn.user_text for turn in pet.session.seat.shown(9)][-1] == "what was my word?"
    assert pet.session.seat.memory == "incognito"


def test_its_window_moves_in_blocks_so_that_the_prefix_stays(say, engine):
    say("/incognito")
    heads = []
    for number in range(30):
        say(f"number {number}")
        heads.append(engine.asked[-1].messages[1].content)
    moves = sum(one != two for one, two in itertools.pairwise(heads))
    assert moves <= 7
    assert max(len(asked.messages) for asked in engine.asked) <= 2 + 2 * 8


@pytest.mark.parametrize(("leave", "again"), [("/incognito", True), ("/new", False)])
def test_it_is_left_by_the_command_or_by_a_new_conversation(say, pet, engine, leave, again):
    say("hello from before")
    began = say("/incognito")
    assert began[0].session == 0
    say(CANARY)
    left = say(leave)[0]
    assert (left.session > 0, bool(left.shown)) == (True, again)
    engine.asked.clear()
    say("hello again")
    assert CANARY not in sent(engine)
    assert ("hello from before" in sent(engine)) is again
    assert pet.session.seat.memory == "on"


def test_a_memo_is_saved_in_incognito_only_when_it_is_asked_for_twice(say, pet):
    say("/incognito")
    (choice,) = say("/remember I like tea")[-1].choices
    assert memos.everything(pet.store) == ()
    assert say(choice.command)[-1].saved
    (memo,) = memos.everything(pet.store)
    assert (memo.text, memo.turn) == ("I like tea", None)


def test_the_button_of_an_unsaved_wish_saves_at_once(say, pet):
    say("/incognito")
    (note,) = say("Remember that I like tea")[-1].notes
    assert say(note.choices[0].command)[-1].saved


def test_stop_and_failure_leave_nothing_either(pet, engine, paths):
    list(pet.session.turn("/incognito", Stop()))
    stop = Stop()
    engine.will_say(f"{CANARY} half", lambda pressed: pressed.press(), "never")
    assert list(pet.session.turn(CANARY, stop))[-1].ending == "stopped"
    engine.will_fail(ReplyBroken("reply_broken"), CANARY)
    list(pet.session.turn(CANARY, Stop()))
    until(lambda: files_with(paths, CANARY) == [])


@pytest.mark.parametrize("calls", [True, False])
def test_what_another_copy_turns_off_during_a_reply_is_off_at_once(pet, paths, engine, say, calls):
    engine.tools = calls
    said = "remember that I like tea"
    call = ToolCall("memory_edit", {"action": "add", "text": "I like tea", "quote": "I like tea"})

    def turn_off(_stop):
        Settings(paths).change(memory=False)  # as another copy does

    engine.will_say(turn_off, *([call] if calls else []), "All right.")
    (end,) = (event for event in say(said) if isinstance(event, TurnFinished))
    assert memos.everything(pet.store) == ()
    assert [note.kind for note in end.notes] == ["not_saved"]


@pytest.mark.parametrize("leave", ["/incognito", "/new", "/persona tori"])
def test_a_draft_that_was_read_incognito_and_is_written_late_is_not_kept(say, pet, paths, leave):
    say("hello")
    say("/incognito")
    unsent = pet.session.seat.unsent
    ticket = unsent.ticket()  # the box is read, and a busy machine lets the worker wait
    say(leave)
    unsent.keep_draft(f"half a {CANARY}", ticket)
    assert files_with(paths, CANARY) == []


def test_no_draft_is_kept_while_incognito_begins_or_the_persona_changes(
    say, pet, paths, monkeypatch
):
    """A pause in typing may fall on any moment of a change."""
    say("hello")
    writers = []

    def keep_meanwhile(store, session, text):
        keep(store, session, text)
        if not text:  # the draft was put away: it begins
            unsent = pet.session.seat.unsent
            writers.append(threading.Thread(target=unsent.keep_draft, args=(f"half a {CANARY}",)))
            writers[-1].start()
            writers[-1].join(0.2)

    keep = drafts.keep
    with monkeypatch.context() as patched:
        patched.setattr("pet.chat.seat.drafts.keep", keep_meanwhile)
        say("/incognito")
        say("/persona tori")
    for writer in writers:
        writer.join()
    assert len(writers) >= 2
    assert files_with(paths, CANARY) == []
