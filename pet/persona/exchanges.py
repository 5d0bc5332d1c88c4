"""An example of a card, taken apart into who says what."""

from __future__ import annotations

import re
from typing import Final, Literal

from pet.persona.persona import USER_NAMES

Speaker = Literal["user", "assistant"]
_SPEECH: Final = re.compile(r"^[ \t]*(.{1,130}?)[ \t]*:[ \t]*", re.MULTILINE)


def speeches(example: str, name: str) -> tuple[tuple[Speaker, str], ...]:
    """Who says what in *example*, macros filled in, where *name* is the persona's.

    Only a line that begins with one of both names and a colon begins a speech; everything up to
    the next belongs to it, colons included. What stands before the first speech is put in front
    of it. Empty where nobody speaks.
    """
    speakers: dict[str, Speaker] = {user.casefold(): "user" for user in USER_NAMES}
    speakers["{{user}}"] = "user"
    speakers[name.casefold()] = speakers["{{char}}"] = "assistant"
    begins = [
        (found, speakers[found[1].casefold()])
        for found in _SPEECH.finditer(example)
        if found[1].casefold() in speakers
    ]
    said: list[tuple[Speaker, str]] = []
    for number, (found, speaker) in enumerate(begins):
        end = begins[number + 1][0].start() if number + 1 < len(begins) else len(example)
        words = example[found.end() : end].strip()
        if not said:
            words = f"{example[: found.start()].strip()}\n{words}".strip()
        if said and said[-1][0] == speaker:  # two lines of one speaker are one message
            said[-1] = (speaker, f"{said[-1][1]}\n{words}".strip())
        else:
            said.append((speaker, words))
    return tuple(one for one in said if one[1])
