"""What a night reports of itself: numbers, ids and keys of the catalogue, never a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Outcome = Literal["done", "skipped", "waiting", "stopped", "failed"]

# Why nothing was done, or no more.
Why = Literal[
    "off", "not_due", "elsewhere", "away", "nothing_new", "no_engine", "already_done", "engine",
    "shrunk", "user",
]  # fmt: skip

_FINAL: Final[frozenset[str]] = frozenset({"away", "nothing_new"})


@dataclass(slots=True)
class Account:
    """The running account of one night."""

    sessions: int = 0  # read to their end
    messages: int = 0
    requests: int = 0
    proposed: int = 0
    broken: int = 0  # answers that were none
    given_up: int = 0  # messages that could not be read three nights in a row
    refused: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    added: tuple[int, ...] = ()  # line numbers
    gone: tuple[int, ...] = ()
    version: int = 0  # of the profile, after it


@dataclass(frozen=True, slots=True)
class Report:
    """How a night ended. `numbers` is what the ledger keeps."""

    outcome: Outcome
    why: Why | None
    numbers: Mapping[str, Any]  # JSON


def closed(
    account: Account, outcome: Outcome, why: Why | None = None, *, error: str | None = None
) -> Report:
    """*account* as the ledger keeps it; *error* is the key of what the engine raised."""
    numbers: dict[str, Any] = {
        "sessions": account.sessions,
        "messages": account.messages,
        "requests": account.requests,
        "proposed": account.proposed,
        "broken": account.broken,
        "given_up": account.given_up,
        "refused": dict(sorted(account.refused.items())),
        "outcomes": dict(sorted(account.outcomes.items())),
        "added": list(account.added),
        "gone": list(account.gone),
        "version": account.version,
    }
    numbers |= {"why": why} if why else {}
    numbers |= {"error": error} if error else {}
    return Report(outcome, why, numbers)


def skipped(why: Why) -> Report:
    """Nothing was done. What is so for the whole night is over; the rest may yet change."""
    return Report("skipped" if why in _FINAL else "waiting", why, {"why": why})
