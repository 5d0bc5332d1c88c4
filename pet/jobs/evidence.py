"""Where in a message something was said, and whether it was said in earnest, of oneself.

Words in quotation marks, code, and lines that answer somebody are not the user's own. A greeting, a
question, a guess, a joke or a word about somebody else is no evidence of what the user is like.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from pet.memory import doubts, statements
from pet.prompt.neutralise import neutralise

Doubt = Literal["quoted", "small_talk", "question", "joke", "supposed", "somebody_else"]

_LEAST: Final = 3  # letters of a quote; less stands in every message


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
    sentence = statements.around(message, start, stop)
    clause = statements.clause(message[slice(*sentence)], start - sentence[0], stop - sentence[0])
    return Place(start, stop, clause, _doubt(message, start, stop, sentence, clause))


def may_hold_something(text: str) -> bool:
    """Whether a message is worth showing to a model: it says something that is not only asked."""
    message = plain(text)
    own = statements.NOT_OWN.sub(" ", message)
    for sentence in (found[0].strip() for found in statements.SENTENCE.finditer(own)):
        clauses = [sentence[slice(*span)] for span in statements.clauses(sentence)]
        told = clauses[:-1] if doubts.asks(sentence) else clauses
        if any(not doubts.is_small_talk(clause) for clause in told):
            return True
    return False


def _doubt(
    message: str, start: int, stop: int, sentence: tuple[int, int], clause: str
) -> Doubt | None:
    if statements.is_quoted(message, start, stop):
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
