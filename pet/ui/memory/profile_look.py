"""What the profile tab shows, read from the store in one go: values only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pet.jobs import due
from pet.memory import conversations, ledger, memos, profile, unread
from pet.memory.ledger import Run
from pet.memory.profile import ProfileLine, Version
from pet.memory.store import Store
from pet.ui.memory.profile_row import ShownLine

if TYPE_CHECKING:
    from pet.jobs.nightly import Night

_COUNTED = 200  # sessions that wait; beyond it the number says no more
_RUNS = 5


@dataclass(frozen=True, slots=True)
class NightLook:
    """How the nights went, and what is next."""

    runs: tuple[Run, ...]
    waiting: int
    next_due: datetime | None  # None: at the next quiet moment
    memory_on: bool


@dataclass(frozen=True, slots=True)
class ProfileLook:
    """The profile in its newest version, and all that belongs to it."""

    version: int
    lines: tuple[ShownLine, ...]
    versions: tuple[Version, ...]
    night: NightLook


def look(store: Store, night: Night) -> ProfileLook:
    """The profile as it is now; for a worker thread. Raises StoreError."""
    version = profile.newest(store)
    saved = {memo.id: memo.text for memo in memos.everything(store)}
    today = store.clock.now().date()
    lines = [_shown(store, line, saved, profile.spoken(line, today)) for line in _lines(store)]
    nights = NightLook(
        ledger.runs(store, _RUNS),
        len(unread.resting(store, _COUNTED)),
        due.next_due(store, night.at),
        night.memory_on,
    )
    return ProfileLook(version, tuple(lines), profile.versions(store), nights)


def _lines(store: Store) -> tuple[ProfileLine, ...]:
    return tuple(line for line in profile.lines(store) if line.state != "rejected")


def _shown(store: Store, line: ProfileLine, saved: dict[int, str], spoken: str) -> ShownLine:
    against = saved.get(line.hidden_by, "") if line.hidden_by is not None else ""
    return ShownLine(line, spoken, conversations.quotes(store, line.sources), against)
