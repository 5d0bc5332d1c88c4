"""An engine that takes notes from a table: what it is asked about, it finds there by its words."""

from __future__ import annotations

import itertools
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pet.engines.base import EngineEvent, Message, Stop
from tests.fakes.engines import ScriptedEngine

_MESSAGE = re.compile(r"^(\d+)\. \(\S+ \S+\) (.*)$", re.MULTILINE)

Note = Mapping[str, Any]


class NoteTaker(ScriptedEngine):
    """Answers each request with the notes of *table* about the messages in it.

    `before` is called before each answer, with what it was asked for; what is scripted with
    `will_…` comes first.
    """

    def __init__(self, table: Mapping[str, Sequence[Note]], **fields: Any) -> None:
        super().__init__(**fields)
        self.table = table
        self._one_at_a_time = threading.Lock()
        self.before: Callable[[list[str]], object] | None = None

    def chat(
        self, messages: Sequence[Message], stop: Stop, **options: Any
    ) -> Iterator[EngineEvent]:
        shown = _MESSAGE.findall(messages[-1].content)
        if self.before is not None:
            self.before([text for _, text in shown])
        with self._one_at_a_time:
            if not self._scripts:
                self.will_say(self._answer(shown))
            events = super().chat(messages, stop, **options)
            return itertools.chain([next(events)], events)

    def _answer(self, shown: list[tuple[str, str]]) -> str:
        notes = [
            {"message": int(number), "about": "user"} | dict(one)
            for number, text in shown
            for one in self.table.get(text, ())
        ]
        return json.dumps({"notes": notes}, ensure_ascii=False)


def note(quote: str, topic: str, text: str, **other: Any) -> Note:
    return {"quote": quote, "topic": topic, "text": text} | other
