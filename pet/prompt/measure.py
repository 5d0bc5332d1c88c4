"""How a persona fits into a prompt with nothing but her in it: what is read, and what is cut."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pet.i18n import Language
from pet.persona.persona import Persona, examples, persona_text
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.report import Report
from pet.prompt.sections import Parts


@dataclass(frozen=True, slots=True)
class Measured:
    """Bytes of UTF-8; `tokens` is an estimate for the model that the budget is of."""

    size: int  # of her text and examples, all of them
    limit: int  # of her text alone
    text_kept: int
    text_left: int
    examples_kept: int
    examples_left: int  # how many the model does not read
    examples_cut: int  # bytes cut from the ends of long ones that it does read
    tokens: int

    @property
    def fits(self) -> bool:
        return not (self.text_left or self.examples_left or self.examples_cut)


def measure(persona: Persona, language: Language, budget: Budget) -> Measured:
    """What *budget* leaves of *persona*; takes a millisecond or two."""
    report = report_of(persona, language, budget)
    text, shown = report.section("persona"), report.section("examples")
    kept = text.kept_bytes + shown.kept_bytes
    return Measured(
        size=text.offered_bytes + shown.offered_bytes,
        limit=budget.persona_bytes,
        text_kept=text.kept_bytes,
        text_left=text.left_bytes,
        examples_kept=shown.kept_items,
        examples_left=shown.offered_items - shown.kept_items,
        examples_cut=sum(left.bytes for left in shown.left if left.reason == "item_cap"),
        tokens=math.ceil(kept / budget.bytes_per_token),
    )


def report_of(persona: Persona, language: Language, budget: Budget) -> Report:
    """The report of a prompt with nothing but *persona* in it. Raises BudgetExceeded."""
    parts = Parts(
        persona=persona_text(persona, language),
        examples=examples(persona, language),
        user_text="…",
    )
    nonce = assemble.new_nonce((parts.persona, *parts.examples))
    return assemble.assemble(parts, budget, nonce=nonce).report
