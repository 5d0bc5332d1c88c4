"""The one form in which text is stored, shown and measured."""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINER: Final = "\u034f"  # combining grapheme joiner: separates marks, shows nothing
_MOST_MARKS: Final = 30  # in a row; more than any language writes (UAX #15, stream-safe text)
# These count as letters (class 0) and yet are taken apart into marks only (UAX #15).
_DISGUISED_MARKS: Final = frozenset("\u0f73\u0f75\u0f81")


def normalise(text: str) -> str:
    r"""*text* without what no text may hold; the same again if given its own result.

    NUL is removed; CRLF, CR, U+2028 and U+2029 become "\n"; halves of a surrogate pair are
    joined and lone ones become U+FFFD; then Unicode's NFC.
    """
    text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text
    text = join_surrogates(text.replace("\u2028", "\n").replace("\u2029", "\n"))
    if unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", _stream_safe(text))


def join_surrogates(text: str) -> str:
    """*text* with both halves of a pair made one letter, and U+FFFD for a half alone."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def is_mark(letter: str) -> bool:
    """Whether *letter* is drawn on the one before it and may change places with other marks."""
    return unicodedata.combining(letter) != 0 or letter in _DISGUISED_MARKS


def _stream_safe(text: str) -> str:
    """*text* with a joiner after every 30 marks in a row.

    Python sorts a row of marks by insertion: 20,000 of two kinds in turn take over a second, and
    a pasted megabyte hours.
    """
    safe = []
    marks = 0
    for letter in text:
        marks = marks + 1 if is_mark(letter) else 0
        if marks > _MOST_MARKS:
            safe.append(_JOINER)
            marks = 1
        safe.append(letter)
    return "".join(safe)
