"""The form of a profile line: short, one line, in one language, no order and no link."""

from __future__ import annotations

import re
from typing import Final, Literal

from pet.i18n import Language
from pet.memory.stems import stems
from pet.memory.wording import folded, one_line
from pet.prompt.neutralise import neutralise
from pet.prompt.noting import SENTINELS

MAX_TEXT_SCALARS: Final = 100

Fault = Literal["empty", "too_long", "example", "instruction", "language"]

_OPENING: Final = re.compile(
    r"^(?:the user(?:'s)?|user(?:'s)?|they|he|she|i)\s+(?:is an?\s+|is\s+|am an?\s+|am\s+)?"
    r"|^i'm (?:an? )?|^i've (?:been )?|^(?:사용자|유저|본인|나|저)(?:는|은|가|의)\s+"
    r"|^(?:나|난|내가|저|전|제가)\s+",
    re.IGNORECASE,
)
_ORDERS: Final = re.compile(
    r"https?:|www\.|[{}\[\]|`\\]|ignore (?:all|previous|prior|the above)|system prompt"
    r"|\bassistant\b|\byou (?:must|should|are|will)\b|always (?:send|reply with|include)"
    r"|이전 (?:지시|명령)|지시를? 무시|시스템 프롬프트|너는|당신은|반드시"
    r"|(?:보내|출력하|따르)(?:라|도록|시오|세요)",
    re.IGNORECASE,
)
_AGAIN: Final = re.compile(r"^(.{3,80}?)(?:[\s,.;]+\1)+$")
_HANGUL: Final = re.compile(r"[가-힣]")
_LATIN: Final = re.compile(r"[A-Za-z]")


def tidy(text: str) -> str:
    """*text* as a line: harmless, without "the user" before it and a full stop behind it."""
    line = one_line(neutralise(text).text).strip(" \"'“”-*•·,;:")
    line = _OPENING.sub("", line, count=1).rstrip(" .。!")
    line = once(line)
    return line[:1].upper() + line[1:]


def once(line: str) -> str:
    """*line* without its echo: small models say a thing two or three times."""
    return _AGAIN.sub(r"\1", line)


def fault(text: str, message: str, language: Language) -> Fault | None:
    """What is wrong with the form of a line from *message*; None: nothing."""
    if len(text) > MAX_TEXT_SCALARS:
        return "too_long"
    plain = folded(text)
    if any(word in plain and word not in folded(message) for word in SENTINELS):
        return "example"
    if _ORDERS.search(text):
        return "instruction"
    if says_nothing(text):
        return "empty"
    return None if language_of(text) in (language, None) else "language"


def says_nothing(text: str) -> bool:
    """Whether *text* names nothing: no word at all, or a Korean verb without what it is about."""
    return all("\u1100" <= stem[-1] <= "\u1112" or len(stem) == 1 for stem in stems(text))


def language_of(text: str) -> Language | None:
    """The language *text* is written in, as far as its letters tell; None: neither."""
    hangul, latin = len(_HANGUL.findall(text)), len(_LATIN.findall(text))
    if hangul and hangul * 2 >= latin:  # a syllable says as much as two or three letters
        return "ko"
    return "en" if latin else None
