"""Asking an engine something in a test, and having its errors read aloud."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from pet.engines.base import Engine, EngineEvent, Finished, Message, Stop, ToolCall, Word
from pet.errors import EngineError
from pet.i18n import Texts

HELLO = (Message("system", "You are a small fox."), Message("user", "Say hello to me."))


@dataclass
class Reply:
    """What came of one chat."""

    events: list[EngineEvent] = field(default_factory=list)
    error: EngineError | None = None
    seconds_to_silence: float = 0.0  # from pressing Stop to the end

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, Word))

    @property
    def finished(self) -> Finished:
        """The one Finished, which is last."""
        assert self.error is None, self.error
        assert [type(event) for event in self.events].count(Finished) == 1
        last = self.events[-1]
        assert isinstance(last, Finished)
        return last

    @property
    def tool_calls(self) -> list[ToolCall]:
        return [event for event in self.events if isinstance(event, ToolCall)]

    def kinds(self) -> list[str]:
        """The names of the events, each once where it repeats."""
        names = [type(event).__name__ for event in self.events]
        return [name for i, name in enumerate(names) if i == 0 or names[i - 1] != name]


def ask(
    engine: Engine,
    messages: tuple[Message, ...] = HELLO,
    *,
    stop_at: type[EngineEvent] | None = None,
    at_word: Callable[[], None] | None = None,
    **more: Any,
) -> Reply:
    """Chat to the end; press Stop at the first event of kind *stop_at*; call *at_word* once."""
    reply, stop, pressed = Reply(), Stop(), 0.0
    try:
        for event in engine.chat(messages, stop, **more):
            reply.events.append(event)
            if at_word is not None and isinstance(event, Word):
                at_word()
                at_word = None
            if stop_at is not None and isinstance(event, stop_at) and not stop.pressed:
                pressed = time.monotonic()
                stop.press()
    except EngineError as error:
        reply.error = error
        read_aloud(error)
    if pressed:
        reply.seconds_to_silence = time.monotonic() - pressed
    return reply


def fails(engine: Engine, error: type[EngineError], key: str, **more: Any) -> Reply:
    """A chat that ends with *error*; the reply has what had been said."""
    reply = ask(engine, **more)
    assert isinstance(reply.error, error), reply
    assert reply.error.key == key
    return reply


def read_aloud(error: EngineError) -> None:
    """Both catalogues have a sentence for it, and its facts fill that sentence."""
    for language in ("en", "ko"):
        sentence = Texts(language)(f"error.{error.key}", **error.facts)
        assert "{" not in sentence
        assert len(sentence) < 600
    if error.key == "":
        pytest.fail("an error without a key")
