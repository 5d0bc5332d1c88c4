"""What a person has one of: how to be talked to, a job, a home, an age, a birthday.

Two notes that fill the same slot differently cannot both be followed. Only plain sentences fill
one; a slot that is not recognised costs nothing but a line too many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from pet.memory.stems import stems

_REPLY: Final = (
    r"답|대답|답변|답장|설명|말해|말하|말을|말씀|얘기|repl|answer|respon|explan|speak|talk|write"
)

_TONE: Final = (
    ("polite", re.compile(r"존댓말|존대|높임말|해요체|격식|\bformal|\bpolite|\brespectful")),
    ("casual", re.compile(r"반말|편하게\s?말|\binformal|\bcasual")),
)
_LENGTH: Final = (
    ("short", re.compile(r"짧|간단|간결|요점|\bshort|\bbrief|\bconcise|\bto the point")),
    ("long", re.compile(r"길게|자세|상세|\blong|\bdetail|\bthorough")),
)
_LANGUAGE: Final = (
    ("ko", re.compile(r"한국어|우리말|\bkorean\b")),
    ("en", re.compile(r"영어|\benglish\b")),
    ("ja", re.compile(r"일본어|\bjapanese\b")),
    ("zh", re.compile(r"중국어|\bchinese\b")),
)
_IS_REPLY: Final = re.compile(_REPLY)
_CALL: Final = re.compile(
    r"['\"“‘]?([^\s'\"“”‘’,]{1,20})['\"”’]?\s?(?:이?라고)\s?(?:불러|부르|불리)"
    r"|\b(?:call|address)(?:ed)?\s(?:me|the user|as)?\s?(?:as\s)?['\"“‘]?([^\s'\"“”‘’,.]{1,20})"
)
_HOME: Final = re.compile(
    r"(.{1,24}?)(?:에서?|으로|로)\s(?:살|산다|삼$|거주|이사)|(.{1,24}?)\s거주"
    r"|\b(?:lives?|living|resides?|moved)\s(?:in|at|to|near)\s(?:the\s)?(.{2,30})"
)
_JOB: Final = re.compile(
    r"(?:직업은|직업이|직장은)\s(.{2,30})|(.{2,20}?)(?:으로|로)\s(?:일한|일함|일하|근무)"
    r"|\b(?:works?|working|employed)\sas\s(?:an?\s)?(.{2,30})"
    r"|\b(?:job|profession)\sis\s(?:an?\s)?(.{2,30})"
)
_AGE: Final = re.compile(
    r"(?:^|\s)(\d{1,3})(?:살|세)(?:이|임|입|다|\s|[.,]|$)"
    r"|\b(\d{1,3})\s?years? old\b|\bage:? (\d{1,3})\b"
)
_BIRTHDAY: Final = re.compile(
    r"^(?:내|제|사용자의?|본인의?|my|the user's|user's)?\s?(?:생일|birthday)(.*)"
)


def filled(text: str) -> Mapping[str, str]:
    """The slots that *text* (folded) fills, each with its value in a comparable form."""
    return {name: value for name, read in _SLOTS if (value := read(text))}


def differ(name: str, one: str, two: str) -> bool:
    """Whether two values of the slot *name* cannot be the same."""
    if name in ("job", "home"):
        return _without_common(one, two)
    return one != two


def _without_common(one: str, two: str) -> bool:
    left, right = stems(one), stems(two)
    return bool(left and right) and left.isdisjoint(right)


def _one_of(text: str, choices: tuple[tuple[str, re.Pattern[str]], ...]) -> str:
    found = [name for name, pattern in choices if pattern.search(text)]
    return found[0] if len(found) == 1 else ""


def _tone(text: str) -> str:
    return _one_of(text, _TONE)


def _length(text: str) -> str:
    return _one_of(text, _LENGTH) if _IS_REPLY.search(text) else ""


def _language(text: str) -> str:
    return _one_of(text, _LANGUAGE) if _IS_REPLY.search(text) else ""


def _first(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        found = pattern.search(text)
        return next((group for group in found.groups() if group), "").strip() if found else ""

    return read


def _birthday(text: str) -> str:
    found = _BIRTHDAY.search(text)
    return " ".join(re.findall(r"\d+", found[1])) if found else ""


_SLOTS: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("tone", _tone),
    ("length", _length),
    ("language", _language),
    ("called", _first(_CALL)),
    ("home", _first(_HOME)),
    ("job", _first(_JOB)),
    ("age", _first(_AGE)),
    ("birthday", _birthday),
)
