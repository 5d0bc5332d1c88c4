"""The requests of one reply: the first, and another one after the model has called a tool.

The tool's traffic is part of these requests only. It is neither kept nor shown, and the next turn's
prompt begins as this one's did.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Final

from pet.chat.tool_pool import MAX_ROUNDS, ToolPool, echoed
from pet.engines.base import (
    Engine,
    EngineEvent,
    Finished,
    Message,
    Stop,
    ToolCall,
    Word,
)
from pet.errors import EngineError, PromptTooLong, ReplyBroken
from pet.prompt.calls_in_text import CallsInText
from pet.prompt.outgoing import Outgoing

_NO_WORDS: Final = ("reply_empty", "only_thought")

Events = Generator[EngineEvent, None, None]


class Rounds:
    """Asks until there are words; the words it yields are fit to be shown."""

    def __init__(self, engine: Engine, messages: Sequence[Message], pool: ToolPool) -> None:
        self._engine = engine
        self._messages = list(messages)
        self._pool = pool

    def run(self, stop: Stop, shown: Outgoing) -> Events:
        """The engine's events without the calls, each Word as *shown* lets it out; one Finished.

        Raises EngineError, after the words that did come.
        """
        first: Finished | None = None
        asked = tuple(self._messages)
        for number in range(1, MAX_ROUNDS + 1):
            calls: list[ToolCall] = []
            end = yield from self._one(stop, shown, calls, again=first is not None)
            # What the first request counted is what was fitted; how it went on ends the reply.
            first = end if first is None else replace(first, ending=end.ending)
            if shown.over or shown.looping or end.ending == "stopped" or not calls:
                break
            told = [(call.name, self._pool.safe_tool(call)) for call in calls]
            if shown.text.strip() or number == MAX_ROUNDS:
                break
            self._messages.append(Message("assistant", "", calls=tuple(map(echoed, calls))))
            self._messages += [Message("tool", text, tool=name[:40]) for name, text in told]
        offered = bool(self._pool.allowed_tools)
        if offered and first is not None and end.ending != "stopped" and not shown.text:
            first = yield from self._plainly(asked, stop, shown, first)
        yield from _words(shown.close())
        if first is not None:
            yield first

    def _plainly(
        self, asked: Sequence[Message], stop: Stop, shown: Outgoing, first: Finished
    ) -> Generator[EngineEvent, None, Finished]:
        """A model that only called has not answered yet: ask it once more, without any tool."""
        known, self._pool = self._pool, ToolPool()
        self._messages = list(asked)
        end = yield from self._one(stop, shown, [], again=True, hidden=known)
        return replace(first, ending=end.ending)

    def _one(
        self,
        stop: Stop,
        shown: Outgoing,
        calls: list[ToolCall],
        *,
        again: bool,
        hidden: ToolPool | None = None,
    ) -> Generator[EngineEvent, None, Finished]:
        """One request; what the model called is put into *calls*. *hidden*: not offered now."""
        pool = hidden or self._pool
        text = CallsInText(tuple(pool.allowed_tools), pool.needed)
        end = Finished("done")
        try:
            for event in self._engine.chat(self._messages, stop, tools=self._pool.schemas):
                if isinstance(event, Finished):
                    end = event
                elif isinstance(event, ToolCall):
                    calls.append(event)
                elif isinstance(event, Word):
                    yield from _words(shown.feed(text.feed(event.text)))
                    if shown.looping or shown.over:
                        return end  # the rest is a loop, or speaks for somebody else
                else:
                    yield event
        except EngineError as error:
            if not again or not _may_end_so(error):
                raise
        yield from _words(shown.feed(text.close()))
        calls += text.calls
        return end


def _may_end_so(error: EngineError) -> bool:
    """Whether a request that follows a call may end without words: what was called is done."""
    silent = isinstance(error, ReplyBroken) and error.key in _NO_WORDS
    return silent or isinstance(error, PromptTooLong)


def _words(text: str) -> tuple[Word, ...]:
    return (Word(text),) if text else ()
