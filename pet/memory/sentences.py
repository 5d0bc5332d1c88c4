"""A message as sentences that its writer says in their own voice, ready for patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pet.memory.scan import scan

_STRAIGHT = str.maketrans("“”„‟«»‘’‚´′", '""""""\'\'\'\'\'')
_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]{1,120}`|\"[^\"\n]{0,200}\"|(?<![^\s(])'[^'\n]{1,120}'(?![a-z])|「[^」\n]{0,120}」"
    r"|『[^』\n]{0,120}』|^>[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
# Laughter and tears (ㅋㅋ, ㅠㅠ) end a sentence as a full stop does.
_LETTERS_ALONE = re.compile("[\u1100-\u1175]+")
# A full stop inside a number or an address ends nothing.
_SENTENCE = re.compile(r"(?:[^.!?…\n]|\.(?=[0-9a-z]))+")
_MARKS = re.compile(r"[.!?…\s]*")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in small letters without its end marks, and whether it asks."""

    text: str
    asks: bool


def own_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of *text*, normalised, with whatever stands in quotation marks left out."""
    plain = scan(text).text.translate(_STRAIGHT).lower()
    plain = _LETTERS_ALONE.sub("\n", _QUOTED.sub(" ", plain))
    sentences: list[Sentence] = []
    for found in _SENTENCE.finditer(plain):
        if body := " ".join(found[0].split()).rstrip("~^;:, "):
            marks = _MARKS.match(plain, found.end())
            sentences.append(Sentence(body, asks=marks is not None and "?" in marks[0]))
    return tuple(sentences)
