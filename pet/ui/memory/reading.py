"""What the pet reads of memory in its next prompt: the very bundles, their size, what is left out.

Values only; the tab shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pet.chat.session import Session
from pet.errors import EngineError
from pet.prompt import entry
from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Bundle, LineSource


@dataclass(frozen=True, slots=True)
class ReadBundle:
    """Lines that are sent or dropped together, the most trusted first."""

    source: LineSource
    ids: tuple[int, ...]
    lines: tuple[str, ...]
    bytes: int
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """All bundles in the order of trust. `tokens` is an estimate for those that are sent."""

    bundles: tuple[ReadBundle, ...]
    tokens: int

    @property
    def bytes(self) -> int:
        return sum(bundle.bytes for bundle in self.bundles if bundle.is_sent)

    def count(self, source: LineSource, *, sent: bool) -> int:
        """How many memos or profile lines are sent, or left out."""
        return sum(
            len(bundle.ids)
            for bundle in self.bundles
            if bundle.source == source and bundle.is_sent is sent
        )


def read_now(session: Session) -> Reading:
    """As the next turn would read it. Raises StoreError, PromptError; asks the engine its window.

    Where no engine answers it is what a window of the usual size holds.
    """
    try:
        budget = session.budget_now()
    except EngineError:
        budget = Budget()
    parts = session.seat.outlook()
    made = assemble(parts, budget, nonce=session.seat.nonce)
    used = {("memo", number) for number in made.report.memos_used}
    used |= {("profile", number) for number in made.report.profile_used}
    content = entry.enter(replace(parts, user_text=""), budget).content
    offered = content.remembered
    bundles = [_seen(bundle, (bundle.source, bundle.ids[0]) in used) for bundle in offered]
    known = {(bundle.source, number) for bundle in offered for number in bundle.ids}
    beyond = [line for line in parts.remembered if (line.source, line.id) not in known]
    bundles += [_left(line.source, line.id, line.text) for line in beyond]
    sent = sum(bundle.bytes for bundle in bundles if bundle.is_sent)
    return Reading(_in_order(bundles), round(sent / budget.bytes_per_token))


def _seen(bundle: Bundle, is_sent: bool) -> ReadBundle:
    lines = tuple(bundle.text.decode().split("\n"))
    return ReadBundle(bundle.source, bundle.ids, lines, len(bundle.text), is_sent)


def _left(source: LineSource, number: int, text: str) -> ReadBundle:
    return ReadBundle(source, (number,), (text,), len(text.encode(errors="replace")), False)


def _in_order(bundles: Sequence[ReadBundle]) -> tuple[ReadBundle, ...]:
    """Memos before profile lines."""
    return tuple(sorted(bundles, key=lambda bundle: bundle.source != "memo"))
