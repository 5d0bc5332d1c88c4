"""Which engine answers: Ollama, else the tiny model, else none; asked again whenever in doubt."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

from pet.engines import address
from pet.engines.base import (
    Engine,
    EngineEvent,
    EngineName,
    Finished,
    Message,
    Model,
    Reading,
    State,
    Status,
    Stop,
    Waking,
    Window,
)
from pet.engines.none import NoEngine
from pet.engines.ollama import Ollama
from pet.engines.patience import unless_stopped
from pet.engines.tiny import Tiny
from pet.errors import EngineError, EngineUnreachable, ModelMissing

_log = logging.getLogger(__name__)

Preference = Literal["auto", "ollama", "tiny"]
# In these states an engine keeps its place: it is there, and what it says next is worth hearing.
_PRESENT: Final = (State.READY, State.BUSY, State.MODEL_MISSING)


class EngineChooser:
    """An Engine that is whichever of the others can answer.

    As long as the preferred one answers nothing is asked twice. After a failure, and while another
    one stands in for it, the next turn asks again, which takes a millisecond where nothing
    listens. One engine never takes over from another in mid-reply.
    """

    def __init__(self, ollama: Engine, tiny: Engine, prefer: Preference = "auto") -> None:
        self._ollama = ollama
        self._tiny = tiny
        self._lock = threading.Lock()
        self._prefer = prefer
        self._current: Engine = NoEngine()
        self._sure = False

    @property
    def name(self) -> EngineName:
        return self._current.name

    @property
    def model(self) -> str | None:
        return self._current.model

    @property
    def preference(self) -> Preference:
        """What the user prefers, `choose` included; for the settings."""
        return self._prefer

    def status(self) -> Status:
        """The state of the engine that would answer now.

        Where another one stands in for Ollama, the fact `ollama` is Ollama's state. Where none can
        answer, `engine` is "none" and the state is that of the one that was preferred.
        """
        candidates = self._candidates()
        states: list[Status] = []
        for engine in candidates:
            status = engine.status()
            states.append(status)
            if status.state in _PRESENT:
                self._settle(engine, sure=status.ready and engine is candidates[0])
                break
        else:
            self._settle(NoEngine(states[0]), sure=False)
            return replace(states[0], engine="none", model=None)
        if len(states) == 1:
            return states[0]
        return replace(states[-1], facts={**states[-1].facts, "ollama": states[0].state.value})

    def models(self) -> tuple[Model, ...]:
        """The models of both engines. Raises EngineError where neither has any."""
        found: list[Model] = []
        failures: list[EngineError] = []
        for engine in (self._ollama, self._tiny):
            try:
                found += engine.models()
            except EngineError as error:
                failures.append(error)
        if failures and not found:
            raise failures[0]
        return tuple(found)

    def choose(self, model: str) -> None:
        """Answer with *model* from now on; its engine becomes the preferred one."""
        prefer: Preference = "auto"
        try:
            self._tiny.choose(model)
            prefer = "tiny"
        except ModelMissing:
            self._ollama.choose(model)
        with self._lock:
            self._prefer = prefer
            self._sure = False

    def maker(self) -> Ollama:
        """What makes new models, whichever engine answers. Raises ModelMissing."""
        if not isinstance(self._ollama, Ollama):
            raise ModelMissing("no_models")
        return self._ollama

    def window(self) -> Window:
        """The window of the engine that would answer now. Raises EngineError."""
        return self._engine().window()

    def takes_tools(self) -> bool:
        """Whether the model that would answer now can call tools. Raises EngineError."""
        return self._engine().takes_tools()

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
        """As every engine. Where Ollama is found to be away before it said a word, the tiny model
        answers; its window may be smaller, and then this raises PromptTooLong."""

        def ask(engine: Engine) -> Iterator[EngineEvent]:
            return engine.chat(
                messages,
                stop,
                schema=schema,
                tools=tools,
                temperature=temperature,
                max_tokens=max_tokens,
            )

        # A server that accepts and then says nothing is looked at for seconds.
        engine = unless_stopped(self._engine, stop)
        if engine is None:
            yield Finished("stopped")
            return
        began = False
        try:
            for event in ask(engine):
                began = began or not isinstance(event, Waking | Reading)
                yield event
            return
        except EngineError as error:
            self._doubt()
            if began or stop.pressed or not isinstance(error, EngineUnreachable):
                raise
            substitute = self._engine()
            if substitute is engine:
                raise
        yield from ask(substitute)

    def count_tokens(self, text: str) -> int | None:
        return self._current.count_tokens(text)

    def preload(self, stop: Stop) -> None:
        self._engine().preload(stop)

    def unload(self) -> None:
        """Give the memory of every engine back, as far as they can be reached."""
        for engine in (self._ollama, self._tiny):
            with contextlib.suppress(EngineError):
                engine.unload()

    def close(self) -> None:
        for engine in (self._ollama, self._tiny):
            engine.close()

    def _engine(self) -> Engine:
        if not self._sure:
            self.status()
        return self._current

    def _candidates(self) -> tuple[Engine, ...]:
        match self._prefer:
            case "tiny":
                return (self._tiny,)
            case "ollama":
                return (self._ollama,)
            case "auto":
                return (self._ollama, self._tiny)

    def _settle(self, engine: Engine, *, sure: bool) -> None:
        with self._lock:
            changed = engine is not self._current
            self._current = engine
            self._sure = sure
        if changed:
            _log.info("the engine is %s now", engine.name)

    def _doubt(self) -> None:
        with self._lock:
            self._sure = False


def open_engine(
    *,
    prefer: Preference = "auto",
    model: str | None = None,
    gguf: str | None = None,
    window: int | None = None,
    host: str | None = None,
    trusted_host: str | None = None,
    environ: Mapping[str, str] = os.environ,
) -> EngineChooser:
    """The engines as the settings want them; nothing is started or asked yet.

    *window* is the num_ctx that the user wants of Ollama's models. *trusted_host* is the address
    the user said yes to; a *host* on another computer that is not the same one is refused. Raises
    UsageError for a *host* that is no address.
    """
    place = address.choose(host, environ)
    trusted = address.is_trusted(place, trusted_host)
    return EngineChooser(
        Ollama(place, model=model, trusted=trusted, window=window),
        Tiny(Path(gguf).expanduser() if gguf else None),
        prefer,
    )
