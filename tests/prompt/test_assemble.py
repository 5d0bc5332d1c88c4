"""The whole assembly: what falls, in which order, and what never changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.engines.base import Window
from pet.errors import BudgetExceeded, UserTextTooLarge
from pet.i18n import Texts
from pet.prompt.assemble import assemble, new_nonce
from pet.prompt.budget import Budget
from pet.prompt.cut import MARK
from pet.prompt.neutralise import neutralise
from pet.prompt.report import Left
from pet.prompt.sections import Exchange, Line, Lore, Parts, trusted
from pet.prompt.stages import sample_parts
from tests.prompt.reading import Kept, at, check_order, check_shape, kept, untrusted, whole
from tests.prompt.samples import CONTROL_TOKENS, NONCE, all_parts, small_budgets

RICH = replace(
    sample_parts(),
    persona_name="솜이",
    persona="동그랗고 따뜻한 아이예요. 👨‍👩‍👧‍👦 " * 8,
    summary="이사와 시험 이야기를 했어요. ❤️ " * 5,
    turns=(
        *sample_parts().turns,
        Exchange(
            4, "매운 거 먹을까?", "안 드시잖아요.", (Line("memo", 9, "매운 음식을 못 먹어요."),)
        ),
    ),
    fresh=(Line("memo", 10, "땅콩 알레르기가 있어요."),),
    lore=(Lore(4, 2, "부엌은 북쪽에 있어요."), Lore(1, 0, "창가에 <|im_end|> 레몬나무가 있어요.")),
    user_text="오늘 저녁 뭐 먹을까? <|im_end|>",
    tools='[{"type":"function"}]',
)
NOTHING_LEFT = Kept(0, 0, 0, 0, 0)


@pytest.mark.parametrize("parts", [sample_parts(), RICH], ids=["sample", "rich"])
def test_categories_are_removed_in_the_required_order(parts):
    budget = Budget()
    full = whole(parts, budget)
    said = full.messages[-1].content[full.messages[-1].content.index("<untrusted_user_text") :]
    before = full
    changes = [kept(full)]
    for size in range(full.size, -1, -1):
        prompt = at(parts, budget, size)
        if prompt is None:
            break
        check_shape(prompt, replace(budget, prompt_bytes=size), parts.tools)
        check_order(kept(prompt), kept(full))
        assert kept(prompt) <= kept(before)
        assert prompt.messages[0].content.startswith(
            trusted(NONCE, tools=bool(parts.tools)).decode()
        )
        assert prompt.messages[-1].content.endswith(said)
        check_newest_and_first_stay(prompt, full)
        if kept(prompt) != kept(before):
            changes.append(kept(prompt))
            assert before.size == size + 1  # nothing is dropped while it still fits
        before = prompt
    assert kept(before) == NOTHING_LEFT
    assert all(at(parts, budget, lower) is None for lower in range(size, max(0, size - 50), -1))
    check_every_step_was_seen(changes)


def check_newest_and_first_stay(prompt, full):
    """Turns go from the oldest, all else from the back; texts keep their front."""
    count = kept(prompt).turns
    assert prompt.messages[1:-1] == (full.messages[-1 - 2 * count : -1] if count else ())
    for used, offered in (
        (prompt.report.memos_used, full.report.memos_used),
        (prompt.report.profile_used, full.report.profile_used),
    ):
        assert set(used) <= set(offered)
    if prompt.report.profile_used:
        assert sorted(prompt.report.memos_used) == sorted(full.report.memos_used)


def check_every_step_was_seen(changes):
    """One item at a time; and the two texts in many small cuts."""
    full = changes[0]
    for name in ("turns", "examples", "preferences"):
        seen = sorted({getattr(change, name) for change in changes})
        assert seen == list(range(getattr(full, name) + 1))
    assert len({change.summary for change in changes}) > 20
    assert len({change.persona for change in changes}) > 20


def test_a_text_is_cut_to_the_longest_part_from_its_front_that_fits():
    parts = Parts(summary="가나다", user_text="x")
    full = whole(parts, Budget())
    prompt = at(parts, Budget(), full.size - 1)
    assert prompt.report.section("summary").kept_bytes == 6
    assert prompt.report.dropped("summary").bytes == 3
    assert "가나\n" in prompt.messages[0].content


def test_of_examples_and_preferences_the_last_goes_first():
    parts = Parts(examples=("first", "second"), user_text="x")
    system = at(parts, Budget(), whole(parts, Budget()).size - 1).messages[0].content
    assert "first" in system
    assert "second" not in system
    parts = Parts(lines=(Line("memo", 1, "a" * 500), Line("memo", 2, "b" * 500)), user_text="x")
    report = at(parts, Budget(), whole(parts, Budget()).size - 1).report
    assert (report.memos_used, report.memos_left) == ((1,), (2,))


def test_a_profile_line_goes_before_any_memo():
    parts = Parts(lines=(Line("profile", 1, "late"), Line("memo", 2, "tea")), user_text="x")
    report = at(parts, Budget(), whole(parts, Budget()).size - 1).report
    assert (report.memos_used, report.profile_left) == ((2,), (1,))
    report = whole(parts, Budget(context_items=1)).report
    assert (report.memos_used, report.profile_left) == ((2,), (1,))


def test_each_list_keeps_eight_the_newest_turns_and_the_first_of_the_others():
    parts = Parts(
        examples=tuple(f"example {number}" for number in range(10)),
        lines=tuple(Line("memo", number, f"{number} " * 250) for number in range(20)),
        turns=tuple(Exchange(number, f"u{number}", f"r{number}") for number in range(10)),
        user_text="x",
    )
    prompt = whole(parts, Budget())
    assert [message.content for message in prompt.messages[1:3]] == ["u2", "r2"]
    assert prompt.report.oldest_turn == 2
    assert "example 7" in prompt.messages[0].content
    assert "example 8" not in prompt.messages[0].content
    assert prompt.report.dropped("turns", "count_cap").items == 2
    assert prompt.report.dropped("examples", "count_cap").items == 2
    assert prompt.report.dropped("preferences", "count_cap").items == 12
    assert prompt.report.memos_used == tuple(range(8))
    assert prompt.report.memos_left == tuple(range(8, 20))


def test_memos_are_bundled_whole_and_stand_before_every_profile_line():
    lines = [Line("profile", 1, "p" * 300), Line("memo", 2, "a" * 400), Line("memo", 3, "b" * 399)]
    lines += [Line("memo", 4, "c" * 10), Line("profile", 5, "q" * 300)]
    prompt = whole(Parts(lines=tuple(lines), user_text="x"), Budget())
    assert prompt.report.section("preferences").kept_items == 3  # a and b are 800 with a line end
    system = prompt.messages[0].content
    places = [system.index(letter * 10) for letter in "abcpq"]
    assert places == sorted(places)


@pytest.mark.parametrize(("second", "bundles"), [(399, 1), (400, 2)])
def test_the_line_end_that_joins_two_memos_counts(second, bundles):
    lines = (Line("memo", 1, "a" * 400), Line("memo", 2, "b" * second))
    report = whole(Parts(lines=lines, user_text="x"), Budget()).report
    assert report.section("preferences").kept_items == bundles


def test_a_memo_of_nothing_visible_is_left_out():
    lines = (Line("memo", 1, "\u200b\u2060"), Line("memo", 2, "tea"))
    prompt = whole(Parts(lines=lines, user_text="x"), Budget())
    assert (prompt.report.memos_used, prompt.report.memos_left) == ((2,), (1,))
    assert "keep:\ntea\n" in prompt.messages[0].content


def test_thirty_memos_of_seventy_bytes_are_three_bundles():
    lines = tuple(Line("memo", number, "m" * 70) for number in range(30))
    prompt = whole(Parts(lines=lines, user_text="x"), Budget())
    assert prompt.report.section("preferences").kept_items == 3


def test_texts_are_cut_to_their_caps_on_entry_and_old_turns_show_it():
    parts = Parts(
        persona="가" * 6_000,
        summary="s" * 5_000,
        examples=("e" * 3_000,),
        lines=(Line("memo", 1, "m" * 900),),
        turns=(Exchange(1, "u" * 5_000, "r"),),
        user_text="x",
    )
    prompt = whole(parts, Budget())
    report = prompt.report
    assert report.section("persona").kept_bytes == 16 * 1024 // 3 * 3
    assert report.dropped("persona", "entry_cut").bytes == 18_000 - 16 * 1024 // 3 * 3
    assert report.persona_cut
    assert report.section("summary").kept_bytes == 4 * 1024
    assert report.section("examples").kept_bytes == 2 * 1024
    assert report.section("preferences").kept_bytes == 800
    assert prompt.messages[1].content.encode() == b"u" * (4 * 1024 - len(MARK)) + MARK
    for name, lost in (("examples", 3_000 - 2_048), ("preferences", 100), ("turns", 5_000 - 4_096)):
        assert report.section(name).left == (Left("item_cap", 0, lost),)
    assert report.section("summary").left == (Left("entry_cut", 0, 5_000 - 4_096),)


def test_the_users_text_is_refused_before_anything_else_with_both_numbers():
    with pytest.raises(UserTextTooLarge) as refused:
        assemble(Parts(user_text="x" * 1_001), Budget(prompt_bytes=0), nonce=NONCE)
    assert refused.value.facts == {"limit": 1_000, "size": 1_001, "unit": "scalars"}
    with pytest.raises(UserTextTooLarge) as refused:
        assemble(Parts(user_text="가" * 10), Budget(user_bytes=29), nonce=NONCE)
    assert refused.value.facts == {"limit": 29, "size": 30, "unit": "bytes"}
    assert assemble(Parts(user_text="가" * 1_000), Budget(), nonce=NONCE)


def test_with_nothing_left_to_drop_the_sizes_of_all_parts_are_told():
    with pytest.raises(BudgetExceeded) as refused:
        assemble(RICH, Budget(prompt_bytes=500), nonce=NONCE)
    facts = refused.value.facts
    assert facts["budget"] == 500
    assert facts["needed"] > 500
    assert facts["trusted"] == len(trusted(NONCE, tools=True))
    assert facts["tools"] == len(RICH.tools)
    for name in ("persona", "examples", "preferences", "summary", "turns", "user_text"):
        assert facts[name] == whole(RICH, Budget()).report.section(name).kept_bytes
    for language in ("en", "ko"):
        sentence = Texts(language)(f"error.{refused.value.key}", **facts)
        assert f"{facts['needed']:,}" in sentence
        assert "500" in sentence


@settings(max_examples=250)
@given(all_parts(), small_budgets())
def test_whatever_comes_in_a_prompt_fits_and_is_sound(parts, budget):
    full = whole(parts, budget)
    prompt = at(parts, budget, budget.prompt_bytes)
    if prompt is None:
        assert full.size > budget.prompt_bytes
        return
    check_shape(prompt, budget, parts.tools)
    check_order(kept(prompt), kept(full))
    check_newest_and_first_stay(prompt, full)
    said = f"<untrusted_user_text {NONCE}>\n{neutralise(parts.user_text).text}\n"
    assert said in prompt.messages[-1].content
    for body in untrusted(prompt):
        assert "<" not in body
        assert not any(token in body for token in CONTROL_TOKENS)
        assert neutralise(body).text == body
    assert assemble(parts, budget, nonce=NONCE) == prompt


@settings(max_examples=150)
@given(all_parts(), small_budgets(), st.integers(1, 200))
def test_a_smaller_budget_never_keeps_more(parts, budget, less):
    larger = at(parts, budget, budget.prompt_bytes)
    smaller = at(parts, budget, budget.prompt_bytes - less)
    if larger is None:
        assert smaller is None
    if larger and smaller:
        assert kept(smaller) <= kept(larger)
        assert smaller.size <= larger.size
        assert set(smaller.report.memos_used) <= set(larger.report.memos_used)


@settings(max_examples=100)
@given(all_parts(), small_budgets(), st.text(max_size=30), st.text(max_size=30))
def test_an_older_turn_more_never_costs_a_newer_one(parts, budget, user, reply):
    longer = replace(parts, turns=(Exchange(99, user, reply), *parts.turns))
    plain = at(parts, budget, budget.prompt_bytes)
    with_older = at(longer, budget, budget.prompt_bytes)
    assert (plain is None) == (with_older is None)
    if plain:
        newest = plain.messages[1:-1]
        assert with_older.messages[1:-1][-len(newest) :] == newest or not newest


def grown(parts: Parts, times: int) -> Parts:
    """*parts* with texts so long that the real caps are reached."""
    return replace(
        parts,
        persona=parts.persona * times,
        summary=parts.summary * times,
        examples=tuple(example * times for example in parts.examples) * 3,
        turns=tuple(Exchange(t.turn, t.user * times, t.reply * times) for t in parts.turns),
    )


@settings(max_examples=60)
@given(all_parts(), st.integers(1, 120), st.integers(256, 20_000), st.floats(1, 8))
def test_whatever_comes_in_fits_the_window_of_a_model(parts, times, tokens, ratio):
    """With the caps as they are, and windows as models have them."""
    parts = grown(parts, times)
    budget = Budget.for_window(Window(tokens), ratio)
    prompt = at(parts, budget, budget.prompt_bytes)
    if prompt is None:
        return
    full = whole(parts, budget)
    check_shape(prompt, budget, parts.tools)
    check_order(kept(prompt), kept(full))
    check_newest_and_first_stay(prompt, full)
    assert prompt.size <= max(0, tokens - 512 - 256) * ratio
    assert prompt.messages[0].content.startswith(trusted(NONCE, tools=bool(parts.tools)).decode())
    assert f"\n{neutralise(parts.user_text).text}\n" in prompt.messages[-1].content
    assert prompt.report.oldest_turn in {None, *(turn.turn for turn in parts.turns)}
    smaller = at(parts, budget, prompt.size - 1)
    assert smaller is None or kept(smaller) <= kept(prompt) != kept(smaller)


def test_a_nonce_is_random_and_not_in_the_data():
    assert new_nonce(()) != new_nonce(())
    assert len(new_nonce(["text"])) == 16


def test_the_caps_are_those_that_were_promised():
    usual = Budget()
    assert (usual.prompt_bytes, usual.persona_bytes, usual.summary_bytes) == (32_768, 16_384, 4_096)
    assert (usual.turn_bytes, usual.example_bytes, usual.preference_bytes) == (4_096, 2_048, 800)
    assert (usual.user_bytes, usual.user_scalars, usual.context_items) == (4_096, 1_000, 8)
    assert (usual.message_bytes, usual.bytes_per_token, usual.lore_bytes) == (32, 2.5, 1_024)


def test_the_window_of_the_model_bounds_the_budget():
    assert Budget.for_window(Window(8192), 2.5).prompt_bytes == int((8192 - 512 - 256) * 2.5)
    assert Budget.for_window(Window(32_768), 4.0) == Budget(bytes_per_token=4.0)
    assert Budget.for_window(Window(512), 2.5).prompt_bytes == 0
    assert Budget().smaller(100).smaller(200).prompt_bytes == 100
