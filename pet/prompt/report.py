"""What the model was given and what it was not, in numbers and ids: the answer to "why?"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

Reason = Literal[
    "count_cap",  # more items than a list may have
    "item_cap",  # an item longer than an item may be: cut on entry
    "entry_cut",  # the whole section longer than it may be: cut on entry
    "budget",  # it did not fit beside what matters more
]
SectionName = Literal[
    "trusted",
    "tools",
    "persona",
    "examples",
    "preferences",
    "summary",
    "turns",
    "today",  # the date, and a remark beside the message
    "user_text",
    "frame",  # fences, labels, and what a template adds to each message
]
SECTIONS: Final[tuple[SectionName, ...]] = get_args(SectionName)


@dataclass(frozen=True, slots=True)
class Left:
    """What was left out of a section for one reason; `items` is 0 where only bytes were cut."""

    reason: Reason
    items: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a prompt. Offered bytes are the kept ones and all that were left out."""

    name: SectionName
    offered_items: int
    offered_bytes: int
    kept_items: int
    kept_bytes: int
    left: tuple[Left, ...] = ()
    removed: int = 0  # scalars that nobody sees
    replaced: int = 0  # signs that a model could have taken for structure

    @property
    def left_bytes(self) -> int:
        return sum(left.bytes for left in self.left)


@dataclass(frozen=True, slots=True)
class Report:
    """All sections of one prompt, in bytes; the kept ones and the frame add up to `size`."""

    sections: tuple[Section, ...]
    size: int
    budget: int
    messages: int
    predicted_tokens: int
    memos_used: tuple[int, ...] = ()
    memos_left: tuple[int, ...] = ()
    profile_used: tuple[int, ...] = ()
    profile_left: tuple[int, ...] = ()
    oldest_turn: int | None = None  # the oldest that the pet still sees
    counted_tokens: int = 0  # by the engine, after the reply; 0: it did not say
    shared_messages: int | None = None  # from the front, those of the prompt before
    shared_bytes: int | None = None  # the same in bytes; None: no prompt before in this run

    def section(self, name: SectionName) -> Section:
        return next(section for section in self.sections if section.name == name)

    def dropped(self, name: SectionName, reason: Reason = "budget") -> Left:
        """What *name* lost for *reason*; zeros where it lost nothing."""
        left = (left for left in self.section(name).left if left.reason == reason)
        return next(left, Left(reason, 0, 0))

    @property
    def turns_dropped(self) -> int:
        """Turns that were left out because they did not fit."""
        return self.dropped("turns").items

    @property
    def tokens(self) -> int:
        """As the engine counted, else as predicted."""
        return self.counted_tokens or self.predicted_tokens

    def tokens_of(self, name: SectionName) -> int:
        """About how many tokens of the prompt are *name*'s: by its share of the bytes."""
        return round(self.section(name).kept_bytes * self.tokens / self.size) if self.size else 0

    @property
    def persona_cut(self) -> bool:
        """Whether any of the persona is missing, on entry or for want of room."""
        return self.section("persona").left_bytes > 0

    def to_dict(self) -> dict[str, Any]:  # JSON: names, numbers and ids, never text
        return asdict(self)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Report:
        """The report that `to_dict` gave. Raises KeyError, TypeError for anything else."""
        facts = dict(stored)
        facts["sections"] = tuple(_section(section) for section in facts["sections"])
        for name in ("memos_used", "memos_left", "profile_used", "profile_left"):
            facts[name] = tuple(facts[name])
        return cls(**facts)


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """How a section differs from the one before: more is positive."""

    name: SectionName
    items: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Diff:
    """How a prompt differs from the one before; sections that did not change are not in it."""

    sections: tuple[SectionDiff, ...]
    size: int
    predicted_tokens: int
    memos_new: tuple[int, ...]
    memos_gone: tuple[int, ...]
    profile_new: tuple[int, ...]
    profile_gone: tuple[int, ...]


def diff(before: Report, after: Report) -> Diff:
    """What came and what went from *before* to *after*."""
    changes = (
        SectionDiff(
            name,
            after.section(name).kept_items - before.section(name).kept_items,
            after.section(name).kept_bytes - before.section(name).kept_bytes,
        )
        for name in SECTIONS
    )
    return Diff(
        sections=tuple(change for change in changes if change.items or change.bytes),
        size=after.size - before.size,
        predicted_tokens=after.predicted_tokens - before.predicted_tokens,
        memos_new=_without(after.memos_used, before.memos_used),
        memos_gone=_without(before.memos_used, after.memos_used),
        profile_new=_without(after.profile_used, before.profile_used),
        profile_gone=_without(before.profile_used, after.profile_used),
    )


def _without(ids: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(known for known in ids if known not in others)


def _section(stored: Mapping[str, Any]) -> Section:
    return Section(**{**stored, "left": tuple(Left(**left) for left in stored["left"])})
