"""Older turns become a summary, written by the engine in the background.

Folding never blocks talking: it runs on a thread of its own, and a turn that begins presses its
Stop. The turns stay in the window until their summary is stored, so nothing is ever in neither.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from pet.chat.events import EngineReading, EngineWaking, Event
from pet.engines.base import Engine, Finished, Message, Reading, Stop, Waking, Word
from pet.errors import PetError
from pet.memory import summaries, turns
from pet.memory.store import Store
from pet.prompt.budget import Budget
from pet.prompt.folding import summary_request
from pet.prompt.outgoing import Outgoing

_log = logging.getLogger(__name__)
_SUMMARY_TOKENS: Final = 256
_GIVE_WAY_S: Final = 5.0


class Folding:
    """At most one fold at a time for one session."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store = store
        self._engine = engine
        self._stop = Stop()
        self._thread: threading.Thread | None = None

    def start(
        self, session: int, former: str, old: Sequence[turns.Turn], nonce: str, budget: Budget
    ) -> None:
        """Fold *old* (oldest first) and the *former* summary into a new one, in the background."""
        if not old or self.busy:
            return
        self._stop = Stop()
        self._thread = threading.Thread(
            target=self._run,
            args=(session, former, tuple(old), nonce, budget, self._stop),
            name="pet-folding",
        )
        self._thread.start()

    @property
    def busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def give_way(self) -> None:
        """Stop the running fold and wait for the engine to be free; nothing is lost by it."""
        self._stop.press()
        if self._thread is not None:
            self._thread.join(_GIVE_WAY_S)

    def wait(self, seconds: float) -> None:
        """Let the running fold finish, at most *seconds*."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(
        self,
        session: int,
        former: str,
        old: tuple[turns.Turn, ...],
        nonce: str,
        budget: Budget,
        stop: Stop,
    ) -> None:
        try:
            text = fold(self._engine, former, old, nonce, budget, stop)
            if text and not stop.pressed:
                summaries.save(self._store, session, text, upto_turn=old[-1].id)
        except PetError as error:
            # The turns are still in the window; the next turn tries again.
            _log.info("the summary was not written: %s", error.key)


@dataclass(frozen=True, slots=True)
class Folded:
    """A summary as it is stored now (empty: none came), and whether every turn is in it."""

    text: str
    complete: bool


def fold(
    engine: Engine,
    former: str,
    old: Sequence[turns.Turn],
    nonce: str,
    budget: Budget,
    stop: Stop,
) -> str:
    """Ask the engine for the summary of *former* and *old*; empty where it gave none."""
    asking = folding(engine, former, old, nonce, budget, stop)
    while True:
        try:
            next(asking)
        except StopIteration as end:
            return str(end.value)


def folding(
    engine: Engine,
    former: str,
    old: Sequence[turns.Turn],
    nonce: str,
    budget: Budget,
    stop: Stop,
) -> Generator[Event, None, str]:
    """`fold`, which tells meanwhile what the engine does."""
    asked: tuple[Message, ...] = summary_request(
        former, [(turn.user_text, turn.reply) for turn in old], budget, nonce=nonce
    )
    written = Outgoing(nonce)
    whole = False
    for event in engine.chat(asked, stop, temperature=0.2, max_tokens=_SUMMARY_TOKENS):
        match event:
            case Waking(model, seconds):
                yield EngineWaking(model, seconds)
            case Reading():
                yield EngineReading()
            case Word(text):
                written.feed(text)
            case Finished():
                whole = event.ending in ("done", "length") and not event.cut
    written.close()
    return written.text if whole and not written.looping else ""
