"""What a turn knows when it begins: memory and persona gathered into the parts of a prompt.

The bytes before the last exchange stay the same from turn to turn (design 4.3). So the system
message is built from a *basis* that is kept until something in it must go: a memo that was
forgotten or edited, another persona, a new summary. A new memo does not spoil the basis; it rides
in the last message, and stays in it when that is an old turn. A new profile line waits for the
next basis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from pet.chat import echoes
from pet.i18n import Language
from pet.memory import memos, profile, summaries, turns
from pet.memory.store import Store
from pet.persona import lorebook
from pet.persona import persona as personas
from pet.persona.lorebook import Lorebook
from pet.prompt.assemble import Prompt
from pet.prompt.budget import (
    MAX_CURRENT_USER_BYTES,
    MAX_CURRENT_USER_SCALARS,
    MAX_LORE_BYTES,
    MESSAGE_BYTES,
)
from pet.prompt.sections import Line, Lore, Parts

MAX_TURNS = 8
_STAYING: Final = 3  # once there is one more than eight: the oldest go, this many stay

_WEEKDAYS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "ko": ("월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"),
}


@dataclass(frozen=True, slots=True)
class Basis:
    """What the system message was built from."""

    session: int
    revision: str  # of the persona
    lines: tuple[Line, ...]
    summary: str
    after: int  # the turn that the summary, or a move of the window, reaches up to
    noted: Mapping[int, tuple[Line, ...]] = field(default_factory=dict)
    """By turn, the memos that came later and rode in its message: there they were read once."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """One look at memory: what is there now, and the turns since the summary."""

    lines: tuple[Line, ...]
    summary: str
    after: int  # the last turn that is in the summary
    talk: tuple[turns.Turn, ...]  # the newest that a prompt may hold, and one
    oldest: tuple[turns.Turn, ...]  # where talk began; the same turns while these are all


def gather(store: Store, session: int, persona_id: str, *, memory_on: bool = True) -> Gathered:
    """Read what the next prompt of this persona may need. Raises StoreError.

    With the memory off: nothing but what was said in this session since it is off.
    """
    if not memory_on:
        talk = turns.talk_after(store, session, 0, last=MAX_TURNS + 1, memory_on=False)
        return Gathered((), "", 0, talk, oldest=())
    latest = summaries.latest(store, session)
    before = latest or summaries.last_of_persona(store, persona_id, session)
    after = latest.upto_turn if latest else 0
    # A session that nobody could summarise may be thousands of turns long.
    talk = turns.talk_after(store, session, after, last=MAX_TURNS + 1)
    whole = len(talk) <= MAX_TURNS
    return Gathered(
        lines=_lines(store, persona_id),
        summary=before.text if before else "",
        after=after,
        talk=talk,
        oldest=talk if whole else turns.talk_after(store, session, after, first=MAX_TURNS),
    )


def _lines(store: Store, persona_id: str) -> tuple[Line, ...]:
    """Every memo that is for her, then what the pet concluded, unless a memo says otherwise."""
    today = store.clock.now().date()
    saved = [
        Line("memo", memo.id, memo.text)
        for memo in memos.everything(store)
        if memo.only_for in (None, persona_id)
    ]
    concluded = [
        Line("profile", line.id, profile.spoken(line, today))
        for line in profile.current_lines(store)
    ]
    return (*saved, *concluded)


def renew(basis: Basis | None, now: Gathered, session: int, revision: str) -> Basis:
    """The basis to build on: *basis* while all of it is still true, else a new one."""
    fresh = Basis(session, revision, now.lines, now.summary, now.after)
    if basis is None or (basis.session, basis.revision, basis.summary) != (
        session,
        revision,
        now.summary,
    ):
        return fresh
    if not set(basis.lines) <= set(now.lines):
        return replace(fresh, after=max(basis.after, now.after))
    return basis


def parts(
    basis: Basis,
    now: Gathered,
    persona: personas.Persona,
    language: Language,
    text: str,
    today: datetime,
    book: Lorebook | None = None,
) -> Parts:
    """The parts of the prompt for *text*: the newest turns after the basis, at most eight."""
    seen = recent(basis, now)
    noted = {
        turn.id: tuple(line for line in basis.noted.get(turn.id, ()) if line in now.lines)
        for turn in seen
    }
    told = echoes.told(seen, noted)
    known = {*basis.lines, *(line for exchange in told.exchanges for line in exchange.notes)}
    return Parts(
        persona=personas.persona_text(persona, language),
        examples=personas.examples_with_opening(persona, language),
        lines=basis.lines,
        summary=basis.summary,
        turns=told.exchanges,
        fresh=tuple(line for line in now.lines if line not in known and line.source == "memo"),
        lore=_lore(book, persona, language, seen, text) if book is not None else (),
        today=today_in(persona.language_spoken(language), today),
        user_text=_with_waiting(told.waiting, text),
        speaks=persona.language_spoken(language),
        speakers=(personas.name_in(persona, language),),
    )


def _with_waiting(waiting: str, text: str) -> str:
    """*text* below what waits to be told with it, where that is still one message."""
    whole = waiting + text
    fits = (
        len(whole) <= MAX_CURRENT_USER_SCALARS
        and len(whole.encode(errors="replace")) <= MAX_CURRENT_USER_BYTES
    )
    return whole if text and fits else text


def _lore(
    book: Lorebook,
    persona: personas.Persona,
    language: Language,
    seen: Sequence[turns.Turn],
    text: str,
) -> tuple[Lore, ...]:
    """The entries that the last turns and *text* have called, macros filled in."""
    said = [words for turn in seen for words in (turn.user_text, turn.reply)]
    name, spoken = personas.name_in(persona, language), persona.language_spoken(language)
    return tuple(
        Lore(entry.number, entry.priority, personas.fill_in(entry.content, name, spoken))
        for entry in lorebook.matching(book, [*said, text], MAX_LORE_BYTES)
    )


def recent(basis: Basis | None, now: Gathered) -> Sequence[turns.Turn]:
    """The newest turns after the basis, or after the summary where there is none yet."""
    after = now.after if basis is None else basis.after
    return [turn for turn in now.talk if turn.id > after][-MAX_TURNS:]


def today_in(language: Language, moment: datetime) -> str:
    """Today's date as a person says it, to the day: a clock in the prompt would spoil the cache."""
    day = _WEEKDAYS[language][moment.weekday()]
    if language == "ko":
        return f"오늘은 {moment.year}년 {moment.month}월 {moment.day}일 {day}이다."
    return f"Today is {day}, {moment:%Y-%m-%d}."


def moved(basis: Basis, after: int) -> Basis:
    """*basis* with its window moved past the turn *after*, because the turns did not fit."""
    return replace(basis, after=max(basis.after, after))


def noting(basis: Basis, parts: Parts, now: Gathered) -> Basis:
    """*basis* after a prompt of *parts* was answered: its fresh memos stay in that message."""
    last = parts.turns[-1].turn if parts.turns else basis.after
    if not parts.fresh or not now.talk or now.talk[-1].id <= last:
        return basis
    return replace(basis, noted={**basis.noted, now.talk[-1].id: parts.fresh})


def settled(basis: Basis, parts: Parts, dropped: int) -> Basis:
    """*basis* after a turn of which *dropped* old turns did not fit: its window moves by half."""
    leaving = parts.turns[: max(dropped, len(parts.turns) // 2)] if dropped else ()
    return moved(basis, leaving[-1].turn) if leaving else basis


def slid(basis: Basis, now: Gathered) -> Basis:
    """Where nothing is folded: *basis*, with only the newest turns left once its window is full."""
    recent = [turn.id for turn in now.talk if turn.id > basis.after]
    return moved(basis, recent[-_STAYING - 1]) if len(recent) > MAX_TURNS else basis


def to_fold(basis: Basis, now: Gathered, *, is_crowded: bool = False) -> Sequence[turns.Turn]:
    """The turns that should go into the summary: all but the newest once they are more than eight.

    Or the oldest half of fewer, where *is_crowded*. Turns that the window has already moved past
    (because they did not fit) go first.
    """
    passed = [turn for turn in now.oldest if turn.id <= basis.after]
    if passed:
        return passed
    if len(now.talk) > MAX_TURNS:
        return now.oldest[: MAX_TURNS + 1 - _STAYING]
    return now.oldest[: len(now.oldest) // 2] if is_crowded else ()


def is_crowded(sent: Prompt, now: Gathered) -> bool:
    """Whether a turn more, as long as the last one, would not fit where *sent* just did.

    Then its turns are summarised while they are in the prompt: once some had to be dropped, the
    summary is a request of its own, and takes the place of the chat in an engine's only slot.
    """
    if not now.talk:
        return False
    said, reply = now.talk[-1].user_text, now.talk[-1].reply
    more = sum(len(side.encode(errors="replace")) + MESSAGE_BYTES for side in (said, reply))
    return sent.size + more > sent.report.budget


def begins_with(sent: Prompt, offered: Parts, old: Sequence[turns.Turn]) -> bool:
    """Whether the turns in *sent*, a prompt made of *offered*, begin with *old*."""
    kept = sent.report.section("turns").kept_items
    known = [turn.turn for turn in offered.turns[len(offered.turns) - kept :]]
    asked = [exchange.turn for exchange in echoes.told(old).exchanges]
    return bool(asked) and known[: len(asked)] == asked
