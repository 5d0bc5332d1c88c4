"""Where in a message something was said, and whether it was said in earnest, of oneself.

Words in quotation marks, code, and lines that answer somebody are not the user's own. A greeting, a
question, a guess, a joke or a word about somebody else is no evidence of what the user is like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pet.jobs import doubts
from pet.prompt.neutralise import neutralise

Doubt = Literal["quoted", "small_talk", "question", "joke", "supposed", "somebody_else"]

_LEAST: Final = 3  # letters of a quote; less stands in every message

_NOT_OWN: Final = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]{1,200}`|[\"“”„«][^\"“”„»\n]{2,300}[\"“”»]|「[^」\n]{1,200}」"
    r"|『[^』\n]{1,200}』|^\s*[>›][^\n]*$|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
# A full stop inside a number or an address ends nothing; laughter and tears do.
_SENTENCE: Final = re.compile(r"(?:[^.!?…\n~ㅋㅎㅠㅜ]|\.(?=[0-9A-Za-z]))+[ㅋㅎㅠㅜ~]*[.!?…~]*")
# In a sentence that asks, what stands before these was said and not asked.
_CLAUSE_END: Final = re.compile(
    r"(?:는데|인데|은데|운데|거든요?|니까|라서|아서|어서|해서|지만)(?=[\s,])|[,;:—]|\s(?:so|but|and)\s"
    r"|고(?=\s(?:나는|난|나도|내가|저는|전|저도|제가)\s)"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A quote as it stands in a message, and the sentence around it."""

    start: int  # scalars of `plain(message)`
    stop: int
    clause: str  # the part of the sentence that says it
    doubt: Doubt | None


def plain(text: str) -> str:
    """A message as its quotes are looked for: what a model was shown, line ends kept."""
    return neutralise(text).text


def place_of(quote: str, message: str) -> Place | None:
    """Where *quote* stands in *message* (as `plain` gives it), word for word; None: it does not.

    White space and the case of letters make no difference, nor do marks around the quote.
    """
    parts = neutralise(quote).text.strip(" \t\n\"'“”‘’.,!?…~").split()
    if sum(map(len, parts)) < _LEAST:
        return None
    found = re.search(r"\s*".join(map(re.escape, parts)), message, re.IGNORECASE)
    if found is None:
        return None
    start, stop = found.span()
    sentence = _around(message, start, stop)
    clause = _clause(message[slice(*sentence)], start - sentence[0], stop - sentence[0])
    return Place(start, stop, clause, _doubt(message, start, stop, sentence, clause))


def may_hold_something(text: str) -> bool:
    """Whether a message is worth showing to a model: it says something that is not only asked."""
    message = plain(text)
    own = _NOT_OWN.sub(" ", message)
    for sentence in (found[0].strip() for found in _SENTENCE.finditer(own)):
        clauses = [sentence[slice(*span)] for span in _clauses(sentence)]
        told = clauses[:-1] if doubts.asks(sentence) else clauses
        if any(not doubts.is_small_talk(clause) for clause in told):
            return True
    return False


def _around(message: str, start: int, stop: int) -> tuple[int, int]:
    """The sentences that the place touches."""
    spans = [found.span() for found in _SENTENCE.finditer(message)]
    touched = [span for span in spans if span[0] < stop and start < span[1]]
    return (min(touched)[0], max(touched)[1]) if touched else (start, stop)


def _clause(sentence: str, start: int, stop: int) -> str:
    """The clause of *sentence* with the place in it; the whole where the place spans several."""
    for first, last in _clauses(sentence):
        if first <= start and stop <= last:
            return sentence[first:last].strip()
    return sentence.strip()


def _clauses(sentence: str) -> Iterator[tuple[int, int]]:
    ends = [found.end() for found in _CLAUSE_END.finditer(sentence)]
    yield from zip([0, *ends], [*ends, len(sentence)], strict=True)


def _doubt(
    message: str, start: int, stop: int, sentence: tuple[int, int], clause: str
) -> Doubt | None:
    if any(own.start() < stop and start < own.end() for own in _NOT_OWN.finditer(message)):
        return "quoted"
    if doubts.is_small_talk(clause):
        return "small_talk"
    whole = message[slice(*sentence)].strip()
    if doubts.asks(whole) and whole.endswith((clause, clause + "?")):
        return "question"
    if doubts.is_joke(message):
        return "joke"
    if doubts.is_supposed(whole):
        return "supposed"
    return "somebody_else" if doubts.is_of_somebody_else(clause, whole) else None
