"""Where parts come in: made harmless, held to their own caps, before any budget is measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pet.prompt.budget import Budget
from pet.prompt.cut import cut_bytes, cut_marked
from pet.prompt.incoming import within_limits
from pet.prompt.neutralise import neutralise, one_line
from pet.prompt.report import Left, Reason, SectionName
from pet.prompt.sections import Bundle, Content, Exchange, Line, Lore, Parts, Told, Turn

_ENTERING: Final[tuple[SectionName, ...]] = (
    "persona",
    "examples",
    "preferences",
    "summary",
    "turns",
    "lore",
    "today",
    "user_text",
)
# Stands for a side of a turn without words: templates want both roles.
_SILENCE: Final = "…".encode()


@dataclass(slots=True)
class Offered:
    """What came in for one section, and what its caps took from it."""

    items: int = 0
    size: int = 0  # bytes
    removed: int = 0
    replaced: int = 0
    _left: dict[Reason, Left] = field(default_factory=dict)

    @property
    def left(self) -> tuple[Left, ...]:
        return tuple(self._left.values())

    def harmless(self, text: str) -> str:
        """*text* neutralised, and the cost of it noted."""
        neutral = neutralise(text)
        self.removed += neutral.removed
        self.replaced += neutral.replaced
        return neutral.text

    def enter(self, whole: bytes, kept: bytes, reason: Reason) -> bytes:
        """Note that *whole* came in and a cap, for *reason*, left *kept* of it; the latter."""
        self.size += len(whole)
        self.lose(reason, 0, len(whole) - len(kept))
        return kept

    def enter_item(self, whole: bytes, kept: bytes, reason: Reason) -> bytes:
        """`enter` for what counts as an item, unless it is empty."""
        self.items += bool(whole)
        self.lose(reason, int(bool(whole) and not kept), 0)
        return self.enter(whole, kept, reason)

    def lose(self, reason: Reason, items: int, lost: int) -> None:
        if items or lost:
            before = self._left.get(reason, Left(reason, 0, 0))
            self._left[reason] = Left(reason, before.items + items, before.bytes + lost)

    def turn_away(self, text: str) -> None:
        """Note an item that the list had no place for."""
        lost = len(text.encode(errors="replace"))
        self.size += lost
        self.lose("count_cap", 1, lost)


@dataclass(frozen=True, slots=True)
class Entered:
    """The parts as they may be sent, and the account of what entering cost."""

    content: Content
    offered: Mapping[SectionName, Offered]


def enter(parts: Parts, budget: Budget) -> Entered:
    """*parts* neutralised and within the caps of *budget*. Raises UserTextTooLarge first of all."""
    said = within_limits(parts.user_text, budget)
    offered = {name: Offered() for name in _ENTERING}
    preferences = offered["preferences"]
    parts = parts if budget.user_fence else _with_bare_messages(parts)
    passed = parts.turns[: max(0, len(parts.turns) - budget.context_items)]
    fresh = (*parts.fresh, *(line for turn in reversed(passed) for line in turn.notes))
    content = Content(
        user_text=_text(said, None, offered["user_text"]),
        today=_text(parts.today, None, offered["today"]),
        remark=_text(parts.remark, None, offered["today"]),
        persona=_text(_named(parts), budget.persona_bytes, offered["persona"]),
        examples=tuple(_examples(parts.examples, budget, offered["examples"])),
        preferences=_bundles(parts.lines, budget, preferences),
        fresh=_bundles(fresh, budget, preferences),
        summary=_text(parts.summary, budget.summary_bytes, offered["summary"]),
        turns=tuple(_turns(parts.turns, len(passed), budget, offered)),
        lore=_lore(parts.lore, budget.lore_bytes, offered["lore"]),
    )
    return Entered(content, offered)


def _with_bare_messages(parts: Parts) -> Parts:
    """*parts* with no memo in a message; the newest last, so that those before it stay."""
    riding = tuple(line for turn in parts.turns for line in turn.notes)
    bare = tuple(replace(turn, notes=()) for turn in parts.turns)
    return replace(parts, turns=bare, fresh=riding + parts.fresh)


def _named(parts: Parts) -> str:
    """Name and persona as one text, cut from the end, so that the name is the last to go."""
    name = one_line(parts.persona_name)
    return f"Name: {name}\n{parts.persona}" if name else parts.persona


def _text(text: str, cap: int | None, offered: Offered) -> bytes:
    """A section that is one text, cut to *cap* bytes where there is a cap."""
    whole = offered.harmless(text).encode()
    kept = whole if cap is None else cut_bytes(whole, cap)
    return offered.enter_item(whole, kept, "entry_cut")


def _examples(texts: Sequence[str], budget: Budget, offered: Offered) -> Iterator[bytes]:
    """The first examples, each cut to its cap."""
    for text in texts[: budget.context_items]:
        whole = offered.harmless(text).encode()
        kept = cut_bytes(whole, budget.example_bytes)
        if offered.enter_item(whole, kept, "item_cap"):
            yield kept
    for text in texts[budget.context_items :]:
        offered.items += 1
        offered.turn_away(text)


def _turns(
    exchanges: Sequence[Exchange],
    over: int,
    budget: Budget,
    sections: Mapping[SectionName, Offered],
) -> Iterator[Turn]:
    """All turns but the first *over*, each side cut with a visible mark."""
    offered = sections["turns"]
    offered.items = len(exchanges)
    for exchange in exchanges[:over]:
        offered.turn_away(exchange.user + exchange.reply)
    for exchange in exchanges[over:]:
        user = _side(exchange.user, budget.turn_bytes, offered)
        reply = _side(exchange.reply, budget.turn_bytes, offered)
        notes = _bundles(exchange.notes, budget, sections["preferences"])
        yield Turn(exchange.turn, user, reply, notes)


def _lore(entries: Sequence[Lore], cap: int, offered: Offered) -> tuple[Told, ...]:
    """Whole entries as far as they fit, beginning with the highest priority; in their own order."""
    whole = [Told(one.number, one.priority, offered.harmless(one.text).encode()) for one in entries]
    kept = set()
    for told in sorted(whole, key=lambda one: -one.priority):
        cap -= len(told.text)
        if cap < 0:
            break
        kept.add(told.number)
    for told in whole:
        offered.enter_item(told.text, told.text if told.number in kept else b"", "entry_cut")
    return tuple(told for told in whole if told.number in kept)


def _side(text: str, cap: int, offered: Offered) -> bytes:
    text = offered.harmless(text)
    whole = text.encode() if text.strip() else _SILENCE
    return offered.enter(whole, cut_marked(whole, cap), "item_cap")


def _bundles(lines: Sequence[Line], budget: Budget, offered: Offered) -> tuple[Bundle, ...]:
    """Whole lines joined up to the cap; memos before profile lines, never both in one bundle."""
    packed = [
        bundle
        for source in ("memo", "profile")
        for bundle in _packed([line for line in lines if line.source == source], budget, offered)
    ]
    offered.items += len(packed)
    for bundle in packed[budget.context_items :]:
        offered.lose("count_cap", 1, len(bundle.text))
    return tuple(packed[: budget.context_items])


def _packed(lines: Sequence[Line], budget: Budget, offered: Offered) -> Iterator[Bundle]:
    """*lines*, all of one source, in as few bundles as whole lines allow."""
    ids: list[int] = []
    text = b""
    for line in lines:
        whole = one_line(offered.harmless(line.text)).encode()
        kept = offered.enter(whole, cut_bytes(whole, budget.preference_bytes), "item_cap")
        if not kept:
            continue
        if ids and len(text) + 1 + len(kept) > budget.preference_bytes:
            yield Bundle(line.source, tuple(ids), text)
            ids, text = [], b""
        offered.size += bool(ids)  # the line end that joins it
        text = text + b"\n" + kept if ids else kept
        ids.append(line.id)
    if ids:
        yield Bundle(lines[0].source, tuple(ids), text)
