"""The tiny model's lines as events, and the truth about how its reply ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pet.clock import Clock
from pet.engines.base import EngineEvent, Finished, Reading, Word
from pet.engines.reasoning import ReasoningFilter
from pet.errors import EngineRefused, PromptTooLong, ReplyBroken

_MAX_DETAIL: Final = 300  # scalars of llama.cpp's own words


class TinyReply:
    """Reads the lines of one request; *began* is when it was made."""

    def __init__(self, model: str, began: float, clock: Clock) -> None:
        self._model = model
        self._began = began
        self._clock = clock
        self._reasoning = ReasoningFilter()
        self._reading = False
        self._answered = False
        self._first_word_ms = 0
        self.finished = False

    def read(self, line: Mapping[str, Any]) -> Iterator[EngineEvent]:
        """The events of one line. Raises EngineError."""
        if "stop" in line:
            self.finished = True
            yield Finished("stopped", first_word_ms=self._first_word_ms)
            return
        check(line, self._model)
        if "read" in line and not self._reading:
            self._reading = True
            yield Reading()
        if "word" in line:
            yield from self._words(self._reasoning.feed(line["word"]))
        if "done" in line:
            yield from self._end(line["done"])

    def _words(self, text: str) -> Iterator[Word]:
        if not text:
            return
        self._answered = True
        if not self._first_word_ms:
            passed = self._clock.monotonic() - self._began
            self._first_word_ms = max(1, round(passed * 1000))
        yield Word(text)

    def _end(self, counts: Mapping[str, Any]) -> Iterator[EngineEvent]:
        yield from self._words(self._reasoning.end())
        self.finished = True
        if not self._answered:
            key = "only_thought" if self._reasoning.seen else "reply_empty"
            raise ReplyBroken(key, model=self._model)
        yield Finished(
            "length" if counts["length"] else "done",
            prompt_tokens=counts["prompt"],
            reply_tokens=counts["reply"],
            cached_tokens=counts["cached"],
            first_word_ms=self._first_word_ms,
        )


def check(line: Mapping[str, Any], model: str) -> None:
    """Raise the EngineError that *line* means, where it means one."""
    if "failed" in line:
        raise EngineRefused("tiny_not_loaded", model=model)
    if "gone" in line:
        raise ReplyBroken("tiny_crashed", model=model)
    error = line.get("error")
    if not isinstance(error, Mapping):
        return
    if "n_prompt_tokens" in error:
        tokens, window = error["n_prompt_tokens"], error["n_ctx"]
        raise PromptTooLong("prompt_too_long", tokens=tokens, window=window)
    detail = str(error.get("message", ""))[:_MAX_DETAIL]
    raise EngineRefused("engine_failed", status=0, detail_text=detail)
