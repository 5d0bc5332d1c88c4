"""Whether the user asks to be remembered, and what else is said about remembering."""

from __future__ import annotations

from pet.memory import english_wishes, korean_wishes
from pet.memory.contents import content
from pet.memory.corrections import wants_correction
from pet.memory.promises import claims_saving
from pet.memory.sentences import own_sentences

__all__ = ["claims_saving", "content", "wants_correction", "wants_remembering"]


def wants_remembering(text: str) -> bool:
    """Whether *text* asks to keep something for later talks, in Korean or English.

    Questions about what is remembered, reports, quotations and requests that the pet should
    forget are no such wishes; "from now on …" and "앞으로 …" with an order are.
    """
    return any(
        korean_wishes.is_wish(sentence) or english_wishes.is_wish(sentence)
        for sentence in own_sentences(text)
    )
