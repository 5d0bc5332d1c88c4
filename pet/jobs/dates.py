"""The day that a sentence speaks of, reckoned from the day on which it was said.

A model is never asked for dates: what it does not know, it invents.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from pet.memory.profile_rows import Precision


@dataclass(frozen=True, slots=True)
class Day:
    """The first day that is meant, and how exactly."""

    day: date
    precision: Precision

    @property
    def last(self) -> date:
        """The last day that may be meant."""
        match self.precision:
            case "day":
                return self.day
            case "week":
                return self.day + timedelta(days=6)
            case "month":
                return _first_of_month(self.day, 1) - timedelta(days=1)
            case "year":
                return date(self.day.year, 12, 31)


def find(text: str, said: date) -> Day | None:
    """The one day that *text*, said on *said*, speaks of; None where there is none, or several.

    A day without its year is the next one that comes.
    """
    days = {day for rule in _RULES for day in rule(text.lower(), said)}
    years = {one for one in days if one.precision == "year"}
    if len(years) == 1 and len(days) > 1:  # "내년 3월", "on 5 March next year"
        days = {_in_year(one, next(iter(years)).day.year) for one in days - years}
    exact = {one for one in days if one.precision == "day"}
    found = exact or days
    return next(iter(found)) if len(found) == 1 else None


def without_relative(text: str) -> str:
    """*text* without the words that would be wrong tomorrow ("내일", "next week")."""
    return " ".join(_RELATIVE.sub(" ", text).split())


_RELATIVE: Final = re.compile(
    r"(?:오늘|내일모레|내일|모레|글피|(?:이번|다음|다다음)\s?(?:주말?|달)"
    r"(?:\s?[월화수목금토일]요일)?|내년|올해|\d{1,2}(?:일|주|달|개월)\s?(?:뒤|후))(?:에는|에|은|는|까지)?(?=\s|$)"
    r"|\b(?:on |by )?(?:the day after tomorrow|tomorrow|today|tonight"
    r"|(?:this|next) (?:week(?:end)?|month|year|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?"
    r"|in \d+ (?:day|week|month)s?)\b",
    re.IGNORECASE,
)

_Rule = Callable[[str, date], list[Day]]

_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_MONTH: Final = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_ISO: Final = re.compile(r"\b(\d{4})[-./](\d{1,2})[-./](\d{1,2})\b")
_KOREAN: Final = re.compile(r"(?:(\d{4})년\s?)?(\d{1,2})월\s?(\d{1,2})일")
_KOREAN_MONTH: Final = re.compile(
    r"(?:(\d{4})년\s?)?(?<!\d)(\d{1,2})월(?!\s?\d)(?:\s?(?:달|에|중|말|초))?"
)
_MONTH_DAY: Final = re.compile(
    rf"\b{_MONTH}\.?\s(\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s(\d{{4}}))?"
)
_DAY_MONTH: Final = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}\b(?:,?\s(\d{{4}}))?"
)
_MONTH_ALONE: Final = re.compile(
    rf"\b(?:in|next|this|by)\s{_MONTH}\b(?!\s\d{{1,2}}\b)(?:\s(\d{{4}}))?"
)
_NEAR: Final = (
    (re.compile(r"내일(?!모레)|\btomorrow\b"), 1),
    (re.compile(r"내일모레|모레|\bday after tomorrow\b"), 2),
    (re.compile(r"글피"), 3),
)
_LATER: Final = re.compile(
    r"(?<!\d)(\d{1,2})\s?(일|주|달|개월)\s?(?:뒤|후)|\bin (\d{1,2}) (day|week|month)s?\b"
)
_WEEKDAY: Final = re.compile(
    r"(이번|다음|다다음)\s?주\s?(월|화|수|목|금|토|일)요일"
    r"|\b(this|next)\s(mon|tue|wed|thu|fri|sat|sun)[a-z]*day\b"
    r"|(?<!주 )(?<!주)(?:^|\s)(?:돌아오는\s)?(월|화|수|목|금|토|일)요일"
    r"|\bon\s(mon|tue|wed|thu|fri|sat|sun)[a-z]*day\b"
)
_DAYS: Final = {
    **{name: number for number, name in enumerate("월화수목금토일")},
    **{
        name: number
        for number, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
    },
}
_SPANS: Final[tuple[tuple[re.Pattern[str], Precision, int], ...]] = (
    (re.compile(r"이번\s?주말|\bthis weekend\b"), "week", 0),
    (re.compile(r"다음\s?주(?!\s?[월화수목금토일]요일)|\bnext week(?:end)?\b"), "week", 1),
    (re.compile(r"다음\s?달|\bnext month\b"), "month", 1),
    (re.compile(r"이번\s?달|\bthis month\b"), "month", 0),
    (re.compile(r"내년|\bnext year\b"), "year", 1),
    (re.compile(r"올해|\bthis year\b"), "year", 0),
)


def _written_out(text: str, said: date) -> list[Day]:
    groups = [found.groups() for found in _ISO.finditer(text)]
    groups += [found.groups() for found in _KOREAN.finditer(text)]
    groups += [(year, _month(name), day) for name, day, year in _MONTH_DAY.findall(text)]
    groups += [(year, _month(name), day) for day, name, year in _DAY_MONTH.findall(text)]
    days = [_next(year, int(month), int(day), said) for year, month, day in groups]
    return [Day(day, "day") for day in days if day is not None]


def _months(text: str, said: date) -> list[Day]:
    groups = [found.groups() for found in _KOREAN_MONTH.finditer(text)]
    groups += [(year, _month(name)) for name, year in _MONTH_ALONE.findall(text)]
    days = [_next(year, int(month), 1, said.replace(day=1)) for year, month in groups]
    return [Day(day, "month") for day in days if day is not None]


def _near(text: str, said: date) -> list[Day]:
    return [Day(said + timedelta(days=n), "day") for word, n in _NEAR if word.search(text)]


def _later(text: str, said: date) -> list[Day]:
    days = []
    for number, unit, count, name in _LATER.findall(text):
        amount = int(number or count)
        match unit or name:
            case "일" | "day":
                days.append(Day(said + timedelta(days=amount), "day"))
            case "주" | "week":
                days.append(Day(_monday(said) + timedelta(weeks=amount), "week"))
            case _:
                days.append(Day(_first_of_month(said, amount), "month"))
    return days


def _weekdays(text: str, said: date) -> list[Day]:
    days = []
    for which, name, this, english, alone, on in _WEEKDAY.findall(text):
        wanted = _DAYS[name or english or alone or on]
        if which or this == "next":
            weeks = {"이번": 0, "다음": 1, "다다음": 2}.get(which, 1)
            days.append(_monday(said) + timedelta(weeks=weeks, days=wanted))
        else:
            days.append(said + timedelta(days=(wanted - said.weekday()) % 7))
    return [Day(day, "day") for day in days]


def _spans(text: str, said: date) -> list[Day]:
    days = []
    for word, precision, ahead in _SPANS:
        if word.search(text):
            days.append(Day(_span(precision, said, ahead), precision))
    return days


def _span(precision: Precision, said: date, ahead: int) -> date:
    if precision == "week":
        return _monday(said) + timedelta(weeks=ahead)
    if precision == "month":
        return _first_of_month(said, ahead)
    return date(said.year + ahead, 1, 1)


_RULES: Final[tuple[_Rule, ...]] = (_written_out, _months, _near, _later, _weekdays, _spans)


def _next(year: str | None, month: int, day: int, said: date) -> date | None:
    """That day of the given year; without one, its next coming. None where there is no such day."""
    years = (int(year),) if year else (said.year, said.year + 1)
    for candidate in years:
        try:
            found = date(candidate, month, day)
        except ValueError:
            continue
        if year or found >= said:
            return found
    return None


def _month(name: str) -> int:
    return _MONTHS.index(name[:3]) + 1


def _in_year(one: Day, year: int) -> Day:
    with contextlib.suppress(ValueError):  # the 29th of February of a year that has none
        return Day(one.day.replace(year=year), one.precision)
    return one


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _first_of_month(day: date, ahead: int) -> date:
    months = day.year * 12 + day.month - 1 + ahead
    return date(months // 12, months % 12 + 1, 1)
