"""The engine that is there when no other is: it cannot answer, and says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pet.engines.base import (
    EngineEvent,
    EngineName,
    Message,
    Model,
    State,
    Status,
    Stop,
    Window,
)
from pet.errors import EngineError, EngineRefused, EngineUnreachable, ModelMissing


class NoEngine:
    """A null object: the pet walks, blinks, remembers, and explains how to get a model.

    *why* is what the engine that was wanted said of itself.
    """

    name: EngineName = "none"
    model: str | None = None

    def __init__(self, why: Status | None = None) -> None:
        self._why = why

    def status(self) -> Status:
        return Status(self.name, State.NOT_INSTALLED)

    def models(self) -> tuple[Model, ...]:
        return ()

    def choose(self, model: str) -> None:
        raise ModelMissing("model_missing", model=model)

    def window(self) -> Window:
        """Any window will do for a prompt that nobody reads."""
        return Window(num_ctx=4096)

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
        raise self._refusal()

    def count_tokens(self, text: str) -> int | None:
        return None

    def preload(self, stop: Stop) -> None:
        """There is nothing to load."""

    def unload(self) -> None:
        """There is nothing to give back."""

    def close(self) -> None:
        """There is nothing to end."""

    def _refusal(self) -> EngineError:
        """What the user can do about it: start Ollama, update it, get a model, install it."""
        facts = self._why.facts if self._why is not None else {}
        match self._why and self._why.state:
            case State.NOT_RUNNING:
                return EngineUnreachable("engine_not_running")
            case State.WRONG_SERVICE:
                return EngineRefused("wrong_service", status=facts.get("status", 200))
            case State.HOST_BLOCKED:
                return EngineRefused("host_blocked", host=facts.get("host", ""))
            case State.TOO_OLD:
                return EngineRefused("engine_too_old", needed=facts.get("needed", ""))
            case State.NO_MODELS:
                return ModelMissing("no_models")
            case State.CLOUD_BLOCKED:
                return ModelMissing("only_cloud_models")
        return ModelMissing("no_engine")
