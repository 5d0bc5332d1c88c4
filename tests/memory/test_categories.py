"""Special categories of personal data, told apart from trades, subjects and titles."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.memory.categories import special
from tests.memory import sentences

NAMES = {"health", "religion", "politics", "sexuality", "union", "ethnicity", "crime"}


@pytest.mark.parametrize("name", ["categories", "categories_held_out"])
def test_confessions_are_seen_and_other_sentences_pass(name):
    rows = sentences.read(name)
    score = sentences.score(
        (row["text"], bool(row["special"]), bool(special(row["text"]))) for row in rows
    )
    assert score.recall >= 0.95, score
    assert score.false_alarm_rate <= 0.05, score
    wrong = [row for row in rows if not set(row["special"]) <= special(row["text"])]
    assert len(wrong) <= 0.05 * len(rows), wrong


def test_every_category_is_in_the_sets():
    rows = [row for name in ("categories", "categories_held_out") for row in sentences.read(name)]
    assert {kind for row in rows for kind in row["special"]} == NAMES


def test_one_sentence_can_touch_several():
    assert special("나는 불교 신자이고 당뇨가 있어") == {"religion", "health"}


@given(st.text(max_size=200))
def test_any_text_has_an_answer(text):
    assert special(text) <= NAMES


@pytest.mark.parametrize(
    "piece", ["가", "a ", "암", "i'm ", "교회 ", "vote ", "half-", "of ", "수술 "]
)
def test_long_texts_are_quick(piece):
    began = time.perf_counter()
    special((piece * 10_000)[:10_000])
    assert time.perf_counter() - began < 2
