"""Names of people and organisations, told apart from roles and trades."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.memory.names import named
from tests.memory import sentences


@pytest.mark.parametrize("name", ["names", "names_held_out"])
def test_lines_with_names_are_told_from_lines_with_roles(name):
    rows = sentences.read(name)
    score = sentences.score((row["text"], row["is"], bool(named(row["text"]))) for row in rows)
    assert score.recall >= 0.95, score
    assert score.false_alarm_rate <= 0.05, score


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("상사는 김민수 씨다", "person", "김민수 씨"),
        ("박 대리님과 일해", "person", "박 대리님"),
        ("Reports to Mr. Tanaka", "person", "Mr. Tanaka"),
        ("(주)솜솜에서 마케팅을 해", "organisation", "(주)솜솜에서"),
        ("Works at Acme Inc.", "organisation", "Acme Inc."),
        ("한빛초등학교 교사", "organisation", "한빛초등학교"),
    ],
)
def test_the_place_of_a_name_is_told(text, kind, name):
    (found,) = named(text)
    assert (found.kind, text[found.start : found.end]) == (kind, name)


@given(st.text(max_size=200))
def test_names_are_in_order_apart_and_inside_the_text(text):
    place = 0
    for found in named(text):
        assert place <= found.start < found.end <= len(text)
        place = found.end


PIECES = [
    "가",
    "김",
    "김민",
    "A",
    "Aa ",
    "works at ",
    "친구 ",
    "이름은 ",
    "Mr ",
    "(주)",
    "대학교",
    "a ",
]


@pytest.mark.parametrize("piece", PIECES)
def test_long_texts_are_quick(piece):
    began = time.perf_counter()
    named((piece * 10_000)[:10_000])
    assert time.perf_counter() - began < 2
