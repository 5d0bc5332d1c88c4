"""One import under way in its transaction: what it has added, and what keeps a part away."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from pet.memory import tombstones
from pet.memory.archive_reading import Refused, What
from pet.memory.imported import Added


@dataclass(frozen=True, slots=True)
class Graves:
    """What the user has removed: erased texts and turns, and memos that are forgotten."""

    key: bytes
    erased: frozenset[bytes]
    forgotten: frozenset[bytes]

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Graves:
        """As they are now."""
        erased = connection.execute("SELECT digest FROM tombstones").fetchall()
        forgotten = connection.execute(
            "SELECT digest FROM memos AS gone WHERE forgotten_ms IS NOT NULL AND NOT EXISTS"
            " (SELECT 1 FROM memos WHERE digest = gone.digest AND forgotten_ms IS NULL)"
        ).fetchall()
        return cls(
            tombstones.key_of(connection),
            frozenset(digest for (digest,) in erased),
            frozenset(digest for (digest,) in forgotten),
        )

    def hold(self, text: str, *, command: bool = False) -> bool:
        """Whether *text*, or one of its lines, was erased; of a *command*, also its words."""
        if not self.erased and not (command and self.forgotten):
            return False
        gone = self.erased | self.forgotten if command else self.erased
        return any(tombstones.digest(self.key, one) in gone for one in _parts(text, command))


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
        yield line.partition(" ")[2]
