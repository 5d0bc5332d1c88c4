"""What falls first: the budget is lowered, and each change of what is kept makes a row."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Final

from pet.errors import BudgetExceeded
from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.report import Report, SectionName
from pet.prompt.sections import Exchange, Line, Parts

_EVERYTHING_FITS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class Stage:
    """What is dropped at this many bytes of budget; where it does not even then fit, no answer."""

    budget: int
    turns: int
    examples: int
    preferences: int
    summary_bytes: int
    persona_bytes: int
    fits: bool = True


def stages(parts: Parts, budget: Budget, nonce: str) -> tuple[Stage, ...]:
    """The rows from *budget* down to failure; all but the first with the most bytes they hold at.

    Every dropped item is a row. A text that is being cut has rows where its first byte goes, where
    half of it is gone and where it is empty. Raises UserTextTooLarge.
    """
    whole = assemble(parts, replace(budget, prompt_bytes=_EVERYTHING_FITS), nonce=nonce).report

    def stage(prompt_bytes: int) -> Stage:
        try:
            kept = assemble(parts, budget.smaller(prompt_bytes), nonce=nonce).report
        except BudgetExceeded:
            return _stage(prompt_bytes, whole, None)
        return _stage(prompt_bytes, whole, kept)

    rows = [stage(budget.prompt_bytes)]
    while rows[-1].fits:
        here = _place(rows[-1], whole)
        # A smaller budget never keeps more, so all sizes of one place lie together.
        least = bisect_left(
            range(rows[-1].budget), True, key=lambda size: _place(stage(size), whole) == here
        )
        rows.append(stage(least - 1))
    return tuple(rows)


def _stage(prompt_bytes: int, whole: Report, kept: Report | None) -> Stage:
    """What *kept* has less than *whole*; everything where nothing could be kept."""

    def items(name: SectionName) -> int:
        return whole.section(name).kept_items - (kept.section(name).kept_items if kept else 0)

    def size(name: SectionName) -> int:
        return whole.section(name).kept_bytes - (kept.section(name).kept_bytes if kept else 0)

    return Stage(
        budget=prompt_bytes,
        turns=items("turns"),
        examples=items("examples"),
        preferences=items("preferences"),
        summary_bytes=size("summary"),
        persona_bytes=size("persona"),
        fits=kept is not None,
    )


def _place(stage: Stage, whole: Report) -> tuple[int, ...]:
    """What makes a row differ from the one before."""
    return (
        stage.turns,
        stage.examples,
        stage.preferences,
        _step(stage.summary_bytes, whole.section("summary").kept_bytes),
        _step(stage.persona_bytes, whole.section("persona").kept_bytes),
        stage.fits,
    )


def _step(gone: int, whole: int) -> int:
    """How far a text is cut: not at all, a little, by half, empty."""
    return (gone > 0) + (2 * gone >= whole > 0) + (gone >= whole > 0)


def sample_parts() -> Parts:
    """Parts to show the order with: a summary of 192 bytes, a persona of 464, two or three more."""
    return Parts(
        persona=(
            "Somi is a small round creature that lives at the edge of the screen. She is "
            "curious, warm and a little dry. She likes rain, warm bread and the sound of a "
            "keyboard, and she dislikes being called a program, because she finds that odd. "
            "She speaks in short sentences, asks at most one question at a time, never "
            "lectures, and remembers that the person in front of her may be tired. When she "
            "does not know something she says so at once, cheerfully, and then she goes on."
        ),
        examples=(
            "User: I am back.\nSomi: There you are. How was it out there?",
            "User: I cannot sleep.\nSomi: Then let us be quietly awake together for a while.",
        ),
        lines=(
            Line("memo", 1, "Has a sister called Yuna who visits on Sundays."),
            Line("profile", 1, "Works in marketing and often writes late in the evening."),
        ),
        summary=(
            "They talked about the move to a new flat, about which plants survive a gloomy "
            "kitchen, and the user was glad that the exam is over. They will plan their first "
            "party together, with paper lamps."
        ),
        turns=(
            Exchange(1, "Which plant was it again?", "The one with the heart-shaped leaves."),
            Exchange(
                2, "And how often does it want water?", "Once a week. It likes to be left alone."
            ),
            Exchange(3, "Like me.", "Like you before coffee, yes."),
        ),
        today="Today is Monday, 2 March 2026.",
        user_text="What should I buy for the kitchen?",
    )
