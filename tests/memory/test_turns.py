"""Turns, summaries and reports."""

from __future__ import annotations

import pytest

from pet.memory import memos, reports, sessions, summaries, turns


@pytest.fixture
def session(store):
    return sessions.begin(store, "somi").session


def talk(store, session, *replies, state="done"):
    made = []
    for reply in replies:
        turn = turns.ask(store, session, f"q {reply}")
        turns.finish(store, turn, reply, state)
        made.append(turn)
    return made


def test_what_the_user_said_is_there_before_any_reply(store, other, session, clock):
    turn = turns.ask(store, session, "안녕?")
    (shown,) = turns.shown(other, session, 10)
    assert (shown.id, shown.user_text, shown.reply, shown.state) == (turn, "안녕?", "", "asked")
    assert (shown.persona, shown.created_ms, shown.unreliable) == ("somi", clock.utc_ms(), False)


def test_a_reply_grows_and_ends(store, other, session):
    turn = turns.ask(store, session, "?")
    turns.grow(store, turn, "안")
    turns.grow(store, turn, "안녕")
    assert [(t.reply, t.state) for t in turns.shown(other, session, 10)] == [("안녕", "partial")]
    turns.finish(store, turn, "안녕!", "length", unreliable=True)
    (ended,) = turns.shown(other, session, 10)
    assert (ended.reply, ended.state, ended.unreliable) == ("안녕!", "length", True)


def test_a_late_piece_does_not_open_an_ended_turn_again(store, session):
    (turn,) = talk(store, session, "done")
    turns.grow(store, turn, "late")
    assert turns.shown(store, session, 1)[0].reply == "done"


def test_one_message_can_be_for_another_persona(store, session):
    turns.ask(store, session, "?", persona="mira")
    assert turns.shown(store, session, 1)[0].persona == "mira"


def test_text_that_no_database_can_hold_is_repaired(store, session):
    turn = turns.ask(store, session, "a\ud800b\x00c\n\td")
    turns.finish(store, turn, "\udfff", "done")
    (kept,) = turns.shown(store, session, 1)
    assert (kept.user_text, kept.reply) == ("a\ufffdbc\n\td", "\ufffd")


def test_commands_are_shown_but_never_among_the_talk(store, session):
    talk(store, session, "one")
    command = turns.record_command(store, session, "/memories", "nothing yet")
    turns.finish(store, command, "a reply", "done")
    talk(store, session, "two")
    assert [t.state for t in turns.shown(store, session, 10)] == ["done", "command", "done"]
    assert [t.reply for t in turns.talk_after(store, session, 0)] == ["one", "two"]


def test_talk_is_what_has_words_of_both_after_the_cursor_oldest_first(store, session):
    first, *_ = talk(store, session, "one", "two", "three")
    talk(store, session, "half", state="stopped")
    talk(store, session, "", state="failed")
    turns.ask(store, session, "now")
    talk(store, sessions.begin(store, "somi").session, "elsewhere")
    assert [t.reply for t in turns.talk_after(store, session, first)] == ["two", "three", "half"]
    assert [t.reply for t in turns.talk_after(store, session, 0, last=2)] == ["three", "half"]


def test_shown_gives_the_newest_oldest_first(store, session):
    talk(store, session, "one", "two", "three")
    assert [t.reply for t in turns.shown(store, session, 2)] == ["two", "three"]


def test_a_command_about_a_forgotten_memo_is_hidden_from_its_first_moment(store, session):
    memo = memos.add(store, "하나", origin="command").memo
    memos.forget(store, memo.id)
    turns.record_command(store, session, "/forget 하나", "잊었어요: 하나", memo=memo.id)
    assert turns.shown(store, session, 10) == ()


def test_a_command_about_a_memo_that_is_not_there_is_kept(store, session):
    turns.record_command(store, session, "/forget #9", "no such memo", memo=9)
    assert len(turns.shown(store, session, 10)) == 1


def test_the_first_command_becomes_the_origin_of_its_memo(store, session):
    memo = memos.add(store, "하나", origin="command").memo
    row = turns.record_command(store, session, "/remember 하나", "저장", memo=memo.id)
    turns.record_command(store, session, "/remember 하나", "이미", memo=memo.id)
    found = memos.everything(store)[0]
    assert (found.turn, found.persona) == (row, "somi")


def test_the_summary_that_reaches_furthest_counts(store, session, clock):
    assert summaries.latest(store, session) is None
    summaries.save(store, session, "short", 4)
    saved = summaries.save(store, session, "longer", 8)
    summaries.save(store, session, "came late", 4)
    assert summaries.latest(store, session) == saved
    assert (saved.text, saved.upto_turn, saved.created_ms) == ("longer", 8, clock.utc_ms())
    assert summaries.save(store, session, "again", 8) == summaries.latest(store, session)


def test_a_new_session_begins_with_the_last_summary_of_its_persona(store):
    first, second, third, now = (
        sessions.begin(store, persona).session for persona in ("somi", "somi", "mira", "somi")
    )
    for session, text in ((second, "second"), (first, "first"), (third, "third")):
        summaries.save(store, session, text, 1)
    assert summaries.last_of_persona(store, "somi", now).text == "second"
    assert summaries.last_of_persona(store, "somi", second).text == "first"
    assert summaries.last_of_persona(store, "mira", now).text == "third"
    assert summaries.last_of_persona(store, "somi", first) is None


def test_a_report_belongs_to_its_turn(store, session):
    (turn,) = talk(store, session, "one")
    report = {"sections": [{"bytes": 12, "kept": True}], "memos": [1, 2]}
    reports.save(store, turn, {"old": 1})
    reports.save(store, turn, report)
    reports.save(store, 999, report)
    assert reports.load(store, turn) == report
    assert reports.load(store, 999) is None
