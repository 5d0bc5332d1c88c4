"""The night: what the user said of themselves is read, and becomes the next version of the profile.

One copy does it, once for each local date. It reads, lets go of the lock, asks the engine, checks
what came back, and saves only on the version that it started from. What was read and found is kept
as it goes, so a night that was stopped, or whose copy died, goes on where it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Final

from pet.engines.base import Engine, Stop
from pet.errors import EngineError
from pet.i18n import Language
from pet.jobs import account as accounts
from pet.jobs import due, form, schedule
from pet.jobs.account import Account, Report, Why
from pet.jobs.extract import Asking
from pet.jobs.listening import giving_way
from pet.jobs.merge import Merged, merge
from pet.jobs.reading import Reader
from pet.jobs.schedule import NIGHT
from pet.memory import election, ledger, profile, unread
from pet.memory.ledger import Job
from pet.memory.profile import ProfileLine, Saved
from pet.memory.store import Store
from pet.prompt.assemble import new_nonce
from pet.prompt.budget import Budget

MAX_SESSIONS: Final = 200  # of one batch: then what was found is merged
MAX_AT_ONCE: Final = 100

_TRIES: Final = 5  # to save, while the user is changing the profile
_LINES_THAT_DECIDE: Final = 3


@dataclass(frozen=True, slots=True)
class Night:
    """What a night works with, and what the user allows."""

    store: Store
    engine: Engine
    budget: Callable[[], Budget]  # what the model's window holds; may ask the engine
    memory_on: bool = True
    at: time = NIGHT
    at_once: int = 1  # requests, as many as the user says that the engine serves


@dataclass(frozen=True, slots=True)
class Preview:
    """What a night would do now; nothing was written."""

    report: Report
    reader: Reader | None
    before: tuple[ProfileLine, ...] = ()
    merged: Merged | None = None


def is_wanted(night: Night) -> bool:
    """Whether `run` should be called now: it is due, and nobody is talking.

    Where there is nothing to do after all, `run` notes why, so that the user can see it.
    Raises StoreError.
    """
    return due.is_wanted(night.store, memory_on=night.memory_on, at=night.at)


def run(night: Night, stop: Stop, *, by_hand: bool = False) -> Report:
    """Do the night's work, if it is due and this copy is elected; how it ended.

    *by_hand*: the user asks for it now, whatever the hour. Pressing *stop* ends it within a second,
    and the next run goes on from there. Call it on a worker thread. Raises StoreError; what was
    done by then is kept.
    """
    if not night.memory_on:
        return accounts.skipped("off")
    with election.elected(night.store.paths) as mine:
        if not mine:
            return accounts.skipped("elsewhere")
        return _held(night, stop, by_hand=by_hand)


def preview(night: Night, stop: Stop) -> Preview:
    """Ask the engine and check and merge as `run` would, by hand, without writing anything.

    Raises EngineError, StoreError.
    """
    store = night.store
    why: Why | None = None if night.memory_on else "off"
    why = why or due.nothing_to_do(store) or _no_engine(night)
    if why is not None:
        return Preview(accounts.skipped(why), None)
    account = Account()
    reader = Reader(store, _asking(night), stop, account, writes=False)
    reader.read(unread.resting(store, MAX_SESSIONS), 1)
    now = profile.snapshot(store)
    today = store.clock.now().date()
    found = (*unread.waiting(store), *reader.found)
    merged = merge(now.lines, found, now.standing, today)
    account.outcomes.update(merged.outcomes)
    account.version = now.version
    if stop.pressed:
        return Preview(accounts.closed(account, "stopped", "user"), reader)
    report = accounts.closed(account, "done", "shrunk" if merged.shrunk else None)
    return Preview(report, reader, now.lines, merged)


def _held(night: Night, stop: Stop, *, by_hand: bool) -> Report:
    """The night of the copy that was elected."""
    job: Job = "by_hand" if by_hand else "night"
    now = night.store.clock.now()
    date = schedule.night_of(now, night.at)
    why = due.nothing_to_do(night.store) if by_hand else due.why_not(night.store, now, night.at)
    why = why or _no_engine(night)
    if why is not None:
        return due.note_skipped(night.store, job, now, night.at, why)
    if not ledger.claim(night.store, job, date, {}):
        return accounts.skipped("already_done")
    account = Account(version=profile.newest(night.store))
    try:
        with contextlib.nullcontext() if by_hand else giving_way(night.store, stop):
            report = _work(night, stop, account)
    except EngineError as error:
        report = accounts.closed(account, "failed", "engine", error=error.key)
    ledger.note(night.store, job, date, report.outcome, report.numbers)
    return report


def _no_engine(night: Night) -> Why | None:
    return None if night.engine.status().ready else "no_engine"


def _work(night: Night, stop: Stop, account: Account) -> Report:
    """Read batch after batch, each merged before the next. Raises EngineError, StoreError."""
    reader = Reader(night.store, _asking(night), stop, account)
    at_once = max(1, min(MAX_AT_ONCE, night.at_once))
    after = 0
    shrunk = False
    while True:
        sessions = unread.resting(night.store, MAX_SESSIONS, after=after)
        reader.read(sessions, at_once)
        if stop.pressed:
            return accounts.closed(account, "stopped", "user")
        merged = _merge(night.store, account)
        if merged is None:
            return accounts.closed(account, "stopped", "user")
        shrunk = shrunk or merged.shrunk
        if not sessions:
            return accounts.closed(account, "done", "shrunk" if shrunk else None)
        after = sessions[-1]


def _merge(store: Store, account: Account) -> Merged | None:
    """Save what was found on the newest version; None where the user kept changing it."""
    for _ in range(_TRIES):
        now = profile.snapshot(store)
        merged = merge(now.lines, unread.waiting(store), now.standing, store.clock.now().date())
        saved = profile.save(store, merged.lines, expected=now.version, also=unread.forget_waiting)
        if saved is not None:
            _tell(store, account, now.lines, merged, saved)
            return merged
    return None


def _tell(
    store: Store, account: Account, before: Sequence[ProfileLine], merged: Merged, saved: Saved
) -> None:
    account.outcomes.update(merged.outcomes)
    account.version = saved.version
    if saved.changed:
        old = {line.id for line in before}
        new = {line.id for line in profile.lines(store, saved.version)}
        account.added = (*account.added, *sorted(new - old))
        account.gone = (*account.gone, *sorted(old - new))


def _asking(night: Night) -> Asking:
    now = night.store.clock.now()
    language = _language(night.store)
    return Asking(night.engine, night.budget(), language, now.tzinfo, new_nonce(()))


def _language(store: Store) -> Language:
    """One language for the whole profile: that of its lines, else the one the user talks in."""
    lines = [line.text for line in profile.lines(store)]
    if len(lines) < _LINES_THAT_DECIDE:
        resting = unread.resting(store, MAX_SESSIONS)
        lines = [said.text for session in resting for said in unread.messages(store, session)]
    known = [form.language_of(text) for text in lines]
    return "ko" if known.count("ko") * 2 >= len(known) - known.count(None) else "en"
