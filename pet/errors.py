"""Every expected failure, as a key and facts; the sentence is in the language catalogues.

    PetError
    ├── UsageError                what was typed cannot be understood
    ├── UserTextTooLarge          the message is over a limit (facts: limit, size, unit)
    ├── BudgetExceeded            nothing is left to drop (facts: the size of each part)
    ├── EngineError
    │   ├── EngineUnreachable     nothing answers at the address
    │   ├── EngineRefused         an answer that says no: busy, forbidden, another service
    │   ├── ModelMissing          the chosen model is not there, or none is
    │   ├── PromptTooLong         the server counted more tokens than its window holds
    │   └── ReplyBroken           the stream ended without saying that it was done
    ├── MemoError
    │   ├── NothingFound          no memo matches
    │   ├── SeveralFound          more than one does (fact: candidates)
    │   └── MemoRefused           empty, too long, or no room
    ├── PersonaError              a persona is not there, or its file is no character card
    │   └── CardRefused           a file from elsewhere that cannot be taken in, or given out
    ├── ImportRefused             a file from elsewhere holds no memory that can be taken in
    └── StoreError
        ├── StoreBusy             another copy holds the lock
        ├── StoreReadOnly         the folder or file cannot be written
        ├── StoreFull             the disk is full
        ├── StoreTooNew           written by a newer version
        └── StoreDamaged          unreadable, and no backup could be restored

The catalogue entry of a key is `error.<key>`; what the user can do next is part of the sentence.
Facts are numbers, ids and names that may be shown and logged; never the text of a conversation,
except where a fact's name ends in `_text`, which is shown but never logged.
"""

from __future__ import annotations

from collections.abc import Mapping


class PetError(Exception):
    """A failure that is fit to be read: a key of the catalogue and the facts for its sentence."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        told = {name: fact for name, fact in self.facts.items() if not name.endswith("_text")}
        return f"{self.key} {told}" if told else self.key


class UsageError(PetError):
    """What was typed cannot be understood."""


class UserTextTooLarge(PetError):
    """The user's message is over a limit; it is refused, never cut."""


class BudgetExceeded(PetError):
    """Trusted text and the user's message alone do not fit."""


class EngineError(PetError):
    """The engine could not answer."""


class EngineUnreachable(EngineError):
    """Nothing answers at the engine's address."""


class EngineRefused(EngineError):
    """The engine answered that it will not."""


class ModelMissing(EngineError):
    """The chosen model is not there, or there is none."""


class PromptTooLong(EngineError):
    """The server counted more tokens than its window holds (facts: tokens, window; 0: unknown)."""


class ReplyBroken(EngineError):
    """The stream ended, or turned to garbage, before it said that it was done."""


class MemoError(PetError):
    """A memo could not be saved, found or changed."""


class NothingFound(MemoError):
    """No memo matches."""


class SeveralFound(MemoError):
    """More than one memo matches; nothing was changed (fact: candidates_text)."""


class MemoRefused(MemoError):
    """The text is empty or too long, or there is no room."""


class PersonaError(PetError):
    """A persona is not there, or its file is no character card."""


class CardRefused(PersonaError):
    """A file from elsewhere holds no card that can be taken in, or a card cannot be given out."""


class ImportRefused(PetError):
    """A file from elsewhere holds no memory that can be taken in."""


class StoreError(PetError):
    """The memory on disk could not be read or written."""


class StoreBusy(StoreError):
    """Another copy held the lock for the whole of our patience."""


class StoreReadOnly(StoreError):
    """The folder or the file cannot be written."""


class StoreFull(StoreError):
    """The disk is full."""


class StoreTooNew(StoreError):
    """The file was written by a newer version of the program."""


class StoreDamaged(StoreError):
    """The file is unreadable and no backup could be restored."""
