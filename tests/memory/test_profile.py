"""The profile: versions, what the user says to it, and memos that say otherwise."""

from __future__ import annotations

import time
from datetime import date

import pytest

from pet.errors import MemoError, MemoRefused, NothingFound
from pet.memory import erase, memos, profile, sessions, turns, undo
from pet.memory.profile import ProfileLine, Source


@pytest.fixture
def say(store):
    """Says something in a session of its own; the number of the turn."""

    def one(text: str) -> int:
        with_lease = sessions.begin(store, "somi")
        turn = turns.ask(store, with_lease.session, text)
        turns.finish(store, turn, "…", "done")
        sessions.end(store, with_lease)
        return turn

    return one


def line(text, topic="interest", *places, **fields):
    return ProfileLine(0, topic, text, fields.pop("observed_ms", 1), places, **fields)


def save(store, *lines, keep=True):
    before = profile.snapshot(store).lines if keep else ()
    return profile.save(store, (*before, *lines), expected=profile.newest(store))


def texts(store, version=None):
    return [one.text for one in profile.lines(store, version)]


def by_text(store, text):
    return next(one for one in profile.lines(store) if one.text == text)


def test_lines_stand_under_their_headings_and_keep_their_numbers(store, say):
    turn = say("나는 간호사로 일해, 등산을 좋아해")
    save(store, line("등산을 좋아함", "interest", Source(turn, 11, 17)))
    save(store, line("간호사로 일함", "work", Source(turn, 3, 9)))
    assert [(one.topic, one.text, one.turns) for one in profile.current_lines(store)] == [
        ("work", "간호사로 일함", (turn,)),
        ("interest", "등산을 좋아함", (turn,)),
    ]
    assert by_text(store, "등산을 좋아함").id == profile.lines(store, 1)[0].id


def test_saving_what_is_there_already_makes_no_version_but_keeps_where_it_was_said(store, say):
    first, second = say("등산을 좋아해"), say("역시 등산이 좋아")
    save(store, line("등산을 좋아함", "interest", Source(first, 0, 3)))
    (there,) = profile.snapshot(store).lines
    again = ProfileLine(
        there.id, there.topic, there.text, 2, (*there.sources, Source(second, 3, 6))
    )
    assert profile.save(store, [again], expected=1) == profile.Saved(1, changed=False)
    assert profile.lines(store)[0].turns == (first, second)


def test_nothing_is_saved_on_a_version_that_is_not_the_newest(store, other):
    save(store, line("등산을 좋아함"))
    assert profile.save(other, [line("간호사로 일함", "work")], expected=0) is None
    assert texts(store) == ["등산을 좋아함"]


def test_the_last_thirty_versions_stay(store):
    for number in range(profile.MAX_VERSIONS + 5):
        save(store, line(f"취미가 {number}개"), keep=False)
    kept = profile.versions(store)
    assert [one.id for one in kept] == list(range(35, 5, -1))
    with pytest.raises(NothingFound):
        profile.lines(store, 5)
    assert store.rows("SELECT count(*) FROM profile_names") == [(30,)]


def test_a_difference_names_what_came_what_went_and_what_changed(store):
    save(store, line("등산을 좋아함"), line("간호사로 일함", "work"))
    nurse = by_text(store, "간호사로 일함")
    profile.edit(store, nurse.id, "병원에서 밤에 일함", seen=1)
    profile.reject(store, by_text(store, "등산을 좋아함").id)
    save(store, line("수영을 좋아함"))
    seen = profile.diff(store, 1, 4)
    assert [one.text for one in seen.added] == ["수영을 좋아함"]
    assert [one.text for one in seen.removed] == ["등산을 좋아함"]
    assert [(old.text, new.text) for old, new in seen.changed] == [
        ("간호사로 일함", "병원에서 밤에 일함")
    ]
    assert not profile.diff(store, 4, 4)
    assert [one.text for one in profile.diff(store, 0, 1).added] == texts(store, 1)


def test_a_line_that_took_the_place_of_another_is_a_change(store):
    save(store, line("서울에 삶", "other"))
    old = profile.lines(store)[0].id
    save(store, line("부산에 삶", "other", replaces=old), keep=False)
    seen = profile.diff(store, 1, 2)
    assert [(before.text, after.text) for before, after in seen.changed] == [
        ("서울에 삶", "부산에 삶")
    ]
    assert seen.added == seen.removed == ()


def test_an_edited_line_is_theirs_and_a_lost_race_names_both_texts(store, other):
    save(store, line("간호사로 일함", "work"))
    number = profile.lines(store)[0].id
    edited = profile.edit(store, number, "  수간호사로\n일함 ", seen=1)
    assert (edited.text, edited.state, edited.theirs) == ("수간호사로 일함", "theirs", True)
    with pytest.raises(MemoError) as refused:
        profile.edit(other, number, "의사로 일함", seen=1)
    assert refused.value.facts["theirs_text"] == "수간호사로 일함"
    assert texts(store) == ["수간호사로 일함"]


@pytest.mark.parametrize(
    ("text", "key"), [(" \u200b ", "profile.empty"), ("가" * 201, "profile.too_long")]
)
def test_an_edit_is_held_to_the_limits(store, text, key):
    save(store, line("간호사로 일함", "work"))
    with pytest.raises(MemoRefused, match=key):
        profile.edit(store, profile.lines(store)[0].id, text, seen=1)


def test_a_rejected_line_stays_away_in_other_words_and_from_the_same_place(store, say):
    turn = say("등산을 좋아해")
    save(store, line("등산을 좋아함", "interest", Source(turn, 0, 7)))
    profile.reject(store, profile.lines(store)[0].id)
    assert profile.current_lines(store) == ()
    save(store, line("등산을 즐긴다"))
    save(store, line("산에 자주 감", "interest", Source(turn, 0, 3)))
    assert texts(store) == []
    assert [one.state for one in profile.lines(store, 1)] == ["rejected"]
    save(store, line("산에 자주 감", "interest", Source(say("산에 자주 가"), 0, 6)))
    assert texts(store) == ["산에 자주 감"]


def test_a_rejection_can_be_taken_back(store):
    save(store, line("등산을 좋아함"))
    number = profile.lines(store)[0].id
    profile.reject(store, number)
    assert profile.accept(store, number).state == "active"
    assert texts(store) == ["등산을 좋아함"]
    with pytest.raises(NothingFound):
        profile.accept(store, number)


def test_an_old_version_used_again_is_a_new_one_without_what_was_rejected_or_forgotten(store, say):
    memo = memos.add(store, "재즈를 좋아함", origin="tool", turn=say("재즈 좋아해")).memo
    save(
        store,
        line("등산을 좋아함"),
        line("재즈를 좋아함"),
        line("간호사로 일함", "work"),
        line("수영을 배움", "skill", Source(memo.turn, 0, 2)),
    )
    profile.reject(store, by_text(store, "등산을 좋아함").id)
    save(store, line("다른 것을 좋아함"), keep=False)
    memos.forget(store, memo.id)
    assert profile.restore(store, 1).version == 4
    assert texts(store) == ["간호사로 일함"]
    newest = profile.versions(store)[0]
    assert (newest.reason, newest.restored) == ("restore", 1)


def test_a_memo_that_says_otherwise_hides_a_line_and_says_so(store):
    save(store, line("커피를 자주 마심"), line("등산을 좋아함"))
    memo = memos.add(store, "나 커피 안 마셔", origin="command").memo
    hidden = by_text(store, "커피를 자주 마심")
    assert (hidden.state, hidden.hidden_by) == ("hidden", memo.id)
    assert [one.text for one in profile.current_lines(store)] == ["등산을 좋아함"]
    memos.change(store, memo.id, "나 녹차 안 마셔", revision=1)
    assert len(profile.current_lines(store)) == 2


def test_what_was_forgotten_as_a_memo_is_hidden_in_the_profile_until_undo(store):
    save(store, line("재즈를 좋아함"))
    memo = memos.add(store, "재즈를 좋아해", origin="command").memo
    assert len(profile.current_lines(store)) == 1
    memos.forget(store, memo.id)
    assert profile.current_lines(store) == ()
    assert profile.lines(store)[0].hidden_by == memo.id
    undo.undo(store)
    assert len(profile.current_lines(store)) == 1


def test_erasing_takes_it_out_of_all_versions_and_what_was_concluded_from_there(store, say):
    turn, other = say("재즈를 좋아해, 기타도 쳐"), say("수영해")
    memo = memos.add(store, "재즈를 좋아해", origin="tool", turn=turn).memo
    save(
        store,
        line("재즈를 좋아한다"),
        line("기타를 침", "skill", Source(turn, 9, 13)),
        line("음악과 물을 좋아함", "interest", Source(turn, 0, 2), Source(other, 0, 2)),
    )
    profile.edit(store, by_text(store, "음악과 물을 좋아함").id, "물을 좋아함", seen=1)
    snapshot = profile.snapshot(store)
    erase.erase_memo(store, memo.id)
    assert texts(store, 1) == ["음악과 물을 좋아함"]
    assert texts(store, 2) == ["물을 좋아함"]
    # a night that began before does not bring it back
    assert profile.save(store, snapshot.lines, expected=snapshot.version) is not None
    assert texts(store) == ["물을 좋아함"]


def test_an_edit_lifts_what_kept_the_text_away(store):
    save(store, line("등산을 좋아함"), line("수영을 좋아함"))
    profile.reject(store, by_text(store, "등산을 좋아함").id)
    profile.edit(store, by_text(store, "수영을 좋아함").id, "등산을 좋아함", seen=2)
    assert [one.state for one in profile.lines(store)] == ["theirs"]


@pytest.mark.parametrize(
    ("text", "event", "precision", "spoken"),
    [
        ("발표가 있음", "2026-03-06", "day", "발표가 있음 (2026-03-06)"),
        ("발표가 있음", "2026-03-01", "day", "발표가 있음 (2026-03-01, 지남)"),
        ("Moves to Dublin", "2026-04-01", "month", "Moves to Dublin (2026-04)"),
        ("Moves to Dublin", "2026-01-01", "month", "Moves to Dublin (2026-01, past)"),
        ("Camps", "2026-03-02", "week", "Camps (week of 2026-03-02)"),
        ("이사함", "2027-01-01", "year", "이사함 (2027년)"),
        ("이사함", None, None, "이사함"),
    ],
)
def test_a_plan_is_spoken_with_its_day(text, event, precision, spoken):
    plan = line(text, "plan", event=event, precision=precision)
    assert profile.spoken(plan, date(2026, 3, 2)) == spoken


def test_looking_is_fast_beside_thirty_memos_and_a_hundred_forgotten_ones(store):
    store.write(
        lambda connection: connection.executemany(
            "INSERT INTO memos (uuid, text, digest, kind, place, origin, created_ms, changed_ms,"
            " forgotten_ms) VALUES (?, ?, ?, 'about', 1, 'command', 1, 1, ?)",
            [
                (n, f"아침 {n}시에 커피를 마시는 것 {n}", n.to_bytes(2), 1 if n < 100 else None)
                for n in range(130)
            ],
        )
    )
    save(store, *(line(f"취미 {number}번은 산에서 사진을 찍는 것") for number in range(60)))
    profile.current_lines(store)

    def once() -> float:
        began = time.perf_counter()
        profile.current_lines(store)
        return time.perf_counter() - began

    assert min(once() for _ in range(5)) < 0.2
