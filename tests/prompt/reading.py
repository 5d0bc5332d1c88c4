"""Reading a prompt back: what a test needs to know of what was sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pet.errors import BudgetExceeded
from pet.prompt.assemble import Prompt, assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Parts, trusted
from tests.prompt.samples import NONCE

EVERYTHING = 1 << 30  # a budget in which everything fits
FENCE = re.compile(rf"(</?)(untrusted_[a-z_]+) {NONCE}>")


@dataclass(frozen=True)
class Kept:
    """How much of each kind is in a prompt, as the report says."""

    turns: int
    examples: int
    preferences: int
    summary: int
    persona: int
    lore: int = 0

    def __le__(self, other: Kept) -> bool:
        return all(
            getattr(self, name) <= getattr(other, name) for name in self.__dataclass_fields__
        )


def kept(prompt: Prompt) -> Kept:
    section = prompt.report.section
    return Kept(
        section("turns").kept_items,
        section("examples").kept_items,
        section("preferences").kept_items,
        section("summary").kept_bytes,
        section("persona").kept_bytes,
        section("lore").kept_items,
    )


def at(parts: Parts, budget: Budget, size: int):
    """The prompt at exactly *size* bytes of budget; None where it cannot be."""
    try:
        return assemble(parts, replace(budget, prompt_bytes=size), nonce=NONCE)
    except BudgetExceeded:
        return None


def whole(parts: Parts, budget: Budget) -> Prompt:
    """The prompt before any budget."""
    return assemble(parts, replace(budget, prompt_bytes=EVERYTHING), nonce=NONCE)


def check_order(now: Kept, full: Kept) -> None:
    """While an earlier kind is left, a later one is not touched."""
    order = ("lore", "turns", "examples", "preferences", "summary", "persona")
    for place, name in enumerate(order):
        if getattr(now, name) < getattr(full, name):
            assert all(getattr(now, earlier) == 0 for earlier in order[:place]), (now, full)


def check_shape(prompt: Prompt, budget: Budget, tools: str) -> None:
    """One system message, first; turns in pairs; a user message, last; the size as it is."""
    roles = [message.role for message in prompt.messages]
    turns = prompt.report.section("turns").kept_items
    assert roles == ["system", *(["user", "assistant"] * turns), "user"]
    size = sum(budget.message_bytes + len(message.content.encode()) for message in prompt.messages)
    assert prompt.size == size + len(tools.encode()) == prompt.report.size
    assert prompt.size <= budget.prompt_bytes
    assert sum(section.kept_bytes for section in prompt.report.sections) == prompt.size


def untrusted(prompt: Prompt) -> list[str]:
    """Everything in *prompt* but the trusted text and the fences; checks that these are whole."""
    first = prompt.messages[0].content
    offered = prompt.report.section("tools").kept_bytes > 0
    policy = trusted(NONCE, tools=offered).decode()
    assert first.startswith(policy)
    bodies = []
    for content in (first[len(policy) :], *(message.content for message in prompt.messages[1:])):
        found = FENCE.findall(content)
        assert found == [pair for name in found[::2] for pair in (("<", name[1]), ("</", name[1]))]
        bodies.append(FENCE.sub("", content))
    names = [name for message in prompt.messages[1:] for _, name in FENCE.findall(message.content)]
    assert names.count("untrusted_user_text") == 2
    return bodies
