"""Nothing that is said is cut, however it arrives, and there is time to read it."""

from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.body.speech import Lines, reading_seconds


def advance(text, at=0):
    """Letters are 1 wide, East Asian ones 2, combining ones 0."""
    return sum(
        0 if unicodedata.combining(c) or c == "\u200d" else 2 if ord(c) > 0x1100 else 1
        for c in text
    )


def letters(word):
    return regex.findall(r"\X", word)


words = st.text(
    st.sampled_from("ab/?.한글말 \n\t\r漢字かー、(👩💻\u200d\u0301🏽\u2028") | st.characters(),
    max_size=120,
)
cuts = st.lists(st.integers(1, 9), min_size=1)


def streamed(text, sizes, width=12):
    lines, at, n = Lines(width, advance, letters), 0, 0
    while at < len(text):
        size = sizes[n % len(sizes)]
        lines.append(text[at : at + size])
        at += size
        n += 1
    return lines


@given(words, cuts)
def test_lines_together_are_the_text(text, sizes):
    lines = streamed(text, sizes)
    assert "".join(lines.line(n) for n in range(lines.count)) == text


@given(words, cuts, st.integers(1, 5))
def test_pages_together_are_the_text(text, sizes, per_page):
    lines = streamed(text, sizes)
    pages = [lines.page(n, per_page) for n in range(lines.page_count(per_page))]
    assert "".join(pages) == text


@given(words, cuts)
@settings(max_examples=300)
def test_a_text_that_streams_breaks_like_one_that_comes_whole(text, sizes):
    parts, whole = streamed(text, sizes), streamed(text, [max(1, len(text))])
    assert [parts.line(n) for n in range(parts.count)] == [
        whole.line(n) for n in range(whole.count)
    ]
    assert parts.widest == whole.widest


@given(st.text("ab한글 漢字/", max_size=150), cuts)
def test_no_line_is_wider_than_the_card(text, sizes):
    lines = streamed(text, sizes)
    assert lines.widest <= 12
    assert all(advance(lines.line(n).rstrip()) <= 12 for n in range(lines.count))


def test_korean_words_stay_whole_and_long_addresses_break():
    lines = streamed("오늘은 날씨가 좋아요 https://example.com/a/b", [3])
    shown = [lines.line(n).rstrip() for n in range(lines.count)]
    assert shown == ["오늘은", "날씨가", "좋아요", "https://exam", "ple.com/a/b"]


def test_chinese_and_japanese_break_between_letters_but_not_before_a_full_stop():
    lines = streamed("日本語のテキ。スト", [1])
    assert [lines.line(n) for n in range(lines.count)] == ["日本語のテ", "キ。スト"]


def test_a_letter_made_of_several_code_points_is_never_torn():
    family = "👩\u200d👩\u200d👧"
    lines = streamed(family * 9, [1])
    assert all(
        lines.line(n).count(family) * len(family) == len(lines.line(n)) for n in range(lines.count)
    )


def test_an_empty_text_is_one_line():
    lines = Lines(10, advance, letters)
    assert (lines.count, lines.line(0), lines.page_count(3), lines.widest) == (1, "", 1, 0.0)


def test_appending_costs_what_the_piece_costs():
    measured = 0

    def counting(text, _at):
        nonlocal measured
        measured += len(text)
        return advance(text)

    lines = Lines(40, counting, letters)
    for _ in range(3000):
        lines.append("말과 ")
    early = measured
    for _ in range(3000):
        lines.append("말과 ")
    assert measured - early <= early * 1.1


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("", 4), ("네!", 4), ("가" * 80, 10), ("a" * 150, 10), ("가" * 40 + "a" * 75, 10)],
)
def test_a_text_stays_as_long_as_reading_it_takes(text, seconds):
    assert reading_seconds(text) == pytest.approx(seconds)


def test_a_long_text_stays_until_it_is_put_away():
    assert reading_seconds("가" * 1000) is None
