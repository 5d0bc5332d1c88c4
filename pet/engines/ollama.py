"""The engine that talks to an Ollama server, on this computer unless the user said otherwise."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from pet.clock import Clock, SystemClock
from pet.engines import catalogue, sizing
from pet.engines.address import Address
from pet.engines.api import Api
from pet.engines.base import (
    MAX_WINDOW,
    EngineEvent,
    EngineName,
    Finished,
    Message,
    Model,
    State,
    Status,
    Stop,
    ToolCall,
    Window,
    Word,
)
from pet.engines.loop import LoopThread, Put
from pet.engines.machine import free_memory, ollama_is_installed
from pet.engines.refusals import ToolsUnsupported
from pet.engines.talk import Request, talk
from pet.errors import (
    EngineError,
    EngineRefused,
    EngineUnreachable,
    ModelMissing,
    ReplyBroken,
)

R = TypeVar("R")

_ANSWER_SECONDS: Final = 4.0
_TOOL_TROUBLE: Final = ("engine_failed", "engine_failed_midway", "model_crashed", "reply_empty")
_STATES: Final = {
    "host_blocked": State.HOST_BLOCKED,
    "cloud_blocked": State.CLOUD_BLOCKED,
    "engine_busy": State.BUSY,
    "wrong_service": State.WRONG_SERVICE,
    "model_missing": State.MODEL_MISSING,
    "model_cannot_chat": State.MODEL_MISSING,
}


@dataclass(frozen=True, slots=True)
class _Ready:
    """The model that would answer now."""

    model: str
    window: Window


class Ollama:
    """Talks to the server at *address*. *model* is the one used last; None: the best there is.

    An *address* that is not this computer is refused before a byte is sent, unless it is
    *trusted*. *window* is the num_ctx that the user wants; without one it is at most *max_window*
    tokens, and what *free* bytes of memory allow (see `sizing`).
    """

    name: EngineName = "ollama"

    def __init__(
        self,
        address: Address,
        *,
        model: str | None = None,
        trusted: bool = False,
        window: int | None = None,
        max_window: int = MAX_WINDOW,
        free: Callable[[], int] = free_memory,
        clock: Clock | None = None,
    ) -> None:
        self._address = address
        self._allowed = trusted or address.is_this_computer
        self._wanted_window = window
        self._max_window = max_window
        self._free = free
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._wanted = model
        self._chosen = False  # by the user, in this run
        self._was_there = model is not None  # in a container it is there, but not installed
        self._current = model
        self._windows: dict[str, Window] = {}
        self._tools: dict[str, bool] = {}  # which models say that they call tools
        self._no_tools: set[str] = set()  # models that turned out not to take any
        self._loop: LoopThread[Api] = LoopThread(lambda: Api(address), Api.close)

    @property
    def model(self) -> str | None:
        return self._current

    def status(self) -> Status:
        facts: dict[str, object] = {"address": self._address.url}
        try:
            return self._ask(self._look)
        except EngineUnreachable:
            here = self._address.is_this_computer
            missing = here and not self._was_there and not ollama_is_installed()
            state = State.NOT_INSTALLED if missing else State.NOT_RUNNING
        except ReplyBroken:  # whatever answered, it was not a server of this kind
            state = State.WRONG_SERVICE
        except EngineError as error:
            facts |= error.facts
            state = _STATES.get(error.key, State.FAILED)
        return Status(self.name, state, self._current, facts=facts)

    def models(self) -> tuple[Model, ...]:
        return self._ask(_chat_models)

    def choose(self, model: str) -> None:
        found = _named(model, self.models())
        if found is None:
            raise ModelMissing("model_missing", model=model)
        if found.remote:
            raise EngineRefused("cloud_blocked", model=found.name)
        with self._lock:
            self._wanted = self._current = found.name
            self._chosen = True

    def window(self) -> Window:
        """The window of the current model. Asks the server where nobody did; raises EngineError."""
        known = self._windows.get(self._current or "")
        return known or self._ask(self._ready).window

    def takes_tools(self) -> bool:
        """Whether the current model can call tools; one that failed with them cannot."""
        model = self._current or ""
        if model not in self._tools:
            model = self._ask(self._ready).model
        return self._tools[model] and model not in self._no_tools

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
        _check_allowed(self._allowed, self._address)
        request = Request(messages, schema, tools, temperature, max_tokens)
        began = self._clock.monotonic()
        first_word_ms = 0
        for event in self._loop.stream(lambda api, put: self._talk(api, put, request), stop):
            if isinstance(event, Word) and not first_word_ms:
                first_word_ms = max(1, round((self._clock.monotonic() - began) * 1000))
            if isinstance(event, Finished):
                yield replace(event, first_word_ms=first_word_ms)
                return
            yield event
        yield Finished("stopped", first_word_ms=first_word_ms)

    def count_tokens(self, text: str) -> int | None:
        """None: only the server knows, and it cannot be asked."""
        return None

    def preload(self, stop: Stop) -> None:
        async def load(api: Api, _put: Put) -> None:
            ready = await self._ready(api)
            await api.ask("/api/chat", Request().body(ready.model, ready.window), model=ready.model)

        _check_allowed(self._allowed, self._address)
        for _ in self._loop.stream(load, stop):
            pass

    def unload(self) -> None:
        """Give the memory back. Raises EngineError."""

        async def drop(api: Api) -> None:
            ready = await self._ready(api)
            body = Request().body(ready.model, ready.window) | {"keep_alive": 0}
            await api.ask("/api/chat", body, model=ready.model)

        self._ask(drop)

    def make(self, body: Mapping[str, Any], stop: Stop) -> None:
        """Make a model as *body* of /api/create says, on top of one that is here.

        Raises ModelMissing where the one it builds on is not here (the server would go and fetch
        it), EngineError.
        """
        base = str(body["from"])
        if _named(base, self.models()) is None:
            raise ModelMissing("model_missing", model=base)

        async def create(api: Api, _put: Put) -> None:
            answer = await api.ask("/api/create", body, model=base)
            if not isinstance(answer, Mapping) or answer.get("status") != "success":
                raise EngineRefused("wrong_service", status=200)

        for _ in self._loop.stream(create, stop):
            pass

    def close(self) -> None:
        self._loop.close()

    def _ask(self, job: Callable[[Api], Coroutine[Any, Any, R]]) -> R:
        """What *job* answers; whatever is asked here a server has at hand. Raises EngineError."""

        _check_allowed(self._allowed, self._address)
        return self._loop.run(lambda api: _in_time(job(api)))

    async def _look(self, api: Api) -> Status:
        """How the server is; settles on a model. Raises EngineError."""
        facts: dict[str, object] = {"address": self._address.url}
        if not self._address.is_this_computer:
            facts["elsewhere"] = self._address.host
        version = catalogue.read_version(await api.ask("/api/version"))
        if version is None:
            raise EngineRefused("wrong_service", status=200)
        self._was_there = True
        if catalogue.is_too_old(version):
            facts["needed"] = ".".join(map(str, catalogue.MIN_VERSION))
            return Status(self.name, State.TOO_OLD, None, version, facts)
        state, model = self._settle(await _chat_models(api))
        if state is State.READY and model is not None:
            facts |= told((await self._look_up(api, model)).window)
        return Status(self.name, state, model, version, facts)

    def _settle(self, models: tuple[Model, ...]) -> tuple[State, str | None]:
        """The model to talk through, and the state that follows from it.

        One that the user chose in this run must be there; the one that was used last, if it is.
        """
        with self._lock:
            found = _named(self._wanted or self._current or "", models)
            if self._chosen and found is None:
                return State.MODEL_MISSING, self._wanted
            if found is None or (found.remote and not self._chosen):
                found = catalogue.best(models, self._free())
            self._current = found.name if found else None
        if found is None:
            return (State.CLOUD_BLOCKED if models else State.NO_MODELS), None
        return (State.CLOUD_BLOCKED if found.remote else State.READY), found.name

    async def _ready(self, api: Api) -> _Ready:
        """The current model as it is now: its name may lead to another one, or to a cloud."""
        if self._current is None:
            self._settle(await _chat_models(api))
        if self._current is None:
            raise ModelMissing("no_models")
        return await self._look_up(api, self._current)

    async def _look_up(self, api: Api, model: str) -> _Ready:
        card = catalogue.read_card(await api.ask("/api/show", {"model": model}, model=model))
        if card.remote or catalogue.is_cloud_name(model):
            raise EngineRefused("cloud_blocked", model=model)
        if card.can("completion") is False:
            raise ModelMissing("model_cannot_chat", model=model)
        window = self._windows.get(model)
        if window is None or window.trained != card.trained:
            found = await self._chosen_window(api, model, card)
            window = self._windows[model] = replace(found, small=card.is_small)
        self._tools[model] = card.can("tools") is not False
        return _Ready(model, window)

    async def _chosen_window(self, api: Api, model: str, card: catalogue.Card) -> Window:
        """Chosen once a model: another num_ctx would make the server load it again."""
        window = sizing.chosen(
            card.trained,
            card.per_token,
            self._free(),
            wanted=self._wanted_window,
            most=self._max_window,
        )
        if self._wanted_window is not None:
            return window
        loaded = catalogue.read_loaded(await api.ask("/api/ps"))
        now = loaded.get(catalogue.full_name(model), 0)
        return sizing.kept(window, now, most=self._max_window)

    async def _talk(self, api: Api, put: Put, request: Request) -> None:
        ready = await _in_time(self._ready(api))
        model, window = ready.model, ready.window
        wanted = bool(request.tools) and self._tools[model] and model not in self._no_tools
        said = _Said(put)
        try:
            body = request.body(model, window, with_tools=wanted)
            await talk(api, said.put, body, self._clock)
        except EngineError as error:
            if not wanted or said.anything or not _may_be_the_tools(error):
                raise
            # An older server, which does not say beforehand; a template that stumbles over them;
            # a parser that does not understand what the model made of them.
            self._no_tools.add(model)
            try:
                await talk(api, put, request.body(model, window), self._clock)
            except EngineError:
                if not isinstance(error, ToolsUnsupported):
                    self._no_tools.discard(model)  # it was not the tools
                raise


def _check_allowed(allowed: bool, address: Address) -> None:
    """Raises EngineRefused where the user has not said yes to another computer."""
    if not allowed:
        raise EngineRefused("host_blocked", host=address.host)


async def _chat_models(api: Api) -> tuple[Model, ...]:
    """The chat models, cloud ones marked. Older servers do not say who can chat: all can."""
    loaded = catalogue.read_loaded(await api.ask("/api/ps"))
    pairs = catalogue.read_models(await api.ask("/api/tags"), frozenset(loaded))
    return tuple(model for model, card in pairs if card.can("completion") is not False)


class _Said:
    """Passes events on, and knows whether the model has said anything."""

    def __init__(self, put: Put) -> None:
        self._put = put
        self.anything = False

    def put(self, event: EngineEvent) -> None:
        self.anything = self.anything or isinstance(event, Word | ToolCall)
        self._put(event)


def _may_be_the_tools(error: EngineError) -> bool:
    """Whether the model may well answer when it is asked without tools."""
    failed = isinstance(error, EngineRefused | ReplyBroken) and error.key in _TOOL_TROUBLE
    return failed or isinstance(error, ToolsUnsupported)


def told(window: Window) -> dict[str, object]:
    """What a status says of the window."""
    return {
        "num_ctx": window.num_ctx,
        "trained": window.trained,
        "cache_mb": round(window.cache_bytes / 1024**2),
    }


async def _in_time(answer: Coroutine[Any, Any, R]) -> R:
    """*answer*, where a server gives it as soon as one that is well. Raises EngineRefused."""
    import asyncio

    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            return await answer
    except TimeoutError:
        raise EngineRefused("engine_busy") from None


def _named(name: str, models: tuple[Model, ...]) -> Model | None:
    wanted = catalogue.full_name(name)
    return next((model for model in models if catalogue.full_name(model.name) == wanted), None)
