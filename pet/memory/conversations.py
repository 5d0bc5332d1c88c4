"""The conversations for somebody who looks through them: a list, and each from its first turn.

Whoever talks needs `sessions` and `turns`; here nothing is owned and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pet.memory.profile_rows import Source
from pet.memory.store import Store
from pet.memory.summaries import Summary
from pet.memory.turns import SHOWN

_TITLE_SCALARS: Final = 120


@dataclass(frozen=True, slots=True)
class Conversation:
    """One session as a list shows it. `title` is the beginning of what was first said."""

    session: int
    persona: str
    began_ms: int
    last_ms: int
    turns: int  # rows that are shown
    title: str


@dataclass(frozen=True, slots=True)
class Quote:
    """What the user said in a turn, and the piece of it (scalars) that something came from."""

    turn: int
    session: int
    text: str
    start: int
    stop: int
    said_ms: int

    @property
    def piece(self) -> str:
        return self.text[self.start : self.stop]


def listed(store: Store) -> tuple[Conversation, ...]:
    """Every session in which something was said, the last one first. Raises StoreError."""
    rows = store.rows(
        f"""SELECT id, persona, began_ms, last_ms,
            (SELECT count(*) FROM turns WHERE session = sessions.id AND {SHOWN}) AS shown,
            (SELECT substr(user_text, 1, ?) FROM turns WHERE session = sessions.id AND {SHOWN}
                ORDER BY state = 'command', id LIMIT 1)
        FROM sessions WHERE shown > 0 ORDER BY last_ms DESC, id DESC""",
        _TITLE_SCALARS,
    )
    return tuple(
        Conversation(session, persona, began_ms, last_ms, count, " ".join(title.split()))
        for session, persona, began_ms, last_ms, count, title in rows
    )


def turn_numbers(store: Store, session: int) -> tuple[int, ...]:
    """The rows of *session* that are shown, oldest first. Raises StoreError."""
    rows = store.rows(f"SELECT id FROM turns WHERE session = ? AND {SHOWN} ORDER BY id", session)
    return tuple(turn for (turn,) in rows)


def summaries(store: Store, session: int) -> tuple[Summary, ...]:
    """The summaries of *session*, each up to a later turn than the one before.

    Raises StoreError.
    """
    rows = store.rows(
        "SELECT session, text, upto_turn, created_ms FROM summaries WHERE session = ?"
        " ORDER BY upto_turn, id",
        session,
    )
    newest = {row[2]: Summary(*row) for row in rows}
    return tuple(newest.values())


def session_of(store: Store, turn: int) -> int | None:
    """The session in which *turn* was said; None where it was erased. Raises StoreError."""
    rows = store.rows("SELECT session FROM turns WHERE id = ?", turn)
    return rows[0][0] if rows else None


def quotes(store: Store, sources: Sequence[Source]) -> tuple[Quote, ...]:
    """What was said at *sources*, as far as it is still there, oldest first. Raises StoreError."""
    wanted = {source.turn for source in sources}
    marks = ", ".join("?" * len(wanted))
    rows = store.rows(
        f"SELECT id, session, user_text, created_ms FROM turns WHERE id IN ({marks})", *wanted
    )
    said = {row[0]: row for row in rows}
    return tuple(
        Quote(turn, session, text, source.start, source.stop, said_ms)
        for source in sorted(sources)
        if source.turn in said
        for turn, session, text, said_ms in [said[source.turn]]
    )
