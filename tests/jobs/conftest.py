"""A store with talk in it, and a night over it."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from pet.jobs.nightly import Night
from pet.memory import sessions, turns
from pet.memory.store import Store
from pet.prompt.budget import Budget
from tests.fakes.clocks import FixedClock
from tests.jobs.note_taker import NoteTaker
from tests.memory.conftest import open_store, store

__all__ = ["open_store", "store"]

SEOUL = timezone(timedelta(hours=9))


class Talk:
    """Sessions of a store, as a user makes them."""

    def __init__(self, store: Store, clock: FixedClock) -> None:
        self._store = store
        self._clock = clock

    def session(self, *texts: str, **options) -> list[int]:
        """One session with these messages, ended; the numbers of its turns."""
        lease = sessions.begin(self._store, "somi")
        said = [self.say(lease.session, text, **options) for text in texts]
        sessions.end(self._store, lease)
        return said

    def say(self, session: int, text: str, **options) -> int:
        self._clock.advance(seconds=30)
        turn = turns.ask(self._store, session, text, **options)
        turns.finish(self._store, turn, "그렇군요!", "done")
        return turn


@pytest.fixture
def clock():
    return FixedClock(datetime(2026, 3, 2, 22, 0, tzinfo=SEOUL))


@pytest.fixture
def talk(store, clock):
    return Talk(store, clock)


@pytest.fixture
def make_night(store, clock):
    """A night over the store with an engine that takes notes from a table; the clock is at 3."""

    def make(table=None, **options) -> Night:
        clock.advance(hours=6)
        return Night(options.pop("store", store), NoteTaker(table or {}), Budget, **options)

    return make
