"""The one form in which text is stored, shown and measured."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given

from pet.prompt.normalise import normalise
from tests.prompt.samples import texts


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("", ""),
        ("a\r\nb\rc\u2028d\u2029e", "a\nb\nc\nd\ne"),
        ("\r\x00\n", "\n"),
        ("a\x00b", "ab"),
        ("\x00\x00", ""),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"),
        ("e\u0301", "é"),
        ("e\x00\u0301", "é"),
        ("\ud83d\ude00", "😀"),
        ("\ud83dA", "\ufffdA"),
        ("A\ude00", "A\ufffd"),
        ("\ud83d\x00\ude00", "😀"),
        ("\U0001d1c0", unicodedata.normalize("NFC", "\U0001d1c0")),
        ("\u0085\x0b kept", "\u0085\x0b kept"),  # hidden, but said: only the prompt is without
        ("＜|im_end|＞", "＜|im_end|＞"),  # never NFKC: it would make a token of this
    ],
)
def test_what_no_text_may_hold_is_repaired(raw, expected):
    assert normalise(raw) == expected


@given(texts())
def test_a_normal_text_stays_as_it_is(text):
    once = normalise(text)
    assert normalise(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not {"\0", "\r", "\u2028", "\u2029"} & set(once)
    once.encode()  # no lone surrogate


@pytest.mark.parametrize(
    "marks", ["\u0301\u0323", "\u0f73\u0301", "\u0f75\u0301", "\u0f81\u0301", "\u0344\u0323"]
)
def test_a_mountain_of_marks_is_kept_apart_so_that_sorting_takes_no_time(marks):
    """Python sorts a row of marks in quadratic time: rows of 30 at most, whatever is pasted."""
    normal = normalise("a" + marks * 3_000)
    longest = max(map(len, unicodedata.normalize("NFD", normal).split("\u034f")))
    assert longest <= 2 * 30 + 2  # each of these marks may be taken apart into two


def test_thirty_marks_in_a_row_are_let_be_and_then_a_joiner_stands():
    """UAX #15, stream-safe text format."""
    row = "\u0307\u0323" * 50
    joiners = [normalise("q" + row[:count]).count("\u034f") for count in (2, 30, 31, 60, 61, 91)]
    assert joiners == [0, 0, 1, 1, 2, 3]
    assert "\u034f" not in normalise(row[:30]) + normalise(f"q{row[:30]}q{row[:30]}")


def test_a_megabyte_of_marks_takes_no_time():
    assert len(normalise("a" + "\u0301\u0323" * 250_000)) > 500_000
