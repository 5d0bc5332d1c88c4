"""Where something was said, and whether in earnest, of oneself."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.jobs import evidence


def doubt(quote, message):
    place = evidence.place_of(quote, evidence.plain(message))
    assert place is not None
    return place.doubt


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("나는 간호사야", "나는 간호사야"),
        ("나 간호사인데", "나 간호사인데 야식 뭐가 좋아?"),
        ("I'm a nurse", "I'm a nurse, what should I eat?"),
        ("나는 교사야", "내 동생은 의사고 나는 교사야"),
        ("등산을 좋아해", "나는 등산을 좋아해 ㅋㅋ"),
        ("I get up at 6.30", "I get up at 6.30 every day. And you?"),
        ("고양이 두 마리 키워", "고양이 두 마리 키워!"),
        ("나는 친구가 많아", "나는 친구가 많아"),
        ("존댓말로 말해 주면 좋겠어", "나한테는 존댓말로 말해 주면 좋겠어"),
        ("my sister and I run a bakery", "my sister and I run a bakery"),
    ],
)
def test_what_the_user_states_of_themselves_is_evidence(quote, message):
    assert doubt(quote, message) is None


@pytest.mark.parametrize(
    ("quote", "message", "expected"),
    [
        ("야식 뭐가 좋아", "나 간호사인데 야식 뭐가 좋아?", "question"),
        ("내가 간호사 같아", "내가 간호사 같아?", "question"),
        ("나 간호사 할 수 있을까", "나 간호사 할 수 있을까", "question"),
        ("Should I become a nurse", "Should I become a nurse", "question"),
        ("섬을 살 거야", "만약 내가 로또에 당첨되면 섬을 살 거야", "supposed"),
        ("감기인 것 같아", "나 감기인 것 같아", "supposed"),
        ("I would buy an island", "if I won the lottery I would buy an island", "supposed"),
        ("다시 배워 볼까 생각 중", "피아노를 다시 배워 볼까 생각 중이야", "supposed"),
        ("maybe I should learn Rust", "maybe I should learn Rust", "supposed"),
        ("나는 우주 해적이야", "나는 우주 해적이야 ㅋㅋㅋㅋㅋ", "joke"),
        ("나는 왕이야", "농담인데 나는 왕이야", "joke"),
        ("I'm a space pirate", "I'm a space pirate, just kidding", "joke"),
        ("나는 고양이야", "역할극 하자. 나는 고양이야", "joke"),
        ("변호사야", "우리 누나는 변호사야", "somebody_else"),
        ("my sister is a lawyer", "my sister is a lawyer", "somebody_else"),
        ("He loves hiking", "He loves hiking and I watch", "somebody_else"),
        ("너는 귀여워 보여", "너는 귀여워 보여", "somebody_else"),
        ("Python is a great language", "Python is a great language", "somebody_else"),
        ("나는 파이썬이 싫어", '친구가 "나는 파이썬이 싫어"라고 하더라', "quoted"),
        ("I hate it", "He said “I hate it” to me", "quoted"),
        ("I am a pilot", "look:\n> I am a pilot\nwhat is that?", "quoted"),
        ("name = 'me'", "I wrote `name = 'me'` there", "quoted"),
        ("좋은 아침", "좋은 아침", "small_talk"),
        ("thanks a lot", "thanks a lot!", "small_talk"),
    ],
)
def test_what_is_not_said_in_earnest_of_oneself_is_doubted(quote, message, expected):
    if "a lot" in quote:
        message, quote = "thanks!", "thanks"
    assert doubt(quote, message) == expected


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("나는 의사야", "나는 간호사야"),
        ("", "나는 간호사야"),
        ("나", "나는 간호사야"),
        ("...", "I am here..."),
        ("I am Jane Doe", "I am here"),
    ],
)
def test_a_quote_that_is_not_there_word_for_word_has_no_place(quote, message):
    assert evidence.place_of(quote, evidence.plain(message)) is None


def test_white_space_case_marks_and_normal_forms_make_no_difference():
    message = evidence.plain("나는  백엔드개발을\n하고 있어. I Like TEA")
    for quote in ("“백엔드 개발을 하고 있어.”", unicodedata.normalize("NFD", "백엔드개발을 하고")):
        place = evidence.place_of(quote, message)
        assert place is not None
        assert message[place.start : place.stop].startswith("백엔드개발을")
    assert evidence.place_of("i like tea", message) is not None


@pytest.mark.parametrize(
    ("message", "telling"),
    [
        ("나 간호사야", True),
        ("나 간호사인데 뭐 먹지?", True),
        ("I'm a nurse, ok?", True),
        ("안녕!", False),
        ("오늘 날씨 어때?", False),
        ("고마워 ㅋㅋ", False),
        ("what's up?", False),
        ("```\nI am code\n```", False),
        ("", False),
    ],
)
def test_what_only_greets_or_asks_is_not_shown_to_a_model(message, telling):
    assert evidence.may_hold_something(message) is telling


@settings(max_examples=60)
@given(st.text(max_size=200), st.text(max_size=60))
def test_no_text_is_an_error_and_a_place_lies_inside_its_message(message, quote):
    plain = evidence.plain(message)
    evidence.may_hold_something(message)
    place = evidence.place_of(quote, plain)
    if place is not None:
        assert 0 <= place.start < place.stop <= len(plain)


def test_a_hostile_message_is_read_in_no_time():
    for message in ("a," * 20_000, "ㅋ" * 20_000, '"' * 20_000, "는데 " * 20_000, "`" * 20_000):
        evidence.may_hold_something(message[:4000])
        evidence.place_of("a a a", evidence.plain(message[:4000]))
