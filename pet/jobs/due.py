"""Whether a night is due and has anything to do: what is asked every few minutes, and loads little.

What reads and merges is in `nightly`; its word lists take 0.1 s and megabytes, which a pet that
nobody talks to never needs.
"""

from __future__ import annotations

from datetime import UTC, datetime, time

from pet.jobs import account as accounts
from pet.jobs import schedule
from pet.jobs.account import Report, Why
from pet.jobs.schedule import NIGHT
from pet.memory import election, ledger, unread
from pet.memory.store import Store


def is_wanted(store: Store, *, memory_on: bool = True, at: time = NIGHT) -> bool:
    """Whether a night should be had now: it is due, and nobody is talking.

    Cheap enough for every few minutes; no engine is asked. Raises StoreError.
    """
    if not memory_on:
        return False
    now = store.clock.now()
    last = _moment(unread.last_words_ms(store))
    return schedule.is_quiet(now, last) and is_due(store, now, at)


def is_due(store: Store, now: datetime, at: time) -> bool:
    """Whether a night has begun since the last one that is over. Raises StoreError."""
    last = ledger.last_over(store)
    last_run = datetime.combine(last, at, tzinfo=now.tzinfo) if last else None
    return schedule.is_due(now, last_run, at)


def next_due(store: Store, at: time = NIGHT) -> datetime | None:
    """When the next run is to begin; None where it is due now, at the first quiet moment.

    Raises StoreError.
    """
    now = store.clock.now()
    return None if is_due(store, now, at) else schedule.next_night(now, at)


def excused(store: Store, at: time = NIGHT) -> Report | None:
    """Why this night has nothing to do, noted so that the user can see it; None: it has.

    Raises StoreError.
    """
    with election.elected(store.paths) as mine:
        if not mine:
            return accounts.skipped("elsewhere")
        now = store.clock.now()
        why = why_not(store, now, at)
        return note_skipped(store, "night", now, at, why) if why is not None else None


def why_not(store: Store, now: datetime, at: time) -> Why | None:
    """Why there is nothing to do; None where there is something. Raises StoreError."""
    if not is_due(store, now, at):
        return "not_due"
    if not schedule.was_there(now, _moment(unread.last_words_ms(store))):
        return "away"
    return nothing_to_do(store)


def nothing_to_do(store: Store) -> Why | None:
    """Where nothing is new there is nothing to do, whoever asks. Raises StoreError."""
    return None if unread.resting(store, 1) or unread.waiting(store) else "nothing_new"


def note_skipped(store: Store, job: ledger.Job, now: datetime, at: time, why: Why) -> Report:
    """The report of a night that was not had, noted in the ledger. Raises StoreError."""
    report = accounts.skipped(why)
    if why != "not_due":
        ledger.note(store, job, schedule.night_of(now, at), report.outcome, report.numbers)
    return report


def _moment(utc_ms: int | None) -> datetime | None:
    return None if utc_ms is None else datetime.fromtimestamp(utc_ms / 1000, UTC)
