"""Two short notes: the same, against each other, or neither."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.memory import likeness
from pet.memory.likeness import read

SAME = [
    ("등산을 즐긴다", "등산을 좋아해요"),
    ("커피를 마심", "커피를 마신다"),
    ("매일 아침 6시에 일어남", "매일 아침 6시에 일어난다"),
    ("Likes hiking", "likes  HIKING"),
    ("Plays the ukulele", "play ukulele"),
]
AGAINST = [
    ("커피를 안 마셔", "커피를 자주 마심"),
    ("매일 아침 6시에 일어남", "매일 아침 7시에 일어난다"),
    ("앞으로 답변은 영어로 해줘", "한국어로 대답하는 것을 좋아함"),
    ("존댓말로 해줘", "반말로 대화하는 것을 선호"),
    ("답변은 짧게 해 줘", "자세한 설명을 좋아하고 길게 대답하길 바람"),
    ("서울에 산다", "부산에 살아"),
    ("마케터로 일한다", "간호사로 일함"),
    ("고기를 싫어함", "고기를 좋아함"),
    ("나를 대장이라고 불러 줘", "선생이라고 부르는 것을 좋아함"),
    ("Doesn't drink coffee", "Drinks coffee every morning"),
    ("Works as a nurse", "Works as a designer"),
    ("Lives in Dublin", "lives in Lisbon"),
    ("Is a vegetarian", "Eats steak often"),
    ("Call me Captain", "Call me Boss"),
    ("Keep answers short", "Likes long and detailed answers"),
    ("Is 30 years old", "Is 31 years old"),
    ("Stopped hiking", "Goes hiking every weekend"),
    ("Stopped hiking because of the hills", "Goes hiking with friends every weekend"),
    ("이제 등산은 그만뒀고 산이 싫음", "주말마다 친구와 등산을 다님"),
]
NEITHER = [
    ("커피를 안 마셔", "커피 머신을 좋아함"),
    ("서울에 산다", "서울 마포에 살아"),
    ("고양이를 키움", "강아지를 좋아함"),
    ("5월 12일에 여행", "6월 1일에 이사"),
    ("파이썬을 씀", "러스트를 배움"),
    ("Has a cat", "Has two dogs"),
    ("Likes tea", "Drinks no alcohol"),
    ("Stopped smoking at home", "Plays the piano at home"),
    ("Works at night", "Plays the piano at home"),
    ("싫어하지 않음", "고기를 좋아함"),
]


@pytest.mark.parametrize(("one", "two"), SAME)
def test_notes_that_say_the_same(one, two):
    assert likeness.says_same(read(one), read(two))
    assert not likeness.contradicts(read(one), read(two))
    assert likeness.essence(read(one)) == likeness.essence(read(two))


@pytest.mark.parametrize(("one", "two"), AGAINST)
def test_notes_that_say_otherwise(one, two):
    assert likeness.contradicts(read(one), read(two))
    assert likeness.contradicts(read(two), read(one))
    assert not likeness.says_same(read(one), read(two))


@pytest.mark.parametrize(("one", "two"), NEITHER)
def test_where_it_is_not_plain_both_stay(one, two):
    assert not likeness.contradicts(read(one), read(two))
    assert not likeness.says_same(read(one), read(two))


def test_a_note_is_never_against_itself():
    for text in {text for pair in (*SAME, *AGAINST, *NEITHER) for text in pair}:
        assert likeness.says_same(read(text), read(text))
        assert not likeness.contradicts(read(text), read(text))


def test_what_is_compared_shares_a_handle():
    for one, two in (*SAME, *AGAINST):
        assert likeness.handles(read(one)) & likeness.handles(read(two)), (one, two)


@settings(max_examples=50)
@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_is_an_error_and_both_ways_agree(one, two):
    left, right = read(one), read(two)
    assert likeness.says_same(left, right) == likeness.says_same(right, left)
    assert likeness.contradicts(left, right) == likeness.contradicts(right, left)
    assert not likeness.contradicts(left, left)


def test_korean_endings_and_particles_make_no_difference():
    forms = ("커피를 마신다", "커피 마셔", "커피는 마심", "커피를 마셨어요")
    for one, two in itertools.combinations(forms, 2):
        assert read(one).stems == read(two).stems
