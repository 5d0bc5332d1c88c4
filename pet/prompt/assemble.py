"""The prompt: what enters is laid out, and dropped in a fixed order until it fits."""

from __future__ import annotations

import itertools
import math
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pet.engines.base import Message, Role
from pet.errors import BudgetExceeded
from pet.prompt import sections
from pet.prompt.budget import Budget
from pet.prompt.cut import cut_bytes
from pet.prompt.entry import Entered, Offered, enter
from pet.prompt.report import Left, Report, Section, SectionName
from pet.prompt.sections import Bundle, Content, Line, LineSource, Parts, Pieces

_NONCE_BYTES: Final = 8  # 64 bits: nobody guesses it, and a model reads it in ten tokens


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent; `size` is what the budget counts, in bytes."""

    messages: tuple[Message, ...]
    report: Report
    size: int

    def shared_bytes(self, before: Prompt) -> int:
        """Bytes from the front that are those of *before*: what an engine need not read again."""
        shared = 0
        for ours, theirs in zip(self.messages, before.messages, strict=False):
            same = _shared(ours.content.encode(), theirs.content.encode())
            shared += same
            if ours != theirs:
                break
        return shared


def compared(prompt: Prompt, before: Prompt | None) -> Report:
    """The report of *prompt*, with what it shares with the one *before*."""
    if before is None:
        return prompt.report
    pairs = zip(prompt.messages, before.messages, strict=False)
    same = len(tuple(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))
    shared = prompt.shared_bytes(before)
    return replace(prompt.report, shared_messages=same, shared_bytes=shared)


def new_nonce(data: Iterable[str]) -> str:
    """A mark for the fences of one session, random, and found nowhere in *data*."""
    texts = tuple(data)
    while True:
        nonce = secrets.token_hex(_NONCE_BYTES)
        if not any(nonce in text for text in texts):
            return nonce


def assemble(parts: Parts, budget: Budget, *, nonce: str) -> Prompt:
    """The prompt for *parts* within *budget*, and the account of what was left out.

    While it does not fit: entries of the lorebook go, the least important first, then the oldest
    turn, then the last example, the last preference (a
    fresh one last), then the summary and the persona down to the longest part from their front
    that fits. While an earlier kind is left, a later one is not touched; the user's text and the
    trusted section never are. A smaller budget never keeps more of anything.

    Raises UserTextTooLarge, before anything else, and BudgetExceeded with the size of each part.
    """
    entered = enter(parts, budget)
    frame = _Frame(budget, nonce, parts.tools)
    content = _fitted(entered.content, frame)
    size = frame.size(content)
    if size > budget.prompt_bytes:
        raise BudgetExceeded(
            "budget_exceeded",
            budget=budget.prompt_bytes,
            needed=size,
            **{name: kept for name, (_, kept) in frame.measure(entered.content).items()},
        )
    messages = tuple(
        Message(role, b"".join(pieces).decode()) for role, pieces in frame.layout(content)
    )
    return Prompt(messages, _report(parts, entered, content, frame), size)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Lays content out and measures it as it will be sent."""

    budget: Budget
    nonce: str
    tools: str

    def layout(self, content: Content) -> list[tuple[Role, Pieces]]:
        fenced, tools = self.budget.user_fence, bool(self.tools)
        return sections.layout(content, self.nonce, user_fence=fenced, tools=tools)

    def size(self, content: Content) -> int:
        """Bytes of everything that is sent: messages, what a template adds, tool schemas."""
        messages = self.layout(content)
        contents = sum(sum(map(len, pieces)) for _, pieces in messages)
        return contents + len(messages) * self.budget.message_bytes + len(self.tools.encode())

    def over(self, content: Content) -> int:
        """By how many bytes *content* is too large; 0 or less where it fits."""
        return self.size(content) - self.budget.prompt_bytes

    def measure(self, content: Content) -> dict[SectionName, tuple[int, int]]:
        """Items and bytes of each section but the frame."""
        bundles = content.remembered
        return {
            "trusted": (1, len(sections.trusted(self.nonce, tools=bool(self.tools)))),
            "tools": (int(bool(self.tools)), len(self.tools.encode())),
            "persona": (int(bool(content.persona)), len(content.persona)),
            "examples": (len(content.examples), sum(map(len, content.examples))),
            "preferences": (len(bundles), sum(len(bundle.text) for bundle in bundles)),
            "summary": (int(bool(content.summary)), len(content.summary)),
            "turns": (
                len(content.turns),
                sum(len(turn.user) + len(turn.reply) for turn in content.turns),
            ),
            "lore": (len(content.lore), sum(len(told.text) for told in content.lore)),
            "today": (
                bool(content.today) + bool(content.remark),
                len(content.today) + len(content.remark),
            ),
            "user_text": (int(bool(content.user_text)), len(content.user_text)),
        }


def _fitted(content: Content, frame: _Frame) -> Content:
    """As much of *content* as fits; where nothing is left to drop, it may still be too large."""
    for fitting in itertools.chain((content,), _dropping(content)):
        if frame.over(fitting) <= 0:
            return fitting
    bare = replace(content, lore=(), turns=(), examples=(), preferences=(), fresh=())
    bare = replace(bare, summary=_front(bare.summary, frame.over(bare)))
    return replace(bare, persona=_front(bare.persona, frame.over(bare)))


def _dropping(content: Content) -> Iterator[Content]:
    """*content* with one item less each time, in the order of what matters least."""
    while content.lore:
        least = min(reversed(content.lore), key=lambda told: told.priority)
        content = replace(content, lore=tuple(one for one in content.lore if one is not least))
        yield content
    while content.turns:
        first, *rest = content.turns  # its memos are none of the turns: they ride in the last
        content = replace(content, turns=tuple(rest), fresh=content.fresh + first.notes)
        yield content
    while content.examples:
        content = replace(content, examples=content.examples[:-1])
        yield content
    while content.preferences:
        content = replace(content, preferences=content.preferences[:-1])
        yield content
    while content.fresh:
        content = replace(content, fresh=content.fresh[:-1])
        yield content


def _front(text: bytes, over: int) -> bytes:
    """The longest part from the front of *text* that is at least *over* bytes shorter."""
    return cut_bytes(text, len(text) - over)


def _report(parts: Parts, entered: Entered, kept: Content, frame: _Frame) -> Report:
    before, after = frame.measure(entered.content), frame.measure(kept)
    size = frame.size(kept)
    framing = size - sum(counted for _, counted in after.values())
    offered, used = parts.remembered, kept.remembered
    return Report(
        sections=(
            *(_section(name, before[name], after[name], entered.offered) for name in before),
            Section("frame", 1, framing, 1, framing),
        ),
        size=size,
        budget=frame.budget.prompt_bytes,
        messages=len(frame.layout(kept)),
        predicted_tokens=math.ceil(size / frame.budget.bytes_per_token),
        memos_used=_ids("memo", used),
        memos_left=_left("memo", offered, used),
        profile_used=_ids("profile", used),
        profile_left=_left("profile", offered, used),
        oldest_turn=kept.turns[0].id if kept.turns else None,
        lore_used=tuple(told.number for told in kept.lore),
        lore_left=tuple(
            one.number
            for one in parts.lore
            if one.number not in {told.number for told in kept.lore}
        ),
    )


def _ids(source: LineSource, bundles: tuple[Bundle, ...]) -> tuple[int, ...]:
    return tuple(known for bundle in bundles if bundle.source == source for known in bundle.ids)


def _left(
    source: LineSource, offered: tuple[Line, ...], used: tuple[Bundle, ...]
) -> tuple[int, ...]:
    kept = set(_ids(source, used))
    return tuple(line.id for line in offered if line.source == source and line.id not in kept)


def _section(
    name: SectionName,
    before: tuple[int, int],
    after: tuple[int, int],
    offered: Mapping[SectionName, Offered],
) -> Section:
    """The account of a section: *before* any budget, *after* it; each as items and bytes."""
    account = offered.get(name) or Offered(*before)
    fell = Left("budget", before[0] - after[0], before[1] - after[1])
    return Section(
        name,
        account.items,
        account.size,
        *after,
        left=account.left + ((fell,) if fell.items or fell.bytes else ()),
        removed=account.removed,
        replaced=account.replaced,
    )


def _shared(ours: bytes, theirs: bytes) -> int:
    """How many bytes from the front are the same."""
    if ours == theirs:
        return len(ours)
    for index, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            return index
    return min(len(ours), len(theirs))
