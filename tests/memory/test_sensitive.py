"""Sensitive values: what is found, what is left alone, and how long a hostile text takes."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.memory.scan import scan
from pet.memory.sensitive import BLANK, find, without_values
from tests.memory import sentences

SETS = ("sensitive", "sensitive_held_out", "sensitive_phrases")


def unmarked(text):
    """The sentence and the values that stand between ⟦ and ⟧ in it."""
    return re.sub("[⟦⟧]", "", text), re.findall("⟦(.*?)⟧", text, re.DOTALL)


def is_blanked(text, values):
    left = scan(without_values(text, automatic=True)).text
    return bool(find(text)) and not any(scan(value).text in left for value in values)


@pytest.mark.parametrize("name", SETS)
def test_values_are_found_and_harmless_sentences_pass(name):
    judged = []
    for row in sentences.read(name):
        text, values = unmarked(row["text"])
        found = is_blanked(text, values) if values else bool(find(text))
        judged.append((text, bool(row["kind"]), found))
    score = sentences.score(judged)
    assert score.recall >= 0.98, score
    assert score.false_alarm_rate <= 0.02, score


def test_sentences_that_nobody_looked_at_before_are_told_apart_as_well():
    rows = sentences.read("sensitive_third")
    score = sentences.score((row["text"], row["is"], bool(find(row["text"]))) for row in rows)
    assert score.recall >= 0.98, score
    assert score.false_alarm_rate <= 0.02, score


@pytest.mark.parametrize("name", SETS)
def test_a_value_is_called_what_it_is(name):
    for row in sentences.read(name):
        text, _ = unmarked(row["text"])
        if row["kind"]:
            assert row["kind"] in {finding.kind for finding in find(text)}, text


def test_the_sets_are_as_large_as_promised():
    rows = [row for name in SETS for row in sentences.read(name)]
    assert sum(bool(row["kind"]) for row in rows) >= 200
    assert sum(not row["kind"] for row in rows) >= 200
    assert len({row["text"] for row in rows}) == len(rows)


@pytest.mark.parametrize("name", SETS)
def test_a_blanked_sentence_has_nothing_left_to_refuse(name):
    for row in sentences.read(name):
        text, _ = unmarked(row["text"])
        left = [one for one in find(without_values(text)) if not one.automatic_only]
        assert left == [], text


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("９００１０１－１２３４５６７", ["resident_number"]),
        ("9\u200b00101-1234567", ["resident_number"]),
        ("주민번호 뒷자리는 1234567", ["resident_number"]),
        ("우편번호 뒷자리 1234567", []),
        ("900230-1234567", []),  # there is no 30 February
        ("주문번호 240315-1234567", []),
        ("4111 1111 1111 1111", ["card"]),
        ("4111 1111 1111 1112", []),  # the check digit is wrong
        ("GB82 WEST 1234 5698 7654 32", ["account"]),
        ("GB82 WEST 1234 5698 7654 33", []),  # so is the check of this IBAN
        ("risk-based", []),
        ("비밀번호 같은 것은 저장하지 마", []),
        ("No Firebase API key in the build", []),
        ("나 오늘 비번이야", []),  # a day off
        ("비번 1111에서 2222로 바꿨어", ["password", "password"]),
        ("a@b.co 010-1234-5678", ["email", "phone"]),
        ("", []),
    ],
)
def test_what_must_and_must_not_be_found(text, kinds):
    assert [finding.kind for finding in find(text)] == kinds


def test_only_the_value_is_blanked():
    assert without_values("내 비번은 hunter2야, 기억해줘") == f"내 비번은 {BLANK}야, 기억해줘"
    assert without_values("엄마 010-1234-5678 아빠 02-123-4567") == f"엄마 {BLANK} 아빠 {BLANK}"
    assert without_values("사과를 좋아해") == "사과를 좋아해"


def test_a_place_is_counted_in_the_text_that_was_given():
    text = "👍 9\u200b00101-1234567 ok"
    (finding,) = find(text)
    assert text[finding.start : finding.end] == "9\u200b00101-1234567"


def test_an_address_for_mail_is_only_for_the_automatic_paths_to_drop():
    text = "내 메일은 a.b@example.com 이야"
    (finding,) = find(text)
    assert finding.automatic_only
    assert without_values(text) == text
    assert without_values(text, automatic=True) == f"내 메일은 {BLANK} 이야"


def test_a_finding_does_not_carry_the_value():
    assert "hunter2" not in repr(find("my password is hunter2"))


PIECES = st.sampled_from(
    [
        *"0123456789",
        *"공일이삼사- .\u200b①９",
        *(" 비번은 ", "password is ", "hunter2", "010", "신한 ", "sk-", "a@b.co", "야", "가"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=40).map("".join))
def test_findings_are_in_order_apart_and_inside_the_text(text):
    place = 0
    for finding in find(text):
        assert place <= finding.start < finding.end <= len(text)
        place = finding.end


HOSTILE = [
    *("1", "1 ", "1-", "010", "+82 ", "(", "a", "a@", "a.", "비번 ", "password ", "비번 '", "!"),
    *("password is ", "password for ", "공일", "one two ", "DE89 ", "sk-", "a://", "신한 ", "가"),
    *("-----BEGIN PRIVATE KEY-----", "eyJhbGciOiJ.", "가\u0301", "\u200b", "seed ", "WIFI:S:"),
    *("a1", "비밀번호는 abc1 ", "abc1 이 ", "token is ", "call me at ", "면허 ", "1가", "_", "\n"),
    *("otpauth://", "api key is ", "code for the ", "\u1100\u1161", '"', "x" * 5000 + "://"),
]


@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
def test_no_text_makes_the_search_run_away(piece):
    text = (piece * 10_000)[:10_000]
    began = time.perf_counter()
    find(text)
    # A quadratic pattern takes seconds for such a text; 0.2 s is usual for the slowest here.
    assert time.perf_counter() - began < 2
