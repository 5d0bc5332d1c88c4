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
from pet.errors import ModelMissing


class NoEngine:
    """A null object: the pet walks, blinks, remembers, and explains how to get a model."""

    name: EngineName = "none"
    model: str | None = None

    def status(self) -> Status:
        return Status(self.name, State.NOT_INSTALLED)

    def models(self) -> tuple[Model, ...]:
        return ()

    def choose(self, model: str) -> None:
        raise ModelMissing("model_missing", model=model)

    def window(self) -> Window:
        """Any window will do for a prompt that nobody reads."""
        return Window(num_ctx=4096)

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
        raise ModelMissing("no_engine")

    def count_tokens(self, text: str) -> int | None:
        return None

    def preload(self, stop: Stop) -> None:
        """There is nothing to load."""

    def unload(self) -> None:
        """There is nothing to give back."""

    def close(self) -> None:
        """There is nothing to end."""
