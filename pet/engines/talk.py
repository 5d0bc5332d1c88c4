"""One request to /api/chat: what is sent, what is watched while it waits, how it is read."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pet.clock import Clock
from pet.engines import catalogue
from pet.engines.api import Api
from pet.engines.base import Message, Reading, Waking, Window
from pet.engines.loop import Put
from pet.engines.reply import ReplyReader
from pet.errors import EngineError

KEEP_ALIVE: Final = "10m"  # the last request's value wins, so every request sends this one
_LOOK_AGAIN: Final = 0.3  # seconds between two looks at whether the model is loaded


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of the model; no messages means that it is only loaded."""

    messages: Sequence[Message] = ()
    schema: Mapping[str, Any] | None = None
    tools: Sequence[Mapping[str, Any]] = ()
    temperature: float | None = None
    max_tokens: int | None = None

    def body(self, model: str, window: Window, *, with_tools: bool = False) -> dict[str, Any]:
        """The request as it is sent.

        Whatever makes the server load the model again when it changes (num_ctx, `shift`, every
        other runner option) is the same in every request. `think`, `truncate` and `shift` are
        always said, because what the server does without them loses the persona in silence.
        """
        options: dict[str, Any] = {
            "num_ctx": window.num_ctx,
            "num_predict": max(1, self.max_tokens or window.num_predict),
        }
        if self.temperature is not None:
            options["temperature"] = self.temperature
        body: dict[str, Any] = {
            "model": model,
            "messages": [_message(said) for said in self.messages],
            "stream": bool(self.messages),
            "think": False,
            "truncate": False,
            "shift": False,
            "keep_alive": KEEP_ALIVE,
            "options": options,
        }
        if self.schema is not None:
            body["format"] = dict(self.schema)
        if with_tools and self.tools:
            body["tools"] = [dict(tool) for tool in self.tools]
        return body


def _message(said: Message) -> dict[str, Any]:
    message: dict[str, Any] = {"role": said.role, "content": said.content}
    if said.calls:
        message["tool_calls"] = [
            {"function": {"name": call.name, "arguments": dict(call.arguments)}}
            for call in said.calls
        ]
    if said.tool:
        message["tool_name"] = said.tool
    return message


async def talk(api: Api, put: Put, body: Mapping[str, Any], clock: Clock) -> None:
    """Send *body* and put every event of the reply, Waking and Reading before the first word.

    Raises EngineError, after the words that did come.
    """
    import asyncio

    model, num_ctx = str(body["model"]), int(body["options"]["num_ctx"])
    watch = asyncio.create_task(_watch(api, put, model, num_ctx, clock))
    reader = ReplyReader(model=model, window=num_ctx, prompt_bytes=_size(body["messages"]))
    try:
        lines = api.lines("/api/chat", body, model=model, window=num_ctx)
        async with contextlib.aclosing(lines):
            async for line in lines:
                watch.cancel()
                for event in reader.read(line):
                    put(event)
                if reader.finished:
                    return
        reader.check_finished()
    finally:
        watch.cancel()
        await asyncio.wait({watch})


async def _watch(api: Api, put: Put, model: str, num_ctx: int, clock: Clock) -> None:
    """Tell what the server does while it sends no header: load the model, then read.

    Looking does not disturb it, and an answer that makes no sense only ends the looking.
    """
    import asyncio

    began = clock.monotonic()
    with contextlib.suppress(EngineError):
        while True:
            loaded = catalogue.read_loaded(await api.ask("/api/ps"))
            if loaded.get(catalogue.full_name(model)) in (num_ctx, 0):
                put(Reading())
                return
            put(Waking(model, clock.monotonic() - began))
            await asyncio.sleep(_LOOK_AGAIN)


def _size(messages: object) -> int:
    return len(json.dumps(messages, ensure_ascii=False).encode(errors="replace"))
