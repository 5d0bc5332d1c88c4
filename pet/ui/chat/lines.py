"""What is shown of a conversation, as values: each message, and what should be known of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol

from pet.chat.events import Fault

Mark = Literal["stopped", "failed", "length", "unreliable", "repeated", "drifted"]

_STATES: Final[dict[str, Mark]] = {"stopped": "stopped", "failed": "failed", "length": "length"}


class ShownTurn(Protocol):
    """What of a stored turn is shown; `pet.memory.turns.Turn` is one."""

    @property
    def id(self) -> int: ...

    @property
    def user_text(self) -> str: ...

    @property
    def reply(self) -> str: ...

    @property
    def state(self) -> str: ...

    @property
    def unreliable(self) -> bool: ...

    @property
    def fault(self) -> Fault | None: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One message as a value. *is_proof*: the store wrote something, and this says so."""

    kind: Literal["user", "reply", "answer"]
    text: str
    marks: tuple[Mark, ...] = ()
    is_proof: bool = False
    turn: int = 0  # of a reply that can be asked why; 0: there is nothing to ask
    left_out: str = ""  # a sentence: what there was no room for


FAILED: Final = Line("reply", "", ("failed",))


def lines_of(turns: tuple[ShownTurn, ...]) -> list[Line]:
    """The messages of *turns*, oldest first."""
    lines = []
    for turn in turns:
        lines.append(Line("user", turn.user_text))
        if turn.state == "command":
            lines.append(Line("answer", turn.reply))
        elif turn.reply or turn.state in _STATES:
            marks = marks_of(turn.state, turn.unreliable, turn.fault)
            lines.append(Line("reply", turn.reply, marks, turn=turn.id))
    return lines


def marks_of(state: str, unreliable: bool, fault: Fault | None = None) -> tuple[Mark, ...]:
    """What the user should know of a reply that ended like this."""
    marks: list[Mark] = [_STATES[state]] if state in _STATES else []
    if fault is not None:
        marks.append(fault)
    if unreliable:
        marks.append("unreliable")
    return tuple(marks)
