"""A reply that only says the user's message again is no example for the next ones.

A model of half a billion parameters that reads one echo of its own answers with echoes ever after
(measured: five of five, none of five without it).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pet.memory.turns import Turn
from pet.prompt.sections import Exchange, Line


@dataclass(frozen=True, slots=True)
class Told:
    """Turns as a prompt tells of them: without echoes, whose words go with what was said next."""

    exchanges: tuple[Exchange, ...]  # oldest first
    waiting: str  # lines of the user after which nothing was said yet


def told(seen: Sequence[Turn], noted: Mapping[int, tuple[Line, ...]] | None = None) -> Told:
    """The turns *seen*, oldest first, as a prompt tells of them.

    *noted*: the memos that rode in the message of a turn. Nothing is put into the pet's mouth in
    place of an echo, which would be imitated just the same.
    """
    exchanges: list[Exchange] = []
    before = ""
    notes: dict[Line, None] = {}
    for turn in seen:
        said = before + turn.user_text
        notes |= dict.fromkeys((noted or {}).get(turn.id, ()))
        if is_echo(turn.user_text, turn.reply):
            before = f"{said}\n"
        else:
            exchanges.append(Exchange(turn.id, said, turn.reply, tuple(notes)))
            before, notes = "", {}
    return Told(tuple(exchanges), before)


def is_echo(said: str, reply: str) -> bool:
    """Whether *reply* is *said*, but for case, width, spaces and marks."""
    words = _letters(said)
    return bool(words) and words == _letters(reply)


def _letters(text: str) -> str:
    whole = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in whole if letter.isalnum())
