"""What happens in a turn: a closed list of frozen values that windows and terminal iterate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pet.errors import PetError
from pet.memory.turns import Turn


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The user's message is on disk; the engine is asked next."""

    turn: int  # the row of the turn
    speaker: str = ""  # the name of who answers, where it is not the persona that is worn


@dataclass(frozen=True, slots=True)
class EngineWaking:
    """The model loads; may come several times."""

    model: str
    seconds: float


@dataclass(frozen=True, slots=True)
class EngineReading:
    """The model reads the prompt; no word yet."""


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class ReplyRestarted:
    """What was said of the reply is taken back, and it begins anew: it was in another language."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What there was no room for: so many *of* so many turns or notes; of the persona, bytes."""

    what: Literal["turns", "memos", "persona"]
    left: int
    of: int


ReplyEnding = Literal["done", "length", "stopped"]
Fault = Literal["repeated", "drifted"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the user may click or type next: a label and the command it stands for."""

    label: str
    command: str


NoteKind = Literal["receipt", "proposal", "refusal", "not_saved"]


@dataclass(frozen=True, slots=True)
class MemoryNote:
    """What a turn did to the memos, or did not, told by the program and never by the model.

    `receipt` only where the store gave one; `proposal`: the user may do it with a click;
    `refusal`: something must not be saved; `not_saved`: the user asked, or the pet claims it, and
    nothing was.
    """

    kind: NoteKind
    text: str
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The reply is whole, or as whole as it will be, and on disk."""

    turn: int
    text: str
    ending: ReplyEnding
    unreliable: bool = False  # the server cut the prompt
    notes: tuple[MemoryNote, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    fault: Fault | None = None  # it repeated itself and was ended, or kept to another language


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """Something failed; what had been said is kept. `turn` is 0 where nothing was stored."""

    error: PetError
    turn: int = 0
    partial: str = ""
    notes: tuple[MemoryNote, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenWhy:
    """A wish: where there are windows, show what the reply of *turn* was made from."""

    turn: int


@dataclass(frozen=True, slots=True)
class CommandAnswered:
    """A command's answer, at once and without a model.

    `saved` only where the store gave a receipt for new text, `proof` where it gave one at all.
    """

    text: str
    refused: bool = False  # the draft is given back to the box
    saved: bool = False
    proof: bool = False
    choices: tuple[Choice, ...] = field(default=())
    wish: OpenWhy | None = None  # a window that says more; a terminal has the text


@dataclass(frozen=True, slots=True)
class SessionBegan:
    """`/new` and the like: the windows show *shown* in place of what they show."""

    session: int  # 0: one that is not kept
    shown: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonaWorn:
    """Another persona is here: the windows take her name, and show her session."""

    id: str
    name: str
    opening: str  # what she says where nothing was said yet
    turns: tuple[Turn, ...] = ()  # the last of hers, oldest first, without what is said now


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """A sentence that the user should read once; it ends nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class DidYouMean:
    """An unknown slash word went to the model as text; the nearest command, quietly."""

    command: str


Event = (
    TurnStarted
    | EngineWaking
    | EngineReading
    | TextDelta
    | ReplyRestarted
    | TurnFinished
    | TurnFailed
    | CommandAnswered
    | SessionBegan
    | PersonaWorn
    | NoticeGiven
    | DidYouMean
)
