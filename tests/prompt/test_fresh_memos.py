"""Memos newer than the front of the prompt ride in a message, and fall last of the memos."""

from __future__ import annotations

from dataclasses import replace

from pet.prompt.budget import Budget
from pet.prompt.sections import Exchange, Line, Parts
from tests.prompt.reading import at, whole


def test_a_fresh_memo_is_the_last_preference_to_go():
    parts = Parts(lines=(Line("memo", 1, "old"),), fresh=(Line("memo", 2, "new"),), user_text="x")
    prompt = at(parts, Budget(), whole(parts, Budget()).size - 1)
    assert (prompt.report.memos_used, prompt.report.memos_left) == ((2,), (1,))


def test_a_turn_that_falls_leaves_its_memo_to_the_last_message():
    note, older = (Line("memo", 2, "no peanuts"),), (Line("memo", 3, "likes rain"),)
    parts = Parts(turns=(Exchange(1, "u" * 99, "r", note),), fresh=older, user_text="x")
    full = whole(parts, Budget())
    assert "no peanuts" in full.messages[1].content
    prompt = at(parts, Budget(), full.size - 1)
    assert prompt.report.turns_dropped == 1
    assert prompt.report.memos_used == (3, 2)
    assert "likes rain\nno peanuts\n" in prompt.messages[-1].content
    assert prompt.report.section("preferences").left_bytes == 0
    many = tuple(Exchange(number, "u", "r") for number in range(2, 10))
    last = whole(replace(parts, turns=parts.turns + many), Budget()).messages[-1].content
    assert "likes rain\nno peanuts\n" in last


def test_the_memo_of_a_turn_that_finds_no_room_is_told_as_left_out():
    parts = Parts(turns=(Exchange(1, "u", "r", (Line("memo", 2, "m" * 500),)),), user_text="x")
    bare = whole(Parts(user_text="x"), Budget()).size
    report = at(parts, Budget(), bare).report
    assert (report.memos_used, report.memos_left) == ((), (2,))


def test_fresh_memos_go_one_bundle_at_a_time_the_last_first():
    fresh = tuple(Line("memo", number, f"{number}" * 500) for number in (1, 2, 3))
    parts = Parts(lines=(Line("profile", 7, "late"),), fresh=fresh, user_text="x")
    report = at(parts, Budget(), whole(parts, Budget()).size).report
    assert (report.memos_used, report.profile_used) == ((1, 2, 3), (7,))
    report = at(parts, Budget(), report.size - 300).report
    assert (report.memos_used, report.memos_left) == ((1, 2), (3,))
    assert (report.profile_used, report.profile_left) == ((), (7,))
    assert report.budget == whole(parts, Budget()).size - 300
