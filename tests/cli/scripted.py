"""A conversation that goes as it was written, for tests of whoever shows it."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator

from pet.chat.events import Event, TextDelta, TurnFinished
from pet.cli.output import Output
from pet.engines.base import Stop
from pet.i18n import Texts


class ScriptedTalk:
    """Answers each message with the next script: events, or an exception to be raised."""

    def __init__(self, *scripts: list[Event | BaseException]) -> None:
        self._scripts = list(scripts)
        self.heard: list[str] = []

    def turn(self, text: str, stop: Stop) -> Iterator[Event]:
        self.heard.append(text)
        for step in self._scripts.pop(0):
            if isinstance(step, BaseException):
                raise step
            yield step


class EndlessTalk:
    """Says one word, then nothing until Stop is pressed; `waiting` is set once it is silent."""

    def __init__(self) -> None:
        self.waiting = threading.Event()
        self.ended = threading.Event()
        self.was_stopped = False

    def turn(self, text: str, stop: Stop) -> Iterator[Event]:
        yield TextDelta("well")
        self.waiting.set()
        self.was_stopped = stop.wait(10)
        yield TurnFinished(1, "well", "stopped")
        self.ended.set()


class Tty(io.StringIO):
    """A stream that says a person looks at it."""

    def isatty(self) -> bool:
        return True


def output_in(language="en", *, lively=False, json=False):
    """An Output that keeps what was written."""
    return Output(io.StringIO(), Tty() if lively else io.StringIO(), Texts(language), json)
