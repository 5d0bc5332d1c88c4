"""Sessions, and which running copy owns which: a kernel lock each, freed even by kill -9."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Final

from filelock import FileLock

from pet.errors import StoreBusy
from pet.memory import locks, turns
from pet.memory.connections import insert
from pet.memory.store import Store

IDLE_MS: Final = 6 * 60 * 60 * 1000  # after so long a silence another session begins


@dataclass(frozen=True, slots=True)
class Lease:
    """A session that this copy owns, until it closes or dies."""

    session: int
    persona: str
    uuid: str
    _lock: FileLock = field(repr=False, compare=False)

    def close(self) -> None:
        """Leave the session to the next copy that looks for one."""
        locks.drop(self._lock)


def join(store: Store, persona: str) -> Lease:
    """Go on with the newest session of *persona* that nobody owns, or begin one.

    Turns that its last owner left open are ended. Raises StoreError.
    """
    for session, name in _open_sessions(store, persona):
        lock = locks.take_session(store.paths, name)
        if lock is None:
            continue
        if (session, name) in _open_sessions(store, persona):  # its owner may just have ended it
            turns.end_open_turns(store, session)
            return Lease(session, persona, name, lock)
        locks.drop(lock)
    return begin(store, persona)


def look(store: Store, persona: str) -> int:
    """The newest session of *persona* that may be gone on with, owned or not; 0: there is none.

    For reading only: nothing is begun, and whoever owns it keeps it. Raises StoreError.
    """
    return next((session for session, _ in _open_sessions(store, persona)), 0)


def begin(store: Store, persona: str) -> Lease:
    """A new session, owned from its first moment. Raises StoreError."""
    _tidy(store)
    name = str(uuid.uuid4())
    lock = locks.take_session(store.paths, name)
    if lock is None:
        raise StoreBusy("store.busy")  # nobody else can know this name
    now_ms = store.clock.utc_ms()
    try:
        session = store.write(
            lambda connection: insert(
                connection,
                "INSERT INTO sessions (uuid, persona, began_ms, last_ms) VALUES (?, ?, ?, ?)",
                name,
                persona,
                now_ms,
                now_ms,
            )
        )
    except BaseException:
        locks.drop(lock)
        raise
    return Lease(session, persona, name, lock)


def end(store: Store, lease: Lease) -> None:
    """The user has left this session for a new one: no copy goes on with it. Raises StoreError."""
    store.run("UPDATE sessions SET ended_ms = ? WHERE id = ?", store.clock.utc_ms(), lease.session)
    lease.close()


def _open_sessions(store: Store, persona: str) -> list[tuple[int, str]]:
    """Number and UUID of what may be gone on with, the newest first.

    The distance counts, not the difference: a clock that was once wrong must not keep a session.
    """
    return [
        (session, name)
        for session, name in store.rows(
            "SELECT id, uuid FROM sessions WHERE persona = ? AND ended_ms IS NULL"
            " AND abs(last_ms - ?) < ? ORDER BY id DESC",
            persona,
            store.clock.utc_ms(),
            IDLE_MS,
        )
    ]


def _tidy(store: Store) -> None:
    """Remove the lock files of copies that died; what somebody holds cannot be taken."""
    for name in locks.session_names(store.paths):
        lock = locks.take_session(store.paths, name)
        if lock is not None:
            locks.drop(lock)
