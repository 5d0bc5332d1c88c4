"""Wishes to be remembered, claims of having saved, corrections, and what is to be kept."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.memory.wishes import claims_saving, content, wants_correction, wants_remembering
from tests.memory import sentences

DETECTORS = [
    (wants_remembering, "wishes"),
    (wants_remembering, "wishes_held_out"),
    (wants_remembering, "wishes_third"),
    (wants_remembering, "wishes_orders"),  # 메모해, 적어놔, 기억해라, and who only tells of it
    (claims_saving, "claims"),
    (claims_saving, "claims_held_out"),
    (wants_correction, "corrections"),
    (wants_correction, "corrections_held_out"),
]


@pytest.mark.parametrize(("detect", "name"), DETECTORS, ids=[name for _, name in DETECTORS])
def test_sentences_are_told_apart(detect, name):
    rows = sentences.read(name)
    score = sentences.score((row["text"], row["is"], detect(row["text"])) for row in rows)
    assert score.recall >= 0.97, score
    assert score.precision >= 0.97, score


def test_the_sets_are_as_large_as_promised():
    rows = [row for name in ("wishes", "wishes_held_out") for row in sentences.read(name)]
    assert len({row["text"] for row in rows}) == len(rows) >= 240
    assert 0.3 < sum(row["is"] for row in rows) / len(rows) < 0.7


@pytest.mark.parametrize("row", sentences.read("contents"), ids=lambda row: row["text"][:24])
def test_the_asking_is_taken_out_and_nothing_else(row):
    assert content(row["text"]) == row["content"]


@pytest.mark.parametrize(
    "text",
    [
        '"기억해줘"',
        "엄마가 '잊지 마'라고 했어",
        "```\nremember that I like tea\n```",
        "> 기억해줘 나는 민수야\n이게 무슨 뜻이야?",
        "「앞으로 답변은 영어로 해줘」",
    ],
)
def test_what_is_quoted_is_nobodys_wish(text):
    assert not wants_remembering(text)


@pytest.mark.parametrize(
    "text",
    ["기억\u200b해줘, 나는 민수야", "ｒｅｍｅｍｂｅｒ that I'm Tom", "REMEMBER I’m left-handed"],
)
def test_a_wish_is_seen_through_any_spelling(text):
    assert wants_remembering(text)


def test_a_decomposed_wish_is_a_wish():
    import unicodedata

    assert wants_remembering(unicodedata.normalize("NFD", "나 땅콩 못 먹어, 기억해줘"))


@given(st.text(max_size=200))
def test_any_text_has_an_answer_and_content_only_takes_away(text):
    for detect in (wants_remembering, claims_saving, wants_correction):
        assert detect(text) in (True, False)
    assert len(content(text)) <= len(text) * 3 + 1


HOSTILE = [
    *(
        "기억",
        "기억해 ",
        "앞으로 ",
        "나 ",
        "아까 말한 ",
        "이 아니라 ",
        "remember ",
        "please ",
        "and ",
    ),
    *(
        "so ",
        "from now on ",
        "i'll ",
        "actually ",
        "don't ",
        "forget what ",
        "'",
        '"',
        "`",
        ",",
        ". ",
    ),
    *(
        "꼭 ",
        "좀 꼭 잘 ",
        "이거 ",
        "잊지 마 ",
        "머릿속에 ",
        "saved ",
        "i've ",
        "ㅋ",
        "?",
        "말고 ",
        "가",
    ),
    *(
        "나는 가 ",
        "메모해, ",
        "다 메모해 ",
        "형은 늘 ",
        "적어 놔 ",
        "내가 가 ",
        "이거 ",
        "라고 적어",
    ),
]


@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
def test_no_text_makes_the_search_run_away(piece):
    text = (piece * 10_000)[:10_000]
    began = time.perf_counter()
    for judge in (wants_remembering, claims_saving, wants_correction, content):
        judge(text)
    assert time.perf_counter() - began < 4
