"""An engine that says what a test wrote down, for everything above the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pet.engines.base import (
    EngineEvent,
    EngineName,
    Finished,
    Message,
    Model,
    Reading,
    State,
    Status,
    Stop,
    ToolCall,
    Waking,
    Window,
    Word,
)
from pet.errors import EngineError, ModelMissing

# A word, an event, an error to raise, a function to call there (with the Stop), or None: silence.
Step = str | EngineEvent | Exception | Callable[[Stop], object] | None


@dataclass(frozen=True, slots=True)
class Asked:
    """One chat, as the engine was asked for it."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None
    tools: tuple[Mapping[str, Any], ...]
    temperature: float | None
    max_tokens: int | None


@dataclass
class ScriptedEngine:
    """Plays the scripted replies in order, then repeats `otherwise`.

    It keeps the contract of an engine: Waking and Reading before words, one Finished at the end,
    Stop in every phase, errors after the words that did come. All fields may be changed.
    """

    name: EngineName = "ollama"
    model: str | None = "scripted:1b"
    state: State = State.READY
    now_window: Window = field(default_factory=lambda: Window(num_ctx=8192))
    tokens_per_byte: float | None = None  # for count_tokens; None: only the server knows
    otherwise: str = "All right."
    counted: int = 10  # tokens of every prompt; 0: the server did not say
    on_offer: tuple[Model, ...] = (Model("scripted:1b"), Model("other:2b"))
    tools: bool = False  # whether the model can call any

    def __post_init__(self) -> None:
        self.asked: list[Asked] = []
        self.preloads = 0
        self.unloads = 0
        self.closed = False
        self._scripts: list[list[Step]] = []

    @property
    def sent(self) -> list[tuple[Message, ...]]:
        """The messages of every chat."""
        return [asked.messages for asked in self.asked]

    def will_say(self, *steps: Step, **finished: Any) -> None:
        """Reply with *steps*; *finished* are fields of Finished (ending, prompt_tokens, …)."""
        end = Finished("done", prompt_tokens=self.counted, reply_tokens=len(steps), first_word_ms=1)
        ends = bool(steps) and isinstance(steps[-1], Finished | Exception)
        self._scripts.append([*steps] if ends else [*steps, replace(end, **finished)])

    def will_call(self, name: str, arguments: Mapping[str, Any], *words: str) -> None:
        """Call a tool, then say *words*."""
        self.will_say(*words)
        self._scripts[-1].insert(0, ToolCall(name, arguments))

    def will_fail(self, error: EngineError, *words: str) -> None:
        """Say *words*, then raise *error*."""
        self.will_say(*words, error)

    def will_hang(self, *words: str) -> None:
        """Say *words*, then nothing until Stop is pressed."""
        self.will_say(*words, None)

    def will_wake(self, seconds: float = 1.0) -> None:
        """Tell of loading before the reply that was scripted last."""
        self._scripts[-1].insert(0, Waking(self.model or "", seconds))

    def status(self) -> Status:
        return Status(self.name, self.state, self.model)

    def models(self) -> tuple[Model, ...]:
        return self.on_offer

    def choose(self, model: str) -> None:
        if model not in [known.name for known in self.on_offer]:
            raise ModelMissing("model_missing", model=model)
        self.model = model

    def window(self) -> Window:
        return self.now_window

    def takes_tools(self) -> bool:
        return self.tools

    def chat(
        self,
        messages: Sequence[Message],
        stop: Stop,
        *,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Iterator[EngineEvent]:
        self.asked.append(Asked(tuple(messages), schema, tuple(tools), temperature, max_tokens))
        if not self._scripts:
            self.will_say(self.otherwise)
        script = self._scripts.pop(0)
        if not isinstance(script[0], Waking):
            script.insert(0, Reading())
        for step in script:
            if step is None:
                stop.wait(60)
            if stop.pressed or step is None:
                yield Finished("stopped")
                return
            if isinstance(step, Exception):
                raise step
            if callable(step):
                step(stop)
            else:
                yield Word(step) if isinstance(step, str) else step

    def count_tokens(self, text: str) -> int | None:
        if self.tokens_per_byte is None:
            return None
        return round(len(text.encode(errors="replace")) * self.tokens_per_byte)

    def preload(self, stop: Stop) -> None:
        self.preloads += 1

    def unload(self) -> None:
        self.unloads += 1

    def close(self) -> None:
        self.closed = True
