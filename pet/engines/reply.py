"""A streamed reply read line by line: words, tool calls, and the truth about how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pet.engines.base import Ending, EngineEvent, Finished, ToolCall, Word
from pet.engines.catalogue import is_remote
from pet.engines.reasoning import ReasoningFilter
from pet.engines.refusals import broken
from pet.errors import EngineRefused, ReplyBroken

_NOT_A_REPLY: Final = ("load", "unload")
_NEAR_HALF: Final = 8  # tokens around num_ctx / 2 + 2, where Ollama lands when it cuts a prompt
_GENEROUS_BYTES_PER_TOKEN: Final = 6  # more than ordinary text in any language reaches


class ReplyReader:
    """Turns the lines of one /api/chat answer into events."""

    def __init__(self, *, model: str, window: int, prompt_bytes: int) -> None:
        self._model = model
        self._window = window
        self._prompt_bytes = prompt_bytes
        self._reasoning = ReasoningFilter()
        self._thought = False
        self._answered = False
        self.finished = False

    def read(self, line: bytes) -> Iterator[EngineEvent]:
        """The events of one line. Raises ReplyBroken, PromptTooLong, EngineRefused."""
        chunk = self._chunk(line)
        message = chunk.get("message")
        if isinstance(message, Mapping):
            yield from self._events(message)
        if chunk.get("done") is True:
            yield from self._end(chunk)

    def check_finished(self) -> None:
        """Raise ReplyBroken where the stream ended without saying that it was done."""
        if not self.finished:
            raise ReplyBroken("reply_broken", model=self._model)

    def _chunk(self, line: bytes) -> Mapping[str, Any]:
        try:
            chunk = json.loads(line)
        except (ValueError, RecursionError):
            raise ReplyBroken("reply_broken", model=self._model) from None
        if not isinstance(chunk, Mapping):
            raise ReplyBroken("reply_broken", model=self._model)
        if "error" in chunk:
            raise broken(chunk, model=self._model, window=self._window)
        if is_remote(chunk):
            raise EngineRefused("cloud_blocked", model=self._model)
        return chunk

    def _events(self, message: Mapping[str, Any]) -> Iterator[EngineEvent]:
        self._thought = self._thought or bool(message.get("thinking"))
        content = message.get("content")
        if isinstance(content, str) and content:
            yield from self._words(self._reasoning.feed(content))
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            tool_call = _tool_call(call)
            if tool_call is not None:
                self._answered = True
                yield tool_call

    def _words(self, text: str) -> Iterator[Word]:
        if text:
            self._answered = True
            yield Word(text)

    def _end(self, chunk: Mapping[str, Any]) -> Iterator[EngineEvent]:
        yield from self._words(self._reasoning.end())
        self.finished = True
        reason = chunk.get("done_reason")
        if not self._answered or reason in _NOT_A_REPLY:
            thought = self._thought or self._reasoning.seen
            raise ReplyBroken("only_thought" if thought else "reply_empty", model=self._model)
        prompt_tokens = _count(chunk, "prompt_eval_count")
        ending: Ending = "length" if reason == "length" else "done"
        yield Finished(
            ending,
            prompt_tokens=prompt_tokens,
            reply_tokens=_count(chunk, "eval_count"),
            cut=self._was_cut(prompt_tokens),
        )

    def _was_cut(self, tokens: int) -> bool:
        """Whether *tokens* shows that the server left out a part of the prompt.

        Only what the count alone can prove; who knows the model's bytes per token knows more.
        """
        if tokens >= self._window:
            return True
        too_few = tokens * _GENEROUS_BYTES_PER_TOKEN < self._prompt_bytes
        return too_few and abs(tokens - (self._window // 2 + 2)) <= _NEAR_HALF


def _tool_call(call: object) -> ToolCall | None:
    function = call.get("function") if isinstance(call, Mapping) else None
    name = function.get("name") if isinstance(function, Mapping) else None
    if not isinstance(function, Mapping) or not isinstance(name, str):
        return None
    arguments = function.get("arguments")
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            arguments = None
    return ToolCall(name, dict(arguments) if isinstance(arguments, Mapping) else {})


def _count(chunk: Mapping[str, Any], name: str) -> int:
    count = chunk.get(name)
    return count if isinstance(count, int) and count > 0 else 0
