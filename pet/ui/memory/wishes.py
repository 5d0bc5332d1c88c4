"""Everything the user can wish for in the memory window: a closed list of values."""

from __future__ import annotations

from dataclasses import dataclass

from pet.memory.memos import Kind


@dataclass(frozen=True, slots=True)
class AddMemo:
    text: str


@dataclass(frozen=True, slots=True)
class ChangeMemo:
    """*text* over the memo as it stood at *revision*."""

    memo: int
    text: str
    revision: int


@dataclass(frozen=True, slots=True)
class PinMemo:
    memo: int
    pinned: bool


@dataclass(frozen=True, slots=True)
class SetKind:
    memo: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class MoveMemo:
    """Before the memo *before*, or last."""

    memo: int
    before: int | None


@dataclass(frozen=True, slots=True)
class ForgetMemo:
    memo: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the newest change to the memos."""


@dataclass(frozen=True, slots=True)
class EraseMemo:
    memo: int
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EraseTurns:
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EraseSession:
    session: int


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """*text* over the profile's line as it stood in the version *seen*."""

    line: int
    text: str
    seen: int


@dataclass(frozen=True, slots=True)
class RejectLine:
    line: int


@dataclass(frozen=True, slots=True)
class AcceptLine:
    """Take a rejection back."""

    line: int


@dataclass(frozen=True, slots=True)
class UseVersion:
    version: int


@dataclass(frozen=True, slots=True)
class SwitchMemory:
    on: bool


Wish = (
    AddMemo
    | ChangeMemo
    | PinMemo
    | SetKind
    | MoveMemo
    | ForgetMemo
    | Undo
    | EraseMemo
    | EraseTurns
    | EraseSession
    | ChangeLine
    | RejectLine
    | AcceptLine
    | UseVersion
    | SwitchMemory
)


@dataclass(frozen=True, slots=True)
class Done:
    """A wish that came true: what to tell of it, and the wish that takes it back."""

    wish: Wish
    sentence: str = ""
    back: Wish | None = None
