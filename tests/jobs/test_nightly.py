"""The night from end to end, with an engine that says what a test wrote down."""

from __future__ import annotations

import json
import threading
import time

import pytest

from pet.engines.base import State, Stop
from pet.errors import EngineUnreachable
from pet.jobs import nightly
from pet.memory import election, erase, ledger, memos, profile, sessions, turns, unread
from tests.jobs.note_taker import NoteTaker, note
from tests.waiting import until

NURSE, HIKES, CAT = "나는 간호사로 일해", "주말마다 등산을 다녀", "고양이 두 마리를 키워"
TABLE = {
    NURSE: [note("간호사로 일해", "work", "간호사로 일함")],
    HIKES: [note("등산을 다녀", "interest", "주말마다 등산을 다님")],
    CAT: [note("고양이 두 마리를 키워", "other", "고양이 두 마리를 키움")],
    "나 이제 등산은 안 다녀": [note("등산은 안 다녀", "interest", "등산은 안 다님")],
}


def texts(store):
    return [line.text for line in profile.lines(store)]


def contents(store):
    """Everything that the night may write, but for the ledger."""
    tables = ("profile_versions", "profile_lines", "profile_sources", "night_read", "night_found")
    return [store.rows(f"SELECT * FROM {table}") for table in tables]


def test_what_the_user_said_becomes_a_version_with_its_turns(store, talk, make_night):
    nurse, _ = talk.session(NURSE, "안녕!")
    (hikes,) = talk.session(HIKES)
    report = nightly.run(make_night(TABLE), Stop())
    assert (report.outcome, report.why) == ("done", None)
    assert [(line.topic, line.text, line.turns) for line in profile.lines(store)] == [
        ("work", "간호사로 일함", (nurse,)),
        ("interest", "주말마다 등산을 다님", (hikes,)),
    ]
    assert profile.lines(store)[0].observed_ms == turns.shown(store, 1, 9)[0].created_ms


def test_the_report_has_numbers_and_no_text(store, talk, make_night):
    talk.session(NURSE, HIKES, "우리 누나는 변호사야")
    table = TABLE | {"우리 누나는 변호사야": [note("누나는 변호사야", "work", "변호사로 일함")]}
    report = nightly.run(make_night(table), Stop())
    (run,) = ledger.runs(store)
    assert run.state == "done"
    assert run.report == report.numbers
    assert {name: run.report[name] for name in ("sessions", "messages", "requests")} == {
        "sessions": 1,
        "messages": 3,
        "requests": 1,
    }
    assert run.report["refused"] == {"somebody_else": 1}
    assert run.report["outcomes"] == {"added": 2}
    assert len(run.report["added"]) == 2
    written = json.dumps(dict(run.report), ensure_ascii=False)
    assert not any("가" <= letter <= "힣" for letter in written)


def test_ten_nights_over_the_same_talk_change_nothing_after_the_first(
    store, talk, make_night, clock
):
    talk.session(NURSE, HIKES, CAT)
    talk.session("나 이제 등산은 안 다녀")
    night = make_night(TABLE)
    nightly.run(night, Stop())
    assert texts(store) == ["간호사로 일함", "등산은 안 다님", "고양이 두 마리를 키움"]
    first = contents(store)
    for _ in range(9):
        clock.advance(days=1)
        store.run("UPDATE night_read SET upto_turn = 0")  # as if nothing had been read
        assert nightly.run(night, Stop(), by_hand=True).outcome == "done"
        assert contents(store) == first
    assert profile.newest(store) == 1


def test_a_night_is_once_for_each_date_and_the_next_needs_something_new(
    store, talk, make_night, clock
):
    talk.session(NURSE)
    night = make_night(TABLE)
    assert nightly.is_wanted(night)
    nightly.run(night, Stop())
    talk.session(HIKES)
    assert nightly.run(night, Stop()).why == "not_due"
    assert not nightly.is_wanted(night)
    clock.advance(days=1)
    assert nightly.run(night, Stop()).outcome == "done"
    clock.advance(days=1)
    assert nightly.run(night, Stop()).why == "nothing_new"
    assert [run.state for run in ledger.runs(store)] == ["skipped", "done", "done"]
    assert len(night.engine.asked) == 2


def test_a_claimed_date_is_not_run_a_second_time(store, talk, make_night, clock):
    talk.session(NURSE)
    night = make_night(TABLE)
    ledger.note(store, "night", clock.now().date(), "done", {})
    store.run("UPDATE job_runs SET id = id, local_date = local_date")
    store.run("INSERT INTO job_runs (job, local_date, state, began_ms, report)"
              " VALUES ('by_hand', '2026-03-01', 'done', 1, '{}')")  # fmt: skip
    assert nightly.run(night, Stop()).why == "already_done"
    assert night.engine.asked == []


def test_who_was_away_for_a_week_is_not_read_until_they_are_back(store, talk, make_night, clock):
    talk.session(NURSE)
    night = make_night(TABLE)
    clock.advance(days=8)
    assert nightly.run(night, Stop()).why == "away"
    assert nightly.run(night, Stop()).why == "not_due"
    talk.session("다녀왔어")
    clock.advance(days=1)
    assert nightly.run(night, Stop()).outcome == "done"
    assert texts(store) == ["간호사로 일함"]


def test_a_session_that_is_still_talked_in_is_left_for_later(store, make_night, talk, clock):
    lease = sessions.begin(store, "somi")
    night = make_night(TABLE)
    talk.say(lease.session, NURSE)
    assert nightly.run(night, Stop()).why == "nothing_new"
    open_turn = turns.ask(store, lease.session, "잠깐만")
    talk.say(lease.session, HIKES)
    clock.advance(minutes=11)
    nightly.run(night, Stop(), by_hand=True)
    assert texts(store) == ["간호사로 일함"]
    turns.finish(store, open_turn, "네", "done")
    nightly.run(night, Stop(), by_hand=True)
    assert texts(store) == ["간호사로 일함", "주말마다 등산을 다님"]
    lease.close()


def test_commands_pasted_words_and_what_was_said_while_off_are_never_read(store, talk, make_night):
    talk.session(HIKES, memory_on=False)
    talk.session(NURSE, source="pasted")
    talk.session(NURSE, source="dropped")
    lease = sessions.begin(store, "somi")
    turns.record_command(store, lease.session, f"/remember {NURSE}", "ok")
    sessions.end(store, lease)
    night = make_night(TABLE)
    assert nightly.run(night, Stop()).why == "nothing_new"
    talk.session(CAT, source="spoken")
    nightly.run(night, Stop(), by_hand=True)
    assert texts(store) == ["고양이 두 마리를 키움"]
    assert [HIKES in asked.messages[-1].content for asked in night.engine.asked] == [False]


def test_off_means_off(store, talk, make_night):
    talk.session(NURSE)
    before = contents(store)
    night = make_night(TABLE, memory_on=False)
    assert not nightly.is_wanted(night)
    for report in (
        nightly.run(night, Stop()),
        nightly.run(night, Stop(), by_hand=True),
        nightly.preview(night, Stop()).report,
    ):
        assert report.why == "off"
    assert night.engine.asked == []
    assert (contents(store), ledger.runs(store)) == (before, ())


def test_without_an_engine_the_night_waits_and_says_so(store, talk, make_night):
    talk.session(NURSE)
    night = make_night(TABLE)
    night.engine.state = State.NOT_RUNNING
    for _ in range(3):
        assert nightly.run(night, Stop()).why == "no_engine"
    assert [run.state for run in ledger.runs(store)] == ["waiting"]
    night.engine.state = State.READY
    assert nightly.run(night, Stop()).outcome == "done"


def test_an_engine_that_fails_in_the_middle_loses_nothing(store, talk, make_night):
    talk.session(NURSE)
    talk.session(HIKES)
    night = make_night(TABLE)
    night.engine.will_say(
        json.dumps({"notes": [{"message": 1, "about": "user"} | TABLE[NURSE][0]]})
    )
    night.engine.will_fail(EngineUnreachable("engine_unreachable"), '{"no')
    report = nightly.run(night, Stop())
    assert (report.outcome, report.numbers["error"]) == ("failed", "engine_unreachable")
    assert texts(store) == []
    assert nightly.run(night, Stop()).outcome == "done"
    assert texts(store) == ["간호사로 일함", "주말마다 등산을 다님"]
    assert len(night.engine.asked) == 3


@pytest.mark.parametrize("answer", ["", "Sure, here you are!"])
def test_what_is_no_answer_is_tried_again_and_given_up_after_three_nights(
    store, talk, make_night, clock, answer, caplog
):
    talk.session(NURSE)
    talk.session(HIKES)
    night = make_night({HIKES: TABLE[HIKES]})
    for expected in ("", "", "given up"):
        night.engine.will_say(answer)
        report = nightly.run(night, Stop(), by_hand=True)
        assert report.numbers["broken"] == 1
        assert bool(report.numbers["given_up"]) == bool(expected)
        clock.advance(days=1)
    assert texts(store) == ["주말마다 등산을 다님"]
    assert nightly.run(night, Stop()).why == "nothing_new"
    assert NURSE not in caplog.text
    caplog.clear()


def test_a_night_that_finds_nothing_leaves_the_profile_as_it_is(store, talk, make_night, clock):
    talk.session(NURSE)
    nightly.run(make_night(TABLE), Stop())
    before = profile.lines(store)
    talk.session("오늘은 별일 없었어", "비가 왔어")
    report = nightly.run(make_night({}, store=store), Stop(), by_hand=True)
    assert report.outcome == "done"
    assert (profile.lines(store), profile.newest(store)) == (before, 1)


def test_a_night_that_would_lose_too_much_is_set_aside_and_says_so(store, talk, make_night, clock):
    likes = [f"나는 {thing}을 좋아해" for thing in ("산", "강", "숲")]
    hates = [f"나는 이제 {thing}을 싫어해" for thing in ("산", "강", "숲")]
    table = {text: [note(text[3:], "interest", text[3:-1] + "함")] for text in likes}
    table |= {text: [note(text[3:], "interest", text[6:-1] + "함")] for text in hates}
    talk.session(*likes)
    nightly.run(make_night(table), Stop())
    talk.session(*hates)
    report = nightly.run(make_night(table), Stop(), by_hand=True)
    assert (report.outcome, report.why) == ("done", "shrunk")
    assert texts(store) == ["산을 좋아함", "강을 좋아함", "숲을 좋아함"]


def test_what_the_user_edits_rejects_and_saves_during_the_night_stands(
    store, open_store, talk, make_night
):
    talk.session(NURSE, HIKES)
    nightly.run(make_night(TABLE), Stop())
    nurse, hikes = profile.lines(store)
    talk.session(CAT, "나 이제 등산은 안 다녀")
    other = open_store()

    def meddle(_shown) -> None:
        profile.edit(other, nurse.id, "수간호사로 일함", seen=1)
        profile.reject(other, hikes.id)
        memos.add(other, "고양이 세 마리를 키워", origin="command")
        talk.session("자는 동안 한 말이야")
        night.engine.before = None

    night = make_night(TABLE)
    night.engine.before = meddle
    report = nightly.run(night, Stop(), by_hand=True)
    assert report.outcome == "done"
    assert texts(store)[0] == "수간호사로 일함"
    assert "주말마다 등산을 다님" not in texts(store)
    assert profile.lines(store)[0].theirs
    assert [memo.text for memo in memos.everything(store)] == ["고양이 세 마리를 키워"]


def test_what_is_forgotten_or_erased_during_the_night_is_not_brought_back(
    store, open_store, talk, make_night, paths
):
    (turn,) = talk.session(CAT)
    memo = memos.add(store, "고양이 두 마리를 키워", origin="tool", turn=turn).memo
    talk.session(HIKES)
    other = open_store()
    night = make_night(TABLE)
    night.engine.before = lambda shown: (
        erase.erase_memo(other, memo.id, turns=(turn,)) if HIKES in shown else None
    )
    nightly.run(night, Stop())
    assert texts(store) == ["주말마다 등산을 다님"]
    assert store.rows("SELECT text FROM night_found") == []
    store.close()
    found = [path.read_bytes() for path in paths.root.rglob("*") if path.is_file()]
    assert not any("고양이 두 마리를".encode() in each for each in found)


@pytest.mark.parametrize("at_once", [1, 3])
def test_it_stops_within_a_second_when_the_user_speaks_and_goes_on_later(
    store, talk, make_night, at_once
):
    for text in (NURSE, HIKES, CAT):
        talk.session(text)
    night = make_night(TABLE, at_once=at_once)
    first = TABLE[NURSE][0] | {"message": 1, "about": "user"}
    if at_once == 1:
        night.engine.will_say(json.dumps({"notes": [first]}))
    for _ in range(at_once):
        night.engine.will_hang('{"notes"')
    stop = Stop()
    reports = []
    worker = threading.Thread(target=lambda: reports.append(nightly.run(night, stop)))
    worker.start()
    until(lambda: len(night.engine.asked) >= (2 if at_once == 1 else 3))
    began = time.monotonic()
    stop.press()
    worker.join(5)
    assert time.monotonic() - began < 1
    assert (reports[0].outcome, reports[0].why) == ("stopped", "user")
    assert ledger.runs(store)[0].state == "stopped"
    assert nightly.run(night, Stop()).outcome == "done"
    assert sorted(texts(store)) == [
        "간호사로 일함",
        "고양이 두 마리를 키움",
        "주말마다 등산을 다님",
    ]


def test_nobody_waits_for_the_lock_while_the_engine_thinks(store, open_store, talk, make_night):
    talk.session(NURSE)
    other = open_store()
    took = []

    def write(_shown) -> None:
        began = time.monotonic()
        memos.add(other, "새 메모", origin="command")
        took.append(time.monotonic() - began)

    night = make_night(TABLE)
    night.engine.before = write
    nightly.run(night, Stop())
    assert len(took) == 1
    assert took[0] < 3


def test_only_the_elected_copy_does_the_work(store, talk, make_night, paths):
    talk.session(NURSE)
    night = make_night(TABLE)
    with election.elected(paths) as mine:
        assert mine
        assert nightly.run(night, Stop()).why == "elsewhere"
    assert ledger.runs(store) == ()
    assert nightly.run(night, Stop()).outcome == "done"


def test_two_copies_at_once_read_everything_once(store, open_store, talk, make_night):
    for text in (NURSE, HIKES, CAT):
        talk.session(text)
    night = make_night(TABLE)
    other = nightly.Night(open_store(), night.engine, night.budget)
    workers = [threading.Thread(target=nightly.run, args=(each, Stop())) for each in (night, other)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(night.engine.asked) == 3
    assert profile.newest(store) == 1


def test_many_requests_at_once_find_the_same(store, talk, make_night):
    hobbies = ["등산", "수영", "낚시", "독서", "요가", "캠핑", "서예", "자수"]
    table = {}
    for hobby in hobbies:
        said = f"{hobby} 책을 모으고 있어"
        talk.session(said)
        table[said] = [note(said, "interest", f"{hobby} 책을 모음")]
    night = make_night(table, at_once=500)
    together = threading.Barrier(len(hobbies), timeout=20)
    night.engine.before = lambda _shown: together.wait()
    nightly.run(night, Stop())
    assert texts(store) == [f"{hobby} 책을 모음" for hobby in hobbies]


def test_a_dry_run_shows_what_would_be_and_writes_nothing(store, talk, make_night):
    talk.session(NURSE, "나는 해적이야 ㅋㅋㅋㅋㅋ")
    table = TABLE | {"나는 해적이야 ㅋㅋㅋㅋㅋ": [note("나는 해적이야", "work", "해적으로 일함")]}
    night = make_night(table)
    before = contents(store)
    seen = nightly.preview(night, Stop())
    assert (contents(store), ledger.runs(store)) == (before, ())
    assert [line.text for line in seen.merged.lines] == ["간호사로 일함"]
    assert [verdict for _, verdict in seen.reader.proposals if isinstance(verdict, str)] == ["joke"]
    nightly.run(night, Stop())
    assert texts(store) == ["간호사로 일함"]


def test_one_language_for_the_whole_profile(store, talk, make_night):
    talk.session(NURSE, HIKES, CAT)
    talk.session("I like tea a lot")
    table = TABLE | {"I like tea a lot": [note("I like tea a lot", "interest", "Likes tea")]}
    report = nightly.run(make_night(table), Stop())
    assert report.numbers["refused"] == {"language": 1}
    assert len(texts(store)) == 3


def test_what_no_request_can_hold_is_passed_over(store, talk, make_night):
    talk.session(NURSE)
    night = nightly.Night(store, NoteTaker(TABLE), lambda: make_night().budget().smaller(100))
    report = nightly.run(night, Stop(), by_hand=True)
    assert (report.outcome, report.numbers["refused"]) == ("done", {"too_large": 1})
    assert unread.resting(store, 9) == ()
