"""Search over everything that is kept, with what a person needs to see each hit and to go there.

For the windows and the command line: `search(store, words, limit)` gives `Found`s, the best first.
Each knows the session and the turn at which the conversation is to be opened.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pet.memory.search import Kind
from pet.memory.snippets import Snippet
from pet.memory.store import Store


@dataclass(frozen=True, slots=True)
class Found:
    """One hit: what it is, where and when it was said, and the piece of it that was looked for."""

    kind: Kind
    id: int  # the memo's number, the profile line's number, the row of the turn or summary
    session: int | None  # the session to open; None for what was said in none
    session_name: str | None  # the name it was imported under, else the number as text
    turn: int | None  # where to scroll to in that session: the turn itself, or where it came from
    at_ms: int
    score: float
    snippet: Snippet  # one line of text, and the places (scalars) that matched


def search(
    store: Store,
    words: str,
    limit: int = 20,
    *,
    kinds: Collection[Kind] | None = None,
    whole: bool = False,
) -> tuple[Found, ...]:
    """What *words* find, the best first, at most *limit*; any text is a valid query.

    Looks for milliseconds, so call it on a worker thread: first the index is brought in step with
    the latest changes. *whole*: also with years of talk that were never indexed, which takes some
    seconds per 10,000 turns; without it such talk is found as soon as the background has read it.
    Raises StoreError where the memory itself cannot be read, never for the index.
    """
    raise NotImplementedError
