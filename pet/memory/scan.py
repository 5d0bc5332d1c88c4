"""Text as a detector reads it: one shape for every spelling, each place traced to the original."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Every dash people type, with the two Hangul letters that look like one.
_DASHES = dict.fromkeys("‐‑‒–—―−⁃﹘﹣－ーㅡ─━", "-")
_DOTS = dict.fromkeys("·•∙⋅・･ㆍ", ".")
_QUOTES = dict.fromkeys("‘’‚‛´′", "'") | dict.fromkeys("“”„‟″", '"')
_SAME_SHAPE = _DASHES | _DOTS | _QUOTES
# Beyond what keyboards type in English and Korean a character may have to change its shape.
_SHAPELESS = re.compile(r"[^\t\n\r\x20-\x7e가-힣]")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u034f\u20e3")


@dataclass(frozen=True, slots=True)
class Scan:
    """A normalised text and, for each of its characters, where the original has it."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the original (scalars) of a non-empty place in this text."""
        return self.starts[start], self.ends[end - 1]


def scan(text: str) -> Scan:
    """NFKC without what is invisible; digits, dashes, dots and quotation marks in ASCII."""
    if _SHAPELESS.search(text) is None:
        return Scan(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece, start, end in _pieces(text):
        shaped = _shape(piece)
        letters.append(shaped)
        starts.extend([start] * len(shaped))
        ends.extend([end] * len(shaped))
    return Scan("".join(letters), tuple(starts), tuple(ends))


def is_invisible(char: str) -> bool:
    """Whether *char* shows nothing: control, zero width, bidi, filler, variation selector."""
    return (
        (unicodedata.category(char) in ("Cf", "Cc") and char not in "\t\n\r")
        or char in _FILLERS
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
    )


def _pieces(text: str) -> list[tuple[str, int, int]]:
    """Runs that normalise on their own: a character and what combines with it."""
    pieces: list[tuple[str, int, int]] = []
    for place, char in enumerate(text):
        if is_invisible(char):
            continue
        if pieces and _joins(char):
            before, start, _ = pieces[-1]
            # A hostile text may hang thousands of marks on one letter; eight are enough.
            pieces[-1] = (before + char if len(before) < 8 else before, start, place + 1)
        else:
            pieces.append((char, place, place + 1))
    return pieces


def _joins(char: str) -> bool:
    return (
        bool(unicodedata.combining(char))
        or "\u1161" <= char <= "\u11ff"
        or "\ud7b0" <= char <= "\ud7ff"
    )


def _shape(piece: str) -> str:
    if piece.isascii():
        return piece
    if (same := _SAME_SHAPE.get(piece)) is not None:
        return same
    digit = unicodedata.digit(piece, None) if len(piece) == 1 else None
    if digit is not None:
        return str(digit)
    # A mark that is still apart is decoration, as under 9\u03321\u0332.
    return "".join(c for c in unicodedata.normalize("NFKC", piece) if not unicodedata.combining(c))


_SYLLABLES = dict(
    zip("공영〇零일이삼사오육륙칠팔구一二三四五六七八九", "00001234566789123456789", strict=True)
)
_SYLLABLE = f"[{''.join(_SYLLABLES)}]"
_ENGLISH = {"zero": "0", "oh": "0", "one": "1", "two": "2", "three": "3", "four": "4"} | {
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
}
_WORD = f"(?<![a-z])(?:{'|'.join(_ENGLISH)})(?![a-z])"
_TIMES = {"double": 2, "triple": 3}
_SAID = re.compile(
    rf"(?:(?P<many>double|triple)[ -])?(?P<word>{_WORD})"
    rf"|(?P<syllable>{_SYLLABLE})|(?P<digits>[0-9]+)",
    re.IGNORECASE,
)
_PAUSE = re.compile(rf"(?: ?(?:다시|에|-|,|\.) ?| )?(?=[0-9a-zA-Z]|{_SYLLABLE})")
_BEGUN = re.compile(
    rf"(?:{_SYLLABLE}[ ,-]?){{3}}|(?:{_WORD}[ ,-]){{3}}"
    rf"|{_SYLLABLE}[0-9]{_SYLLABLE}|(?:[0-9] ){{4}}|[0-9] ?다시|double|triple",
    re.IGNORECASE,
)
# What a number said aloud has at least: a telephone number without its area.
_FEWEST = 7
# The lengths of telephone, resident and card numbers.
_WHOLE = (10, 11, 13, 16)


def said_aloud(plain: Scan) -> Scan:
    """The scan with numbers that are said digit by digit ("공일공 일이삼사 …") written in digits.

    Digits that stand one by one ("4 1 1 1 …") come together too. Only runs of seven digits or
    more are touched, for the syllables of digits are everyday syllables as well.
    """
    if _BEGUN.search(plain.text) is None:
        return plain
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    place = 0
    while found := _SAID.search(plain.text, place):
        written, end = _run(plain.text, found)
        copied = end if not written else found.start()
        letters.append(plain.text[place:copied])
        starts.extend(plain.starts[place:copied])
        ends.extend(plain.ends[place:copied])
        for digit, at, until in written:
            letters.append(digit)
            starts.append(plain.starts[at])
            ends.append(plain.ends[until - 1])
        place = end
    if not starts:
        return plain
    letters.append(plain.text[place:])
    starts.extend(plain.starts[place:])
    ends.extend(plain.ends[place:])
    return Scan("".join(letters), tuple(starts), tuple(ends))


_Written = list[tuple[str, int, int]]


def _run(text: str, first: re.Match[str]) -> tuple[_Written, int]:
    """The digits of the run that begins with *first* (none: it is no number), and its end."""
    written: _Written = []
    worded, single = 0, True
    token: re.Match[str] | None = first
    end = first.end()
    while token is not None:
        if token["digits"] is None:
            worded += 1
        elif len(token["digits"]) > 1:
            single = False
        written.extend(_digits(token))
        end = token.end()
        pause = _PAUSE.match(text, end)
        token = _SAID.match(text, pause.end()) if pause else None
        if pause and token and pause[0].strip():
            written.append(("-", pause.start(), pause.end()))
    digits = sum(digit != "-" for digit, _, _ in written)
    spelt = worded >= 2 or (single and digits >= _FEWEST) or "다시" in text[first.start() : end]
    if not spelt or digits < _FEWEST:
        return [], end
    if text[end - 1] == "이" and _is_particle(digits, text[end : end + 1]):
        return written[:-1], end - 1
    return written, end


def _digits(token: re.Match[str]) -> _Written:
    start, end = token.span()
    if token["digits"] is not None:
        return [(digit, start + i, start + i + 1) for i, digit in enumerate(token["digits"])]
    if token["syllable"] is not None:
        return [(_SYLLABLES[token["syllable"]], start, end)]
    digit = _ENGLISH[token["word"].lower()]
    return [(digit, start, end)] * _TIMES.get((token["many"] or "").lower(), 1)


def _is_particle(digits: int, following: str) -> bool:
    """Whether a last 이 belongs to the sentence ("…오육칠팔이야") and not to the number."""
    if "가" <= following <= "힣":
        return True
    return digits not in _WHOLE and digits - 1 in _WHOLE
