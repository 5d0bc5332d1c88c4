"""Every section of a prompt that text can get into, and a prompt with a text in it."""

from __future__ import annotations

from dataclasses import replace

from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Exchange, Line, Parts
from tests.prompt.samples import NONCE

PLAIN = Parts(
    persona_name="Somi",
    persona="Small and round.",
    examples=("User: hi\nSomi: hello",),
    lines=(Line("memo", 1, "likes rain"), Line("profile", 1, "works late")),
    summary="They met.",
    turns=(Exchange(1, "hello", "hi there"),),
    fresh=(Line("memo", 2, "no peanuts"),),
    today="Today is Monday.",
    user_text="what now?",
)

# How a string gets into each section; "spliced" puts its halves into neighbours.
PLACES = {
    "persona_name": lambda text: replace(PLAIN, persona_name=text),
    "persona": lambda text: replace(PLAIN, persona=text),
    "example": lambda text: replace(PLAIN, examples=(text, *PLAIN.examples)),
    "memo": lambda text: replace(PLAIN, lines=(Line("memo", 1, text), PLAIN.lines[1])),
    "profile": lambda text: replace(PLAIN, lines=(PLAIN.lines[0], Line("profile", 1, text))),
    "fresh": lambda text: replace(PLAIN, fresh=(Line("memo", 2, text),)),
    "summary": lambda text: replace(PLAIN, summary=text),
    "turn_user": lambda text: replace(PLAIN, turns=(Exchange(1, text, "hi"),)),
    "turn_note": lambda text: replace(
        PLAIN, turns=(Exchange(1, "hello", "hi", (Line("memo", 2, text),)),)
    ),
    "turn_reply": lambda text: replace(PLAIN, turns=(Exchange(1, "hello", text),)),
    "today": lambda text: replace(PLAIN, today=text),
    "remark": lambda text: replace(PLAIN, remark=text),
    "user_text": lambda text: replace(PLAIN, user_text=text),
    "spliced": lambda text: replace(
        PLAIN,
        persona_name=text[: len(text) // 2],
        persona=text[len(text) // 2 :],
        lines=(
            Line("memo", 1, text[: len(text) // 2]),
            Line("memo", 2, text[len(text) // 2 :]),
        ),
        turns=(Exchange(1, text[: len(text) // 2], text[len(text) // 2 :]),),
    ),
}


def prompt_with(place, text):
    """A prompt with *text* in that section."""
    return assemble(PLACES[place](f"before {text} after"), Budget(), nonce=NONCE)
