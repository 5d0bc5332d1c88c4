"""An engine that says what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

from collections import deque

from pet.engines.base import Finished, Model, Reading, State, Status, Window, Word
from pet.errors import ModelMissing

MODEL = "scripted"


class ScriptedEngine:
    """`will_say` queues replies: words, events, or an exception to raise at that point.

    A function among them is called there (with the Stop), so that a test can act in mid-reply.
    """

    name = "ollama"

    def __init__(self, window: Window | None = None) -> None:
        self.model = MODEL
        self.asked: list[tuple] = []  # messages of each request
        self._replies = deque()
        self._window = window or Window(num_ctx=8192)

    def will_say(self, *steps) -> None:
        self._replies.append(steps)

    def status(self):
        return Status("ollama", State.READY, model=self.model)

    def models(self):
        return (Model(MODEL), Model("other:1b"))

    def choose(self, model):
        if model not in (MODEL, "other:1b"):
            raise ModelMissing("model_not_offered", model=model)
        self.model = model

    def window(self):
        return self._window

    def chat(self, messages, stop, *, schema=None, tools=(), temperature=None, max_tokens=None):
        self.asked.append(tuple(messages))
        steps = self._replies.popleft() if self._replies else ("…",)
        yield Reading()
        for step in steps:
            if stop.pressed:
                yield Finished("stopped")
                return
            if isinstance(step, BaseException):
                raise step
            if callable(step):
                step(stop)
            elif isinstance(step, str):
                yield Word(step)
            else:
                yield step
        if stop.pressed:
            yield Finished("stopped")
        elif not steps or not isinstance(steps[-1], Finished):
            yield Finished("done")

    def count_tokens(self, text):
        return None

    def preload(self, stop):
        """Always there."""

    def unload(self):
        """Nothing to give back."""

    def close(self):
        """Nothing to end."""
