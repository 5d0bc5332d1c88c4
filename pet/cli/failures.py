"""How a failure leaves the program: an exit code, and a sentence or one JSON object."""

from __future__ import annotations

from typing import Final

from pet.cli.output import UNWRITABLE, Output
from pet.errors import (
    CardRefused,
    EngineError,
    NothingFound,
    PersonaError,
    PetError,
    SeveralFound,
    StoreError,
    UsageError,
)
from pet.i18n import Texts
from pet.remote import NotRunning

DONE: Final = 0
REFUSED: Final = 1
USAGE: Final = 2
NOT_ONE: Final = 3  # nothing matched, or several did
STORE: Final = 4  # busy, read-only, full, damaged
NO_ENGINE: Final = 5
INTERRUPTED: Final = 130  # 128 + SIGINT, as every shell expects

_CODES: Final[tuple[tuple[type[PetError], int], ...]] = (
    (UsageError, USAGE),
    (NothingFound, NOT_ONE),
    (SeveralFound, NOT_ONE),
    (CardRefused, REFUSED),
    (PersonaError, NOT_ONE),
    (NotRunning, NOT_ONE),
    (StoreError, STORE),
    (EngineError, NO_ENGINE),
)


def code_of(error: PetError) -> int:
    """The exit code of *error*; what has none of its own was refused."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), REFUSED)


def sentence(texts: Texts, error: PetError) -> str:
    """What to tell a person: what happened, and what to do next."""
    return texts(f"error.{error.key}", **error.facts)


def as_value(error: PetError) -> dict[str, object]:
    return {"error": error.key, "facts": dict(error.facts)}


def tell(error: PetError, output: Output) -> int:
    """Report *error*; its exit code."""
    if output.json and error.key != UNWRITABLE:
        output.give(as_value(error))
    else:
        output.note(sentence(output.texts, error))
    return code_of(error)
