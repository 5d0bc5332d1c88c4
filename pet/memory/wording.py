"""Text on its way into the store: what cannot be stored is repaired, and equal texts are found."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pet.memory.scan import scan

_LINE_ENDS: Final = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")
_INVISIBLE: Final = {"Cc", "Cf", "Zs", "Zl", "Zp"}
_FILLERS: Final = {"\u115f", "\u1160", "\u3164", "\uffa0"}  # Hangul letters that show nothing
# What may end a sentence, or stand around one; not "+" and "#", which tell C++ and C# from C.
_AROUND: Final = ".,;:!?·~\"'`()[]{}<>、。「」『』〈〉《》"


def storable(text: str) -> str:
    """*text* as SQLite can keep it: halves of a surrogate pair joined, lone ones and NUL gone.

    Otherwise unchanged: what was said is kept as it was said.
    """
    units = text.encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "replace").replace("\x00", "")


def one_line(text: str) -> str:
    """*text* as a memo holds it: NFC, one line, no control characters, no space around it."""
    folded = _LINE_ENDS.sub(" ", storable(text)).replace("\t", " ")
    printable = "".join(letter for letter in folded if unicodedata.category(letter) != "Cc")
    return unicodedata.normalize("NFC", printable).strip()


def folded(text: str) -> str:
    """The form in which two memos are the same: NFC, no difference of case or of white space."""
    whole = unicodedata.normalize("NFC", text).casefold()
    return " ".join(unicodedata.normalize("NFC", whole).split())


def core(text: str) -> str:
    """What of *text* stands in a longer one that says it too: folded, without marks at its ends."""
    whole = folded(text)
    return whole.strip(_AROUND + " ") or whole


def unmarked(text: str) -> str:
    """The form in which the user need not save a text twice: a full stop makes it no other one.

    No difference of case, of width, of what shows nothing, of the number of spaces, and of the
    marks at its ends. A text of nothing but marks keeps them.
    """
    words = " ".join(scan(text).text.casefold().split())
    return words.strip(_AROUND + " ").rstrip("-" + _AROUND + " ") or words


def bare(text: str) -> str:
    """The form in which a text that was removed is known again: unmarked, and without spaces."""
    return unmarked(text).replace(" ", "")


def shows_something(text: str) -> bool:
    """Whether a person would see anything."""
    return any(
        unicodedata.category(letter) not in _INVISIBLE and letter not in _FILLERS for letter in text
    )
