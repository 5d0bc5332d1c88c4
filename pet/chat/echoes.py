"""A reply that only says the user's message again is no example for the next ones.

A model of half a billion parameters that reads one echo of its own answers with echoes ever after
(measured: five of five, none of five without it).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from pet.memory.turns import Turn
from pet.prompt.sections import Exchange, Line


def exchanges(seen: Sequence[Turn], noted: Mapping[int, tuple[Line, ...]]) -> Iterator[Exchange]:
    """The turns *seen* as a prompt tells of them, oldest first, without echoes.

    *noted*: the memos that rode in the message of a turn. What the user said in a turn with an echo
    is told with what was said next; nothing is put into the pet's mouth, which would be imitated
    just the same.
    """
    before = ""
    notes: dict[Line, None] = {}
    for turn in seen:
        said = before + turn.user_text
        notes |= dict.fromkeys(noted.get(turn.id, ()))
        if is_echo(turn.user_text, turn.reply):
            before = f"{said}\n"
        else:
            yield Exchange(turn.id, said, turn.reply, tuple(notes))
            before, notes = "", {}


def waiting(seen: Sequence[Turn]) -> str:
    """What the user said in the echoes that nothing was said after yet; its lines, or nothing."""
    before = ""
    for turn in seen:
        is_one = is_echo(turn.user_text, turn.reply)
        before = f"{before}{turn.user_text}\n" if is_one else ""
    return before


def is_echo(said: str, reply: str) -> bool:
    """Whether *reply* is *said*, but for case, width, spaces and marks."""
    words = _letters(said)
    return bool(words) and words == _letters(reply)


def _letters(text: str) -> str:
    whole = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in whole if letter.isalnum())
