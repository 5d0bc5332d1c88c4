"""The conversations for somebody who looks through them: a list, and each from its first turn.

Whoever talks needs `sessions` and `turns`; here nothing is owned and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pet.memory import erasures, imported, readers
from pet.memory.profile_rows import Source
from pet.memory.store import Store
from pet.memory.summaries import Summary
from pet.memory.turns import HIDDEN

Mark = tuple[object, ...]  # to be compared, and for nothing else

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
    first = "SELECT user_text FROM turns WHERE session = sessions.id AND"
    rows = store.rows(
        # The counts are read from the index alone: 100,000 turns in a hundredth of a second.
        f"""WITH counts AS MATERIALIZED (SELECT session, count(*) AS shown FROM turns
            WHERE id NOT IN ({HIDDEN}) GROUP BY session)
        SELECT id, persona, began_ms, last_ms, shown, substr(ifnull(
            ({first} state != 'command' ORDER BY turns.id LIMIT 1),
            ({first} turns.id NOT IN ({HIDDEN}) ORDER BY turns.id LIMIT 1)), 1, ?)
        FROM counts JOIN sessions ON sessions.id = session ORDER BY last_ms DESC, id DESC""",
        _TITLE_SCALARS,
    )
    return tuple(
        Conversation(session, persona, began_ms, last_ms, count, " ".join(title.split()))
        for session, persona, began_ms, last_ms, count, title in rows
    )


def turn_numbers(store: Store, session: int) -> tuple[int, ...]:
    """The rows of *session* that are shown, oldest first. Raises StoreError."""
    rows = store.rows(
        f"SELECT id FROM turns WHERE session = ? AND id NOT IN ({HIDDEN}) ORDER BY id", session
    )
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


def rewritten(store: Store) -> Mark:
    """Differs from the last answer after talk was erased, taken in or withdrawn, by any copy.

    New turns alone make no difference. Raises StoreError.
    """
    counts = store.rows(
        "SELECT (SELECT value FROM meta WHERE key = ?),"
        " (SELECT max(id) FROM undo WHERE action = ?)",
        erasures.NAME,
        imported.ACTION,
    )
    return (*counts[0], readers.identity(store.paths.database))


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
