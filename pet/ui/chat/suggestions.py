"""What the popup offers: which word under the cursor asks for it, and what matches that word.

Pure; the grammar of a command is that of `/help`: a slash, a letter, letters and digits, at the
very start of the message. A path has a second slash and is no command.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Sign = Literal["/", "@", "#"]

_COMMAND: Final = re.compile(r"[/／][\w-]*", re.UNICODE)
_NAME: Final = re.compile(r"(?:^|(?<=\s))[@＠#＃][^\s@＠#＃/／]*\Z", re.UNICODE)
_HALF_WIDTH: Final = {0xFF01 + n: 0x21 + n for n in range(94)}  # ！ to ～, as ASCII has them

# The letters of a Hangul syllable in the order of Unicode (3.12, conjoining jamo behavior).
_FIRST: Final = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_MIDDLE: Final = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_LAST: Final = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_TYPED: Final = str.maketrans(  # letters that two keys make
    {
        "ㅘ": "ㅗㅏ",
        "ㅙ": "ㅗㅐ",
        "ㅚ": "ㅗㅣ",
        "ㅝ": "ㅜㅓ",
        "ㅞ": "ㅜㅔ",
        "ㅟ": "ㅜㅣ",
        "ㅢ": "ㅡㅣ",
        "ㄳ": "ㄱㅅ",
        "ㄵ": "ㄴㅈ",
        "ㄶ": "ㄴㅎ",
        "ㄺ": "ㄹㄱ",
        "ㄻ": "ㄹㅁ",
        "ㄼ": "ㄹㅂ",
        "ㄽ": "ㄹㅅ",
        "ㄾ": "ㄹㅌ",
        "ㄿ": "ㄹㅍ",
        "ㅀ": "ㄹㅎ",
        "ㅄ": "ㅂㅅ",
    }
)
_SYLLABLES: Final = range(0xAC00, 0xD7A4)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One row of the popup. *label* begins with the sign that asks for it: "/undo", "@솜이", "#3".

    *insert* takes the place of the word under the cursor; *hint* says what it is.
    """

    label: str
    insert: str
    hint: str = ""

    def __post_init__(self) -> None:
        if self.label[:1] not in ("/", "@", "#"):
            raise ValueError(self.label)


def word_at(before: str, after: str = "") -> str | None:
    """The word that ends at the cursor and begins with a sign, if any.

    *before* and *after* are the text on both sides of the cursor; inside of a word nothing is
    offered.
    """
    if after and not after[0].isspace():
        return None
    if _COMMAND.fullmatch(before):
        return before
    found = _NAME.search(before)
    return found.group() if found is not None else None


def matches(word: str, offered: Iterable[Suggestion]) -> tuple[Suggestion, ...]:
    """Those of *offered* that fit *word*, the likeliest first.

    Labels that begin with it stand before labels that contain it; persons and memos are found
    by their hint too.
    """
    sign, wanted = letters(word[:1]), letters(word[1:])
    begins, contains, hints = [], [], []
    for suggestion in offered:
        if suggestion.label[0] != sign:
            continue
        name = letters(suggestion.label[1:])
        if name.startswith(wanted):
            begins.append(suggestion)
        elif wanted in name:
            contains.append(suggestion)
        elif sign != "/" and wanted in letters(suggestion.hint):
            hints.append(suggestion)
    return (*begins, *contains, *hints)


def is_whole(word: str, offered: Iterable[Suggestion]) -> bool:
    """Whether *word* is a label just as it stands, in any case."""
    return any(letters(word) == letters(suggestion.label) for suggestion in offered)


def letters(text: str) -> str:
    """*text* as the keys that type it, so that a half-composed syllable matches: 깅 begins 기억."""
    composed = unicodedata.normalize("NFC", text.translate(_HALF_WIDTH)).casefold()
    return "".join(_parts(char) for char in composed).translate(_TYPED)


def _parts(char: str) -> str:
    code = ord(char)
    if code not in _SYLLABLES:
        return char
    first, rest = divmod(code - _SYLLABLES.start, len(_MIDDLE) * (len(_LAST) + 1))
    middle, last = divmod(rest, len(_LAST) + 1)
    return _FIRST[first] + _MIDDLE[middle] + (_LAST[last - 1] if last else "")
