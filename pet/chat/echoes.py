"""A reply that only says the user's message again is no example for the next ones.

A model of half a billion parameters that reads one echo of its own answers with echoes ever after
(measured: five of five, none of five without it).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from pet.memory.turns import Turn
from pet.prompt.sections import Exchange


def exchanges(seen: Sequence[Turn]) -> Iterator[Exchange]:
    """The turns *seen* as a prompt tells of them, oldest first, without echoes.

    What the user said there is told with what was said next; nothing is put into the pet's mouth,
    which would be imitated just the same.
    """
    before = ""
    for turn in seen:
        said = before + turn.user_text
        if is_echo(turn.user_text, turn.reply):
            before = f"{said}\n"
        else:
            yield Exchange(turn.id, said, turn.reply)
            before = ""


def is_echo(said: str, reply: str) -> bool:
    """Whether *reply* is *said*, but for case, width, spaces and marks."""
    words = _letters(said)
    return bool(words) and words == _letters(reply)


def _letters(text: str) -> str:
    whole = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in whole if letter.isalnum())
