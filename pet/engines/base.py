"""What every engine is: messages in, a stream of frozen events out, and a Stop that reaches it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal, Protocol

Role = Literal["system", "user", "assistant", "tool"]
EngineName = Literal["ollama", "tiny", "none"]

MAX_WINDOW: Final = 8192  # tokens; a larger num_ctx costs memory that a pet should not take
REPLY_TOKENS: Final = 512  # num_predict: always positive, an endless small model means minutes
MARGIN_TOKENS: Final = 256


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message as the model is given it."""

    role: Role
    content: str
    calls: tuple[ToolCall, ...] = ()  # what an assistant message called
    tool: str = ""  # the tool that a tool message is the answer of


@dataclass(frozen=True, slots=True)
class Window:
    """How much a model holds, in tokens. Constant for a model: a changed value reloads it."""

    num_ctx: int
    num_predict: int = REPLY_TOKENS
    margin: int = MARGIN_TOKENS
    trained: int = 0  # what the model was trained for; 0: unknown
    cache_bytes: int = 0  # memory that the window takes, estimated; 0: unknown

    @property
    def prompt_tokens(self) -> int:
        """Tokens left for the prompt once the reply and the margin are set aside."""
        return max(0, self.num_ctx - self.num_predict - self.margin)


class State(Enum):
    """The closed list of states a user may see; each has a pose, a sentence and a button."""

    READY = "ready"
    NOT_INSTALLED = "not_installed"
    NOT_RUNNING = "not_running"
    WRONG_SERVICE = "wrong_service"
    TOO_OLD = "too_old"
    NO_MODELS = "no_models"
    MODEL_MISSING = "model_missing"
    CLOUD_BLOCKED = "cloud_blocked"
    HOST_BLOCKED = "host_blocked"  # not this computer, and nobody said yes
    BUSY = "busy"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Model:
    """A model an engine offers."""

    name: str
    size: int = 0  # bytes on disk; 0: unknown
    loaded: bool = False
    tools: bool = False
    thinks: bool = False
    remote: bool = False  # served from a cloud through the local daemon: refused


@dataclass(frozen=True, slots=True)
class Status:
    """What an engine says of itself, for the user and for `pet doctor`."""

    engine: EngineName
    state: State
    model: str | None = None
    version: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def ready(self) -> bool:
        return self.state is State.READY


@dataclass(frozen=True, slots=True)
class Waking:
    """The model is being loaded. May come several times; seconds since the request."""

    model: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The model is loaded and reads the prompt: no word yet."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of the reply, as it came; never a piece of the model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model asks for a tool; nothing in it may be trusted."""

    name: str
    arguments: Mapping[str, Any]  # whatever JSON the model wrote


Ending = Literal["done", "length", "stopped"]


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of every stream that did not raise.

    `stopped`: the user pressed Stop. `length`: the reply ran into num_predict or the window.
    Counts are tokens; 0 where the engine did not say. `cut` is set where the count shows that the
    server left out a part of the prompt: the reply is unreliable and nothing is learned from it.
    """

    ending: Ending
    prompt_tokens: int = 0
    reply_tokens: int = 0
    cached_tokens: int = 0  # of the prompt, not read again; 0 where unknown
    first_word_ms: int = 0  # from the request to the first word
    cut: bool = False


EngineEvent = Waking | Reading | Word | ToolCall | Finished


class Stop:
    """The Stop button of one request. Pressing it reaches a blocked read at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pressed = threading.Event()
        self._reached: list[Callable[[], None]] = []

    @property
    def pressed(self) -> bool:
        return self._pressed.is_set()

    def press(self) -> None:
        """Stop now. Pressing twice is pressing once."""
        with self._lock:
            if self._pressed.is_set():
                return
            self._pressed.set()
            reached = tuple(self._reached)
        for reach in reached:
            reach()

    def call_when_pressed(self, reach: Callable[[], None]) -> Callable[[], None]:
        """Have *reach* called, on the thread that presses; at once if it is pressed already.

        Returns what takes it back. *reach* must not block and must not raise.
        """
        with self._lock:
            late = self._pressed.is_set()
            if not late:
                self._reached.append(reach)
        if late:
            reach()
        return lambda: self._forget(reach)

    def wait(self, seconds: float) -> bool:
        """Wait until pressed, at most *seconds*; whether it was."""
        return self._pressed.wait(seconds)

    def _forget(self, reach: Callable[[], None]) -> None:
        with self._lock:
            if reach in self._reached:
                self._reached.remove(reach)


class Engine(Protocol):
    """Something that answers. Every method may block; none is called on the UI thread.

    `chat` is a plain generator: it yields Waking and Reading while there is no word, then Word
    (and ToolCall), and exactly one Finished at the end, also after Stop. Anything that went wrong
    is raised as an EngineError, after the words that did come. Closing the generator early closes
    the connection.
    """

    @property
    def name(self) -> EngineName: ...

    @property
    def model(self) -> str | None:
        """The model that would answer now; None where there is none."""
        ...

    def status(self) -> Status:
        """Ask the engine how it is. Takes at most a few seconds and never raises."""
        ...

    def models(self) -> tuple[Model, ...]:
        """The chat models on offer. Raises EngineError."""
        ...

    def choose(self, model: str) -> None:
        """Answer with *model* from now on. Raises ModelMissing."""
        ...

    def window(self) -> Window:
        """The window of the current model; known after `status()`. Constant between changes."""
        ...

    def takes_tools(self) -> bool:
        """Whether the current model can call tools; known after `status()`. Raises EngineError."""
        ...

    def chat(
        self,
        messages: Sequence[Message],
        stop: Stop,
        *,
        schema: Mapping[str, Any] | None = None,  # a JSON schema the reply must obey
        tools: Sequence[Mapping[str, Any]] = (),  # tool schemas as /api/chat takes them
        temperature: float | None = None,  # None: the model's own
        max_tokens: int | None = None,  # num_predict of this call; free to vary
    ) -> Iterator[EngineEvent]: ...

    def count_tokens(self, text: str) -> int | None:
        """Tokens of *text* by the model's own tokenizer, or None where only the server knows."""
        ...

    def preload(self, stop: Stop) -> None:
        """Load the model with the very options of `chat`, so that the first word comes sooner."""
        ...

    def unload(self) -> None:
        """Give the memory back now."""
        ...

    def close(self) -> None:
        """End everything that was started. Never raises."""
        ...
