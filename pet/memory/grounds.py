"""What may be kept of a message: words that really stand in it, said in earnest.

A model's own line is kept only where the user's words carry it; else the user's words are. Where
the user asks to be remembered, the asking sentence is not doubted; everything else is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from pet.memory import doubts, likeness, statements
from pet.memory.contents import content
from pet.memory.memo_rows import MAX_MEMO_SCALARS
from pet.memory.scan import scan
from pet.memory.stems import stems
from pet.memory.wishes import wants_correction, wants_remembering
from pet.memory.wording import one_line

Doubt = Literal[
    "quote",  # the words do not stand in the message
    "quoted", "question", "request", "small_talk", "joke", "supposed", "moment", "nobody",
]  # fmt: skip

_REFERS_BACK: Final = re.compile(
    r"아까|방금|좀 전|조금 전|지난번|저번|앞에서|(?:그거|그건|이거|이건) ?(?:취소|아니|지워|잊어)"
    r"|\bwhat i (?:just )?(?:said|told|wrote)|\bi (?:just )?(?:said|told you)\b|\bscratch that\b"
    r"|\btake (?:that|it) back\b|\b(?:forget|ignore|undo|cancel|delete) (?:that|it|this)\b"
    r"|\bthat(?:'s| is| was) (?:wrong|not right)|\bi meant\b|\bmy mistake\b"
)
_LEAST: Final = 2  # letters of a quote; one letter stands in every message
_LEAST_KNOWN: Final = 0.5  # of the words of a line must be the user's


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the user that something may be kept of.

    *before* is what the user said just before: "remember that" alone means it. *in_person*: the
    words were typed or spoken, not pasted or dropped from elsewhere.
    """

    text: str
    turn: int | None = None  # its row
    before: str = ""
    in_person: bool = True

    @property
    def wishes(self) -> bool:
        """Whether it asks to be remembered."""
        return wants_remembering(self.text)

    @property
    def corrects(self) -> bool:
        """Whether it asks to change or take back what was said before."""
        return wants_correction(self.text)

    @property
    def refers_back(self) -> bool:
        """Whether it takes back what was said last, without saying it again."""
        plain = scan(self.text).text.lower()
        return self.corrects and _REFERS_BACK.search(plain) is not None

    @property
    def meant(self) -> str:
        """What a wish wants to be kept, in the user's words; empty where there is none."""
        if not self.wishes:
            return ""
        sentences = [found[0] for found in statements.SENTENCE.finditer(self.text)]
        asking = " ".join(content(one) for one in sentences if wants_remembering(one)).strip()
        told = " ".join(one.strip() for one in sentences if not doubts.asks(one))
        return one_line(asking or content(told) or content(self.before)).rstrip(" .。")


@dataclass(frozen=True, slots=True)
class Grounded:
    """Where words stand in a message: the sentence around them, and its clause that says it."""

    sentence: str
    clause: str
    quoted: bool


def stand_in(words: str, message: str) -> Grounded | None:
    """Where *words* stand in *message*; None: they do not.

    Letters and digits count, whatever their case, width and normal form; spaces and marks do not.
    """
    wanted = "".join(letter for letter, _ in _letters(words))
    if len(wanted) < _LEAST:
        return None
    there = _letters(message)
    at = "".join(letter for letter, _ in there).find(wanted)
    if at < 0:
        return None
    plain = scan(message).text
    start, stop = there[at][1], there[at + len(wanted) - 1][1] + 1
    first, last = statements.around(plain, start, stop)
    sentence = plain[first:last]
    clause = statements.clause(sentence, start - first, stop - first)
    return Grounded(sentence.strip(), clause, statements.is_quoted(plain, start, stop))


def line_of(text: str, quote: str, heard: Heard, known: str = "") -> tuple[str, Doubt | None]:
    """The line that may be kept of what a model proposes, and why nothing may, if so.

    *known*: words that may stand in it beside those of the message (of the memo it changes); then
    the sentence is not doubted.
    """
    place = _place(text, quote, heard)
    if place is None:
        return heard.meant, None if heard.meant else "quote"
    asked = wants_remembering(place.sentence) or (heard.wishes and not content(heard.text))
    doubt = None if asked or known else _doubt(place, heard)
    if doubt is not None:
        return "", doubt
    own = one_line(content(place.sentence if asked else place.clause)) or heard.meant
    own = own.rstrip(" .。")
    line = one_line(content(text) if wants_remembering(text) else text)
    if not _is_carried(line, own, f"{heard.text} {heard.before} {known}"):
        line = own
    return (line if len(line) <= MAX_MEMO_SCALARS else _shortest(own, quote, text)), None


def _place(text: str, quote: str, heard: Heard) -> Grounded | None:
    """Where the quote stands; where it does not, the line itself may be one."""
    messages = [heard.text]
    if heard.wishes and not content(heard.text):
        messages.append(heard.before)
    for words in (quote, text):
        for message in messages:
            if (place := stand_in(words, message)) is not None:
                return place
    return None


def _doubt(place: Grounded, heard: Heard) -> Doubt | None:
    """Why words that nobody asked to keep should not be kept."""
    if place.quoted:
        return "quoted"
    asking = place.sentence.endswith(place.clause) and doubts.asks(place.sentence)
    found: tuple[tuple[Doubt, bool], ...] = (
        ("small_talk", doubts.is_small_talk(place.clause)),
        ("question", asking or doubts.asks(place.clause)),
        ("request", doubts.asks_for_something(place.clause)),
        ("joke", doubts.is_joke(heard.text)),
        ("supposed", doubts.is_supposed(place.sentence)),
        ("moment", doubts.has_moment(place.clause)),
        ("nobody", doubts.names_nobody(place.sentence)),
    )
    return next((doubt for doubt, is_so in found if is_so), None)


def _is_carried(line: str, own: str, said: str) -> bool:
    """Whether *line* says no more than *said*, and not much less than *own*."""
    note, theirs = likeness.read(line), likeness.read(own)
    if not note.stems or not note.numbers <= likeness.read(said).numbers:
        return False
    if note.against != theirs.against:
        return False
    known = note.stems & stems(said)
    told = note.stems & theirs.stems
    much = len(note.stems) > 1 or len(told) * 2 >= len(theirs.stems)
    return much and len(known) >= _LEAST_KNOWN * len(note.stems)


def _shortest(*lines: str) -> str:
    """The first that fits into a memo, else the first: the store refuses it and says why."""
    return next((line for line in lines if 0 < len(line) <= MAX_MEMO_SCALARS), lines[0])


def _letters(text: str) -> list[tuple[str, int]]:
    """The letters and digits of *text* as they are compared, each with its place in the scan."""
    return [
        (letter, place)
        for place, char in enumerate(scan(text).text)
        for letter in char.casefold()
        if letter.isalnum()
    ]
