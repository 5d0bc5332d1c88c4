"""Snippets: the piece of a text that was looked for."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.memory.snippets import snippet

LONG = (
    "어제는 정말 긴 하루였어. " * 10
    + "금요일에 다크 모드를 배포한대. We went hiking! "
    + "끝. " * 60
)


def marked(found):
    return [found.text[low:high] for low, high in found.marks]


@pytest.mark.parametrize(
    ("text", "words", "marks"),
    [
        ("금요일에 배포가 있어", "배포는", ["배포"]),
        ("다크 모드가 좋아", "다크모드", ["다크 모드"]),
        ("다크모드가 좋아", "다크 모드", ["다크", "모드"]),
        ("I was Hiking in C++", "hike c++", ["Hiking", "C++"]),
        ("Notion에 적었어", "notion", ["Notion"]),
        ("아무것도 없어", "펭귄", []),
        (LONG, "배포", ["배포"]),
    ],
)
def test_the_words_are_marked(text, words, marks):
    assert marked(snippet(text, words)) == marks


def test_marks_are_places_in_the_text_as_it_was_written():
    text = unicodedata.normalize("NFD", "어제 배포를 했어")
    assert marked(snippet(text, "배포")) == [unicodedata.normalize("NFD", "배포")]


def test_a_long_text_is_shown_around_the_first_word():
    found = snippet(LONG, "hike", 60)
    assert found.text.startswith("…")
    assert found.text.endswith("…")
    assert marked(found) == ["hiking"]
    assert len(found.text) <= 60


def test_without_the_words_it_is_the_beginning():
    assert snippet(LONG, "펭귄", 40).text.startswith("어제는 정말")


def test_a_family_is_not_cut_in_two():
    family = "👩‍👩‍👧‍👦"
    found = snippet(family * 40, "펭귄", 50).text.rstrip("…")
    assert found == family * (len(found) // len(family))


@given(st.text(max_size=300), st.text(max_size=20), st.integers(20, 150))
def test_a_snippet_is_one_line_short_and_marked_inside(text, words, scalars):
    found = snippet(text, words, scalars)
    assert len(found.text) <= scalars or len(text) <= scalars
    assert "\n" not in found.text
    place = 0
    for low, high in found.marks:
        assert place <= low < high <= len(found.text)
        place = high
