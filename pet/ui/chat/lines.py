"""What is shown of a conversation, as values: each message, and what should be known of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol

from pet.chat.events import Choice, Fault, MemoryNote
from pet.chat.retelling import Retold

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

    @property
    def told(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One message as a value. *is_proof*: the store wrote something, and this says so."""

    kind: Literal["user", "reply", "answer"]
    text: str
    marks: tuple[Mark, ...] = ()
    is_proof: bool = False
    speaker: str = ""  # of a reply, where it is another persona than the one that is here
    turn: int = 0  # of a reply that can be asked why; 0: there is nothing to ask
    left_out: str = ""  # a sentence: what there was no room for
    choices: tuple[Choice, ...] = ()  # what can be done about it, as long as it is shown


@dataclass(frozen=True, slots=True)
class GuestTurn:
    """A turn that was another persona's, for once: `word` means her behind an @."""

    user_text: str
    reply: str
    state: str
    unreliable: bool
    fault: Fault | None
    id: int
    speaker: str
    word: str
    told: None = None


FAILED: Final = Line("reply", "", ("failed",))


def lines_of(turns: tuple[ShownTurn, ...]) -> list[Line]:
    """The messages of *turns*, oldest first."""
    lines = []
    for turn in turns:
        guest = turn if isinstance(turn, GuestTurn) else None
        said = turn.user_text if guest is None else f"@{guest.word} {turn.user_text}"
        speaker = "" if guest is None else guest.speaker
        lines.append(Line("user", said))
        if turn.state == "command":
            lines.append(Line("answer", turn.reply, is_proof=turn.told == "proof"))
        elif turn.reply or turn.state in _STATES:
            marks = marks_of(turn.state, turn.unreliable, turn.fault)
            lines.append(Line("reply", turn.reply, marks, speaker=speaker, turn=turn.id))
        if isinstance(turn, Retold):
            lines += [line_of_note(note) for note in turn.notes]
    return lines


def line_of_note(note: MemoryNote) -> Line:
    """What became of the memory. An Undo is not for long: it takes back whatever was last."""
    is_proof = note.kind == "receipt"
    return Line("answer", note.text, is_proof=is_proof, choices=() if is_proof else note.choices)


def marks_of(state: str, unreliable: bool, fault: Fault | None = None) -> tuple[Mark, ...]:
    """What the user should know of a reply that ended like this."""
    marks: list[Mark] = [_STATES[state]] if state in _STATES else []
    if fault is not None:
        marks.append(fault)
    if unreliable:
        marks.append("unreliable")
    return tuple(marks)
