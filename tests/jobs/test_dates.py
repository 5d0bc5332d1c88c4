"""The day a sentence speaks of, reckoned from the day it was said; never invented."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.jobs import dates
from pet.memory import doubts

SAID = date(2026, 2, 24)  # a Tuesday


@pytest.mark.parametrize(
    ("text", "day", "precision"),
    [
        ("내일 발표가 있어", "2026-02-25", "day"),
        ("모레 시험이야", "2026-02-26", "day"),
        ("내일모레 떠나", "2026-02-26", "day"),
        ("5월 12일에 이사해", "2026-05-12", "day"),
        ("2월 3일에 시작해", "2027-02-03", "day"),
        ("2027년 1월 3일", "2027-01-03", "day"),
        ("다음 주 금요일에 면접", "2026-03-06", "day"),
        ("다다음주 월요일", "2026-03-09", "day"),
        ("금요일에 면접", "2026-02-27", "day"),
        ("이번 주말에 캠핑", "2026-02-23", "week"),
        ("2주 뒤에 출국", "2026-03-09", "week"),
        ("다음 달에 이사", "2026-03-01", "month"),
        ("3월에 제주도", "2026-03-01", "month"),
        ("3개월 뒤", "2026-05-01", "month"),
        ("내년에 결혼해", "2027-01-01", "year"),
        ("on March 14", "2026-03-14", "day"),
        ("on the 14th of March 2027", "2027-03-14", "day"),
        ("2026-12-01", "2026-12-01", "day"),
        ("on Monday", "2026-03-02", "day"),
        ("next Friday", "2026-03-06", "day"),
        ("tomorrow", "2026-02-25", "day"),
        ("in 3 days", "2026-02-27", "day"),
        ("next month", "2026-03-01", "month"),
        ("in June", "2026-06-01", "month"),
        ("next year", "2027-01-01", "year"),
    ],
)
def test_a_day_is_reckoned_from_the_day_it_was_said(text, day, precision):
    found = dates.find(text, SAID)
    assert found is not None
    assert (found.day.isoformat(), found.precision) == (day, precision)


@pytest.mark.parametrize(
    "text",
    [
        "언젠가 여행을 갈 거야",
        "May 9 and May 10",
        "Feb 30",
        "13월 40일",
        "I may march on",
        "3시에",
        "2:30",
    ],
)
def test_where_no_one_day_is_meant_there_is_none(text):
    assert dates.find(text, SAID) is None


def test_the_last_day_that_may_be_meant():
    month = dates.find("3월에 제주도", SAID)
    assert month is not None
    assert month.last == date(2026, 3, 31)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("내일 발표가 있음", "발표가 있음"),
        ("다음 주 금요일에 면접을 봄", "면접을 봄"),
        ("Has an exam next Friday", "Has an exam"),
        ("내일이 기대됨", "내일이 기대됨"),
    ],
)
def test_words_that_would_be_wrong_tomorrow_leave_the_line(text, left):
    assert dates.without_relative(text) == left


@settings(max_examples=100)
@given(st.text(max_size=80), st.dates(min_value=date(1990, 1, 1), max_value=date(2100, 1, 1)))
def test_no_text_is_an_error(text, said):
    dates.find(text, said)
    dates.without_relative(text)
    doubts.has_moment(text)
