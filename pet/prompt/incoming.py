"""The one door through which words come in, however they were said."""

from __future__ import annotations

from typing import Literal

from pet.errors import UserTextTooLarge
from pet.prompt.budget import Budget
from pet.prompt.hidden import reveal
from pet.prompt.normalise import normalise
from pet.prompt.reasoning import without_reasoning_tags

Source = Literal["typed", "pasted", "dropped", "spoken"]


def accept_incoming(text: str, source: Source, budget: Budget) -> str:
    """*text* as it is stored and shown, within both limits of *budget*.

    Repaired is what no text may hold (see `normalise`). Hidden characters and tags that somebody
    typed are kept, because they were said; they are made harmless where text enters the prompt.
    A voice has neither, so from spoken text they are taken away. Raises UserTextTooLarge.
    """
    if source == "spoken":
        text = without_reasoning_tags(reveal(text)[0])
    return within_limits(text, budget)


def says_nothing(text: str) -> bool:
    """Whether there is nothing in *text* that anybody could see."""
    return not reveal(text)[0].strip()


def within_limits(text: str, budget: Budget) -> str:
    """*text* normalised. Raises UserTextTooLarge with both numbers; nothing is ever cut."""
    text = normalise(text)
    if len(text) > budget.user_scalars:
        raise UserTextTooLarge(
            "user_text_too_long", limit=budget.user_scalars, size=len(text), unit="scalars"
        )
    size = len(text.encode())
    if size > budget.user_bytes:
        raise UserTextTooLarge(
            "user_text_too_many_bytes", limit=budget.user_bytes, size=size, unit="bytes"
        )
    return text
