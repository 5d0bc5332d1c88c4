"""One import under way in its transaction: what it has added, and what keeps a part away."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pet.memory import tombstones
from pet.memory.archive_reading import Refused, What
from pet.memory.imported import Added
from pet.memory.memo_rows import MAX_MEMO_SCALARS
from pet.memory.wording import bare

_LONGEST: Final = 5 * MAX_MEMO_SCALARS  # nobody writes a memo with so many spaces


@dataclass(frozen=True, slots=True)
class Graves:
    """What the user has removed: erased texts and turns, and memos that are forgotten."""

    key: bytes
    erased: frozenset[bytes]
    forgotten: frozenset[str]  # in their bare form

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Graves:
        """As they are now."""
        erased = connection.execute("SELECT digest FROM tombstones").fetchall()
        return cls(
            tombstones.key_of(connection),
            frozenset(digest for (digest,) in erased),
            tombstones.forgotten(connection),
        )

    def hold(self, text: str, *, command: bool = False) -> bool:
        """Whether *text*, or one of its lines, was erased; of a *command*, also its words."""
        if not self.erased and not (command and self.forgotten):
            return False
        return any(self._holds(one, command) for one in _parts(text, command))

    def hold_name(self, name: str) -> bool:
        """Whether an erased turn is known by this *name* (see `tombstones.names_of_turn`)."""
        return tombstones.digest(self.key, name) in self.erased

    def hold_memo(self, text: str) -> bool:
        """Whether a memo of this *text* was erased or forgotten."""
        return self._holds(text, True)

    def _holds(self, text: str, forgotten_too: bool) -> bool:
        if len(text) > _LONGEST:
            return False
        if not self.erased.isdisjoint(tombstones.digests(self.key, text)):
            return True
        return forgotten_too and bare(text) in self.forgotten


@dataclass(slots=True)
class Taking:
    """An import: the transaction it runs in, what was added so far, and what was not."""

    connection: sqlite3.Connection
    graves: Graves
    now_ms: int
    refused: list[Refused]
    added: Added = field(default_factory=Added)
    already: Counter[What] = field(default_factory=Counter)

    def refuse(self, what: What, place: int, reason: str) -> None:
        self.refused.append(Refused(what, place, reason))


def _parts(text: str, command: bool) -> Iterator[str]:
    yield text
    lines = text.splitlines()
    if len(lines) > 1:
        yield from lines
    for line in lines if command else ():
        # "/remember words", and "#3 words" in a list of memos
        yield from line.split(maxsplit=1)[1:]
