"""What was typed and not sent, kept for the next start: one draft for each session."""

from __future__ import annotations

from typing import Final

from pet.memory import locks, sending
from pet.memory.sessions import Lease
from pet.memory.store import Store
from pet.memory.wording import storable

_OTHERS: Final = (
    "SELECT drafts.session, drafts.text, sessions.uuid FROM drafts"
    " JOIN sessions ON sessions.id = drafts.session WHERE drafts.session != ? ORDER BY 1"
)


def keep(store: Store, session: int, text: str) -> None:
    """Keep *text* as the draft of *session*; an empty one is removed. Raises StoreError."""
    if not text:
        store.run("DELETE FROM drafts WHERE session = ?", session)
        return
    store.run(
        "INSERT INTO drafts (session, text) VALUES (?, ?)"
        " ON CONFLICT (session) DO UPDATE SET text = excluded.text",
        session,
        storable(text),
    )


def of(store: Store, session: int) -> str:
    """The draft of *session*, empty where there is none. Raises StoreError."""
    rows = store.rows("SELECT text FROM drafts WHERE session = ?", session)
    return str(rows[0][0]) if rows else ""


def take_up(store: Store, lease: Lease, since_ms: int | None = None) -> str:
    """The draft to begin with: this session's, and those of copies that are gone, line by line.

    What other copies left becomes this session's draft, also what was sent and never stored, but
    not what this copy sent itself, at *since_ms* (UTC) or later. Raises StoreError.
    """
    own = [
        text for (text,) in store.rows("SELECT text FROM drafts WHERE session = ?", lease.session)
    ]
    left: list[tuple[int, str]] = []
    for session, text, name in store.rows(_OTHERS, lease.session):
        lock = locks.take_session(store.paths, name)
        if lock is not None:
            left.append((session, text))
            locks.drop(lock)
    whole = found = "\n".join([*(text for _, text in left), *own])
    sent = list(sending.left(store, lease, since_ms))
    for one, is_stored in reversed(sent):
        whole = sending.with_draft(one, whole, is_stored=is_stored)
    if left or whole != found:
        keep(store, lease.session, whole)
        for session, _ in left:
            keep(store, session, "")
    for one, _ in sent:
        sending.settle(one.path)
    return whole
