"""The answer to "why?": what a reply was made from, put together from numbers, ids and memory.

On disk are only numbers and ids, so the words of memos and profile lines are those of today, and
what is gone since is said to be gone. The raw prompt is there as long as it is in memory.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pet.chat.recent_prompts import RecentPrompts
from pet.engines.base import Message
from pet.memory import memos, profile, reports, turns
from pet.memory.store import Store
from pet.prompt.report import Diff, Report, diff
from pet.prompt.sections import LineSource

_log = logging.getLogger(__name__)
Change = Literal["same", "changed", "new"]


@dataclass(frozen=True, slots=True)
class KnownLine:
    """A memo or a line of the profile, in its words of today; None where it is gone."""

    source: LineSource
    id: int
    text: str | None


@dataclass(frozen=True, slots=True)
class SentMessage:
    """One message of a prompt, and whether the prompt before had it at the same place."""

    role: str
    text: str
    change: Change


@dataclass(frozen=True, slots=True)
class Why:
    """What is known of the prompt of one reply."""

    turn: int
    said: str  # by the user; the reply answered it
    report: Report
    used: tuple[KnownLine, ...]
    left: tuple[KnownLine, ...]
    difference: Diff | None  # to the prompt of the reply before; None: there was none
    messages: tuple[SentMessage, ...] = ()  # empty: the raw prompt is no longer in memory


def why(store: Store, recent: RecentPrompts, turn: int) -> Why | None:
    """What the reply of *turn* was made from; None where no report was kept. Raises StoreError."""
    report = report_in(reports.load(store, turn))
    if report is None:
        return None
    former = report_in(reports.before(store, turn))
    words = _words(store)
    return Why(
        turn,
        turns.said(store, turn),
        report,
        used=_lines(words, report.memos_used, report.profile_used),
        left=_lines(words, report.memos_left, report.profile_left),
        difference=None if former is None else diff(former, report),
        messages=_messages(recent, turn),
    )


def _messages(recent: RecentPrompts, turn: int) -> tuple[SentMessage, ...]:
    prompt, before = recent.of(turn), recent.before(turn)
    if prompt is None:
        return ()
    former = before.messages if before is not None else ()
    return tuple(
        SentMessage(message.role, message.content, _change(message, former, place))
        for place, message in enumerate(prompt.messages)
    )


def _change(message: Message, former: tuple[Message, ...], place: int) -> Change:
    if place >= len(former):
        return "new"
    return "same" if former[place] == message else "changed"


def _words(store: Store) -> Mapping[tuple[LineSource, int], str]:
    """Every memo and every line of the profile as they are said today."""
    today = store.clock.now().date()
    known: dict[tuple[LineSource, int], str] = {}
    known |= {("memo", memo.id): memo.text for memo in memos.everything(store)}
    known |= {
        ("profile", line.id): profile.spoken(line, today) for line in profile.current_lines(store)
    }
    return known


def _lines(
    words: Mapping[tuple[LineSource, int], str],
    memo_ids: tuple[int, ...],
    profile_ids: tuple[int, ...],
) -> tuple[KnownLine, ...]:
    wanted: list[tuple[LineSource, int]] = [("memo", number) for number in memo_ids]
    wanted += [("profile", number) for number in profile_ids]
    return tuple(
        KnownLine(source, number, words.get((source, number))) for source, number in wanted
    )


def report_in(stored: Mapping[str, Any] | None) -> Report | None:  # JSON values
    """The report that was stored; None where there is none that this version can read."""
    if stored is None:
        return None
    try:
        return Report.from_dict(stored)
    except (KeyError, TypeError) as error:  # of another version of the program
        _log.info("a report could not be read: %s", error.__class__.__name__)
        return None
