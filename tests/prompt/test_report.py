"""The account of a prompt."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings

from pet.errors import BudgetExceeded
from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.report import SECTIONS, Left, Report, SectionDiff, diff
from pet.prompt.sections import Exchange, Line, Lore, Parts, trusted
from pet.prompt.stages import sample_parts
from tests.prompt.reading import whole
from tests.prompt.samples import NONCE, all_parts, small_budgets


@settings(max_examples=100)
@given(all_parts(), small_budgets())
def test_what_was_offered_was_kept_or_is_accounted_for(parts, budget):
    report = whole(parts, budget).report
    accounted_for(report)
    used, out = report.memos_used, report.memos_left
    assert len(used) + len(out) >= len({line.id for line in parts.lines if line.source == "memo"})
    with suppress(BudgetExceeded):
        accounted_for(assemble(parts, budget, nonce=NONCE).report)


def accounted_for(report):
    for section in report.sections:
        left = section.left
        assert section.offered_bytes == section.kept_bytes + sum(lost.bytes for lost in left)
        assert section.offered_items == section.kept_items + sum(lost.items for lost in left)


def test_a_report_comes_back_from_its_json_and_holds_no_text():
    report = assemble(sample_parts(), Budget(prompt_bytes=2_000), nonce=NONCE).report
    stored = json.dumps(report.to_dict())
    assert Report.from_dict(json.loads(stored)) == report
    assert "Somi" not in stored
    assert NONCE not in stored
    with pytest.raises((KeyError, TypeError)):
        Report.from_dict({"sections": []})


def test_the_numbers_of_a_prompt_that_had_to_drop():
    full = whole(sample_parts(), Budget())
    report = assemble(sample_parts(), Budget(prompt_bytes=full.size - 1), nonce=NONCE).report
    assert [section.name for section in report.sections] == list(SECTIONS)
    assert report.turns_dropped == 1
    assert report.oldest_turn == 2
    assert not report.persona_cut
    assert report.memos_used == (1,)
    assert report.messages == 6
    assert report.predicted_tokens == -(-report.size * 2 // 5)  # at 2.5 bytes each, rounded up


def test_every_section_is_told_in_items_and_bytes():
    parts = Parts(
        persona_name="Somi",
        persona="Small.",
        examples=("one", "three"),
        lines=(Line("memo", 1, "tea"), Line("memo", 2, "rain"), Line("profile", 1, "late")),
        summary="They met.",
        turns=(Exchange(1, "hello", "hi"), Exchange(2, "and", "so")),
        fresh=(Line("memo", 3, "peanuts"),),
        lore=(Lore(0, 0, "A tower."), Lore(1, 0, "A sea.")),
        today="Monday.",
        remark="(Korean.)",
        user_text="가?",
        tools='[{"name":"x"}]',
    )
    prompt = whole(parts, Budget())
    told = {
        section.name: (section.kept_items, section.kept_bytes) for section in prompt.report.sections
    }
    frame = prompt.size - sum(size for name, (_, size) in told.items() if name != "frame")
    assert told == {
        "trusted": (1, len(trusted(NONCE, tools=True))),
        "tools": (1, len(parts.tools)),
        "persona": (1, len("Name: Somi\nSmall.")),
        "examples": (2, len("one" + "three")),
        "preferences": (3, len("tea\nrain" + "late" + "peanuts")),
        "summary": (1, len(parts.summary)),
        "turns": (2, len("hello" + "hi" + "and" + "so")),
        "lore": (2, len("A tower." + "A sea.")),
        "today": (2, len("Monday." + "(Korean.)")),
        "user_text": (1, 4),
        "frame": (1, frame),
    }
    assert frame > prompt.report.messages * 32 == 6 * 32
    bare = whole(Parts(), Budget())
    empty = {section.name for section in bare.report.sections if not section.kept_items}
    assert empty == set(SECTIONS) - {"trusted", "frame"}
    assert not [
        section
        for section in bare.report.sections
        if section.left or section.removed or section.replaced
    ]


def test_hidden_characters_and_replaced_signs_are_counted_by_section():
    parts = Parts(persona="a\u2060b\u200bc <|x|>", user_text="<")
    report = whole(parts, Budget()).report
    assert report.section("persona").removed == 2
    assert report.section("persona").replaced == 2
    assert report.section("user_text").replaced == 1
    parts = Parts(examples=("a\u2060<", "b\u2060\u2060<<"), remark="<", today="<", user_text="x")
    report = whole(parts, Budget()).report
    assert (report.section("examples").removed, report.section("examples").replaced) == (3, 3)
    assert report.section("today").replaced == 2


def test_what_a_cap_leaves_nothing_of_is_told_as_items():
    parts = Parts(persona="가", examples=("가", "나다"), user_text="x")
    report = whole(parts, Budget(persona_bytes=2, example_bytes=2)).report
    assert report.section("persona").left == (Left("entry_cut", 1, 3),)
    assert report.section("examples").left == (Left("item_cap", 2, 9),)
    report = whole(parts, Budget(persona_bytes=2, example_bytes=3)).report
    assert report.section("examples").left == (Left("item_cap", 0, 3),)
    assert report.section("examples").kept_items == 2


def test_a_section_costs_its_share_of_the_tokens():
    report = whole(sample_parts(), Budget()).report
    persona = report.section("persona").kept_bytes
    assert report.tokens == report.predicted_tokens
    assert report.tokens_of("persona") == pytest.approx(persona / 2.5, abs=1)
    counted = replace(report, counted_tokens=report.size)  # a byte each
    assert counted.tokens_of("persona") == persona
    assert sum(counted.tokens_of(section.name) for section in report.sections) == report.size
    assert replace(report, size=0).tokens_of("persona") == 0


def test_a_persona_that_lacks_one_byte_is_cut():
    parts = Parts(persona="abc", user_text="x")
    assert not whole(parts, Budget(persona_bytes=3)).report.persona_cut
    assert whole(parts, Budget(persona_bytes=2)).report.persona_cut


def test_what_lost_nothing_lost_zero():
    assert whole(sample_parts(), Budget()).report.dropped("persona") == Left("budget", 0, 0)


def test_no_turn_kept_means_no_oldest_turn():
    assert whole(Parts(user_text="x"), Budget()).report.oldest_turn is None


def test_a_difference_tells_what_came_and_what_went():
    before = whole(sample_parts(), Budget()).report
    parts = replace(
        sample_parts(),
        turns=(*sample_parts().turns, Exchange(4, "abcd", "efgh")),
        lines=(Line("memo", 2, "Likes tea."),),
        summary="",
    )
    change = diff(before, whole(parts, Budget()).report)
    by_name = {section.name: (section.items, section.bytes) for section in change.sections}
    assert by_name["turns"] == (1, 8)
    assert by_name["summary"] == (-1, -192)
    assert "persona" not in by_name
    assert change.size == whole(parts, Budget()).size - before.size
    assert (change.memos_new, change.memos_gone) == ((2,), (1,))
    assert (change.profile_new, change.profile_gone) == ((), (1,))
    assert diff(before, before).sections == ()
    longer = replace(sample_parts(), summary=sample_parts().summary + "..")
    after = whole(longer, Budget()).report
    assert diff(before, after).sections == (SectionDiff("summary", 0, 2),)
    assert diff(replace(before, predicted_tokens=900), after).predicted_tokens == (
        after.predicted_tokens - 900
    )
