"""Cutting to bytes without splitting a letter."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from pet.prompt.cut import MARK, cut, cut_marked
from pet.prompt.normalise import normalise
from tests.prompt.samples import texts


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("가나다", 9, "가나다"),
        ("가나다", 8, "가나"),
        ("가나다", 6, "가나"),
        ("가나다", 5, "가"),
        ("가나다", 2, ""),
        ("가나다", 0, ""),
        ("가나다", -5, ""),
        ("", 0, ""),
        ("abc", 2, "ab"),
        ("a👨‍👩‍👧‍👦", 25, "a"),
        ("a👨‍👩‍👧‍👦b", 26, "a👨‍👩‍👧‍👦"),
        ("🇰🇷🇯🇵", 12, "🇰🇷"),
        ("\u1112\u1161\u11ab가", 9, "\u1112\u1161\u11ab"),
        ("\u1112\u1161\u11ab가", 8, ""),
        ("ke\u0301", 2, "k"),
        ("1️⃣2", 6, ""),
        ("a\u0600b", 3, "a"),  # an Arabic number sign belongs to what follows
        ("a\r\nb", 2, "a"),
        ("क्षि", 9, ""),  # one syllable of Devanagari
    ],
)
def test_the_longest_part_from_the_front_that_fits(text, size, expected):
    assert cut(text, size) == expected


@given(texts(), st.integers(-1, 60))
def test_a_cut_is_the_last_grapheme_boundary_that_fits(text, size):
    text = normalise(text)
    boundaries = [0, *(cluster.end() for cluster in regex.finditer(r"\X", text))]
    longest = max(
        (text[:end] for end in boundaries if len(text[:end].encode()) <= size), key=len, default=""
    )
    assert cut(text, size) == longest


@given(texts(), st.integers(0, 60), st.integers(0, 20))
def test_more_room_never_keeps_less(text, size, more):
    text = normalise(text)
    assert cut(text, size + more).startswith(cut(text, size))


def test_one_letter_of_a_megabyte_is_cut_in_no_time():
    """Quadratic time would run into the test's timeout."""
    assert cut("a" + "\u0301" * 500_000 + "b", 700_000) == ""
    assert cut("👨\u200d" * 150_000, 900_000) == ""
    assert cut("x" + "\u0301" * 500_000 + "b", 1_000_001) == "x" + "\u0301" * 500_000


def test_a_mark_shows_where_an_old_message_was_cut():
    assert cut_marked(b"abcdefghijkl", 12) == b"abcdefghijkl"
    assert cut_marked(b"abcdefghijkl", 11) == b"abcde" + MARK
    assert cut_marked("가나다라".encode(), 11) == "가".encode() + MARK
    assert cut_marked(b"abcdefghijkl", len(MARK)) == MARK
    assert cut_marked(b"abcdefghijkl", len(MARK) - 1) == b""
