"""What was found joins the profile, and joining it again changes nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from pet.jobs.merge import merge
from pet.memory import likeness, standing, tombstones
from pet.memory.profile_rows import MAX_LINES, ProfileLine, Source, in_order
from pet.memory.standing import Standing
from pet.memory.unread import Found

TODAY = date(2026, 3, 2)
NOBODY = Standing((), (), frozenset(), (), frozenset(), b"key")


def found(text, turn=1, topic="interest", **fields):
    return Found(Source(turn, 0, 5), topic, text, turn * 1000, **fields)


def line(number, text, topic="interest", **fields):
    return ProfileLine(number, topic, text, fields.pop("observed_ms", 500), **fields)


def saved(merged):
    """The lines with numbers, as a store gives them back."""
    numbered = [replace(one, id=one.id or n) for n, one in enumerate(merged.lines, start=1000)]
    return tuple(in_order(numbered))


def texts(merged):
    return [one.text for one in merged.lines]


def test_what_is_new_is_added_and_what_is_known_gains_a_place():
    merged = merge(
        [line(1, "등산을 좋아함")], [found("등산을 즐긴다"), found("수영을 배움")], NOBODY, TODAY
    )
    assert texts(merged) == ["등산을 좋아함", "수영을 배움"]
    assert merged.lines[0].turns == (1,)
    assert sorted(merged.outcomes) == ["added", "supported"]


def test_two_things_about_one_topic_are_two_lines():
    merged = merge([line(1, "파이썬을 씀")], [found("러스트를 배움")], NOBODY, TODAY)
    assert texts(merged) == ["파이썬을 씀", "러스트를 배움"]


def test_what_says_otherwise_takes_the_place_of_an_older_line():
    merged = merge([line(7, "커피를 즐겨 마심")], [found("커피를 안 마심", 5)], NOBODY, TODAY)
    assert texts(merged) == ["커피를 안 마심"]
    assert merged.lines[0].replaces == 7
    assert merged.outcomes == ("replaced",)
    newer = line(7, "커피를 즐겨 마심", observed_ms=9000)
    again = merge([newer], [found("커피를 안 마심", 5)], NOBODY, TODAY)
    assert again.outcomes == ("older",)


def test_what_the_user_wrote_is_never_touched():
    theirs = line(1, "커피를 즐겨 마심", theirs=True, sources=(Source(3, 0, 9),))
    merged = merge([theirs], [found("커피를 안 마심", 5), found("차를 마심", 3)], NOBODY, TODAY)
    assert texts(merged) == ["커피를 즐겨 마심"]
    assert sorted(merged.outcomes) == ["supported", "theirs"]
    assert merged.lines[0].observed_ms == 500


def test_what_the_user_said_in_person_comes_first():
    hashes = standing.digests(b"key", likeness.read("등산을 좋아함"))
    assert tombstones.digest(b"key", "등산을 좋아함") in hashes
    now = Standing(
        memos=((3, likeness.read("재즈를 좋아함")),),
        forgotten=((4, likeness.read("낚시를 좋아함")),),
        rejected=frozenset(hashes),
        rejected_places=(Source(8, 2, 4),),
        buried_turns=frozenset({9}),
        key=b"key",
    )
    merged = merge(
        [],
        [
            found("등산을 즐긴다"),
            found("산을 걷는 걸 좋아함", 8),
            found("낚시를 즐긴다"),
            found("요가를 즐긴다", 9),
            found("재즈를 즐긴다"),
        ],
        now,
        TODAY,
    )
    assert texts(merged) == []
    assert sorted(merged.outcomes) == ["forgotten", "forgotten", "memo", "rejected", "rejected"]


def test_a_night_that_would_lose_more_than_four_tenths_changes_nothing():
    lines = [
        line(n, f"{thing}을 좋아함") for n, thing in enumerate(("산", "강", "숲", "섬", "별"), 1)
    ]
    against = [found(f"{thing}을 싫어함", 5 + n) for n, thing in enumerate(("산", "강", "숲"))]
    merged = merge(lines, against, NOBODY, TODAY)
    assert merged.shrunk
    assert merged.lines == tuple(lines)
    assert not merge(lines, against[:2], NOBODY, TODAY).shrunk


def test_nothing_found_changes_nothing():
    lines = (line(1, "등산을 좋아함"), line(2, "간호사로 일함", "work"))
    assert merge(lines, [], NOBODY, TODAY).lines == lines


def test_plans_for_two_days_are_two_plans_and_only_stale_ones_make_room():
    plans = [
        found("발표가 있음", 1, "plan", event="2026-03-06", precision="day"),
        found("발표가 있음", 2, "plan", event="2026-04-06", precision="day"),
    ]
    assert len(merge([], plans, NOBODY, TODAY).lines) == 2
    full = [line(n, f"취미 {n}번", event=None) for n in range(1, MAX_LINES)]
    stale = line(99, "시험이 있음", "plan", event="2025-10-01", precision="day")
    assert merge([*full, stale], [found("수영을 배움")], NOBODY, TODAY).outcomes == ("added",)
    assert merge(
        [*full, line(99, "취미 99번")], [found("수영을 배움")], NOBODY, TODAY
    ).outcomes == ("full",)


WORDS = st.sampled_from(
    ["커피를 마심", "커피를 안 마심", "커피를 즐겨 마심", "차를 마심", "서울에 산다", "부산에 산다",
     "서울 근처에 산다", "6시에 일어남", "7시에 일어남", "반말을 선호", "존댓말을 선호",
     "등산을 좋아함", "등산을 그만둠", "Drinks coffee", "Works as a nurse", "Works as a pilot",
     "Is a vegetarian", "Eats steak"]
)  # fmt: skip
FINDINGS = st.lists(
    st.builds(
        found,
        WORDS,
        st.integers(1, 30),
        st.sampled_from(["interest", "work", "plan"]),
        event=st.sampled_from([None, "2026-03-06", "2025-01-01"]),
    ),
    max_size=12,
)


@settings(max_examples=150)
@given(FINDINGS, FINDINGS)
def test_merging_the_same_again_is_a_fixed_point(first, second):
    before = saved(merge([], first, NOBODY, TODAY))
    once = merge(before, second, NOBODY, TODAY)
    lines = saved(once)
    again = merge(lines, second, NOBODY, TODAY)
    assert again.lines == lines
    assert not {"added", "replaced"} & set(again.outcomes)


@settings(max_examples=60)
@given(FINDINGS)
def test_the_order_in_which_answers_came_makes_no_difference(findings):
    assert texts(merge([], findings, NOBODY, TODAY)) == texts(
        merge([], reversed(findings), NOBODY, TODAY)
    )
