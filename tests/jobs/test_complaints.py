"""What users of other programs complained of, and what this night does instead."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from pet.engines.base import Stop
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory import memos, profile, sessions, turns
from pet.memory.store import Store
from pet.prompt.budget import Budget
from tests.fakes.clocks import FixedClock
from tests.jobs.conftest import Talk
from tests.jobs.note_taker import NoteTaker, note

EXAM = "내일 시험을 보러 가려고 해"
TABLE = {EXAM: [note(EXAM, "plan", "시험을 보러 가려고 함")]}
NURSE = "나는 간호사로 일하고 있어"


@pytest.mark.parametrize("zone", [ZoneInfo("Asia/Seoul"), ZoneInfo("America/New_York"), UTC])
@pytest.mark.parametrize("hour", [0, 9, 23])
def test_tomorrow_is_the_day_after_the_users_own_day_wherever_they_live(paths, zone, hour):
    clock = FixedClock(datetime(2026, 3, 2, hour, 30, tzinfo=zone))
    store = Store.open(paths, clock)
    Talk(store, clock).session(EXAM)
    clock.advance(hours=1)
    nightly.run(Night(store, NoteTaker(TABLE), Budget), Stop(), by_hand=True)
    assert [line.event for line in profile.lines(store)] == ["2026-03-03"]
    store.close()


def test_what_the_pet_said_is_never_read(store, clock, make_night):
    lease = sessions.begin(store, "somi")
    turn = turns.ask(store, lease.session, NURSE)
    turns.finish(store, turn, "나는 우주 비행사로 일하고 있어", "done")
    sessions.end(store, lease)
    night = make_night({})
    boast = {"message": 1, "about": "user"} | note("우주 비행사로 일하고", "work", "우주 비행사")
    night.engine.will_say(json.dumps({"notes": [boast]}))
    report = nightly.run(night, Stop())
    assert report.numbers["refused"] == {"quote": 1}
    assert "우주" not in str(night.engine.asked[0].messages[-1].content)
    assert profile.lines(store) == ()


def test_one_answer_that_invents_costs_nothing_that_was_said(store, talk, make_night):
    talk.session(NURSE)
    night = make_night({})
    notes = [
        note("John Doe lives in Paris", "about", "John Doe"),
        note("간호사로 일하고", "work", "간호사로 일함"),
    ]
    items = [{"message": number, "about": "user"} | dict(one) for number, one in enumerate(notes)]
    night.engine.will_say(json.dumps({"notes": [{"message": 99}, *items]}))
    nightly.run(night, Stop())
    assert [line.text for line in profile.lines(store)] == ["간호사로 일함"]


def test_after_two_idle_months_nothing_is_lost(store, talk, make_night, clock):
    likes = [f"나는 {thing}을 좋아해" for thing in ("산", "강", "숲", "책")]
    table = {text: [note(text[3:], "interest", text[3:-1] + "함")] for text in likes}
    talk.session(*likes)
    nightly.run(make_night(table), Stop())
    memos.add(store, "땅콩은 못 먹어", origin="command")
    before = profile.lines(store)
    for _ in range(61):
        clock.advance(days=1)
        nightly.run(Night(store, NoteTaker(table), Budget), Stop())
    assert profile.lines(store) == before
    talk.session("오랜만이야, 산책하고 왔어")
    clock.advance(hours=8)
    nightly.run(Night(store, NoteTaker(table), Budget), Stop())
    assert profile.lines(store) == before
    assert [memo.text for memo in memos.everything(store)] == ["땅콩은 못 먹어"]


def test_the_profile_can_be_made_again_from_what_was_said(store, talk, make_night):
    talk.session(NURSE)
    table = {NURSE: [note("간호사로 일하고", "work", "간호사로 일함")]}
    nightly.run(make_night(table), Stop())
    said = store.rows("SELECT user_text, reply FROM turns")
    for part in ("profile_sources", "profile_lines", "profile_versions", "night_read"):
        store.run(f"DELETE FROM {part}")
    assert profile.lines(store) == ()
    nightly.run(Night(store, NoteTaker(table), Budget), Stop(), by_hand=True)
    assert [line.text for line in profile.lines(store)] == ["간호사로 일함"]
    assert store.rows("SELECT user_text, reply FROM turns") == said


def test_missed_nights_are_one_night(store, talk, make_night, clock):
    talk.session(NURSE)
    night = make_night({})
    clock.advance(days=5)
    done = []
    for _ in range(12):
        if nightly.is_wanted(night):
            done.append(nightly.run(night, Stop()).outcome)
        clock.advance(minutes=5)
    assert done == ["done"]
    assert len(night.engine.asked) == 1
