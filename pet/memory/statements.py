"""A message as sentences and clauses with their places; which words are not its writer's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

# In quotation marks, code, lines that answer somebody, addresses.
NOT_OWN: Final = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]{1,200}`|[\"“”„«][^\"“”„»\n]{2,300}[\"“”»]|「[^」\n]{1,200}」"
    r"|『[^』\n]{1,200}』|^\s*[>›][^\n]*$|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
# A full stop inside a number or an address ends nothing; laughter and tears do.
SENTENCE: Final = re.compile(r"(?:[^.!?…\n~ㅋㅎㅠㅜ]|\.(?=[0-9A-Za-z]))+[ㅋㅎㅠㅜ~]*[.!?…~]*")
# In a sentence that asks, what stands before these was said and not asked.
_CLAUSE_END: Final = re.compile(
    r"(?:는데|인데|은데|운데|거든요?|니까|라서|아서|어서|해서|지만)(?=[\s,])|[,;:—]|\s(?:so|but|and)\s"
    r"|고(?=\s(?:나는|난|나도|내가|저는|전|저도|제가)\s)"
)


def around(message: str, start: int, stop: int) -> tuple[int, int]:
    """The sentences that the place touches, as a place."""
    spans = [found.span() for found in SENTENCE.finditer(message)]
    touched = [span for span in spans if span[0] < stop and start < span[1]]
    return (min(touched)[0], max(touched)[1]) if touched else (start, stop)


def clause(sentence: str, start: int, stop: int) -> str:
    """The clause of *sentence* with the place in it; the whole where the place spans several."""
    for first, last in clauses(sentence):
        if first <= start and stop <= last:
            return sentence[first:last].strip()
    return sentence.strip()


def clauses(sentence: str) -> Iterator[tuple[int, int]]:
    """The places of the clauses of *sentence*."""
    ends = [found.end() for found in _CLAUSE_END.finditer(sentence)]
    yield from zip([0, *ends], [*ends, len(sentence)], strict=True)


def is_quoted(message: str, start: int, stop: int) -> bool:
    """Whether a part of the place is not its writer's own."""
    return any(own.start() < stop and start < own.end() for own in NOT_OWN.finditer(message))
