"""Older turns become a summary, written by the engine in the background.

Folding never blocks talking: it runs on a thread of its own, and a turn that begins presses its
Stop. The turns stay in the window until their summary is stored, so nothing is ever in neither.
Where the model is of no use, or the user talks on before it is done, the user's own words are
stored instead: a window that slid by one turn each time would be read anew at every turn.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from pet.chat import context, echoes
from pet.chat.events import EngineReading, EngineWaking, Event
from pet.chat.tools import Tools
from pet.engines.base import Engine, Finished, Message, Reading, Stop, Waking, Word
from pet.errors import BudgetExceeded, PetError, PromptTooLong, ReplyBroken
from pet.memory import erasures, sensitive, summaries, turns
from pet.memory.store import Store
from pet.prompt.assemble import Prompt
from pet.prompt.budget import Budget
from pet.prompt.folding import continued_request, in_own_words, summary_request, usable
from pet.prompt.outgoing import Outgoing

_log = logging.getLogger(__name__)
_SUMMARY_TOKENS: Final = 256
_GIVE_WAY_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Fold:
    """What is to be folded: *old* turns (oldest first) and the *former* summary.

    *prompt* is the last one that was sent, where it begins with these very turns.
    """

    former: str
    old: tuple[turns.Turn, ...]
    nonce: str
    budget: Budget
    erased: int  # the number of erasures before the turns were read
    prompt: Prompt | None = None

    def asked(self) -> tuple[Message, ...]:
        """The messages for the engine. Raises BudgetExceeded."""
        if self.prompt is not None:
            told = len(echoes.told(self.old).exchanges)
            continued = continued_request(self.prompt, told, self.budget)
            if continued is not None:
                return continued
        said = [(turn.user_text, turn.reply) for turn in self.old]
        return summary_request(self.former, said, self.budget, nonce=self.nonce)

    def in_own_words(self) -> str:
        """The former summary and what the user said in these turns."""
        said = [sensitive.without_values(turn.user_text) for turn in self.old]
        return in_own_words(self.former, said, self.budget)


class Folding:
    """At most one fold at a time for one session."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store = store
        self._engine = engine
        self._stop = Stop()
        self._thread: threading.Thread | None = None
        self._is_talked_over = False  # the user went on before the summary was there

    def start(self, session: int, fold: Fold) -> None:
        """Ask for the summary in the background, and store it."""
        if not fold.old or self.busy:
            return
        self._stop, self._is_talked_over = Stop(), False
        self._thread = threading.Thread(
            target=self._run, args=(session, fold, self._stop), name="pet-folding"
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

    def be_talked_over(self) -> None:
        """`give_way` to a message: what is not summarised by now is kept in the user's words."""
        self._is_talked_over = True
        self.give_way()

    def wait(self, seconds: float) -> None:
        """Let the running fold finish, at most *seconds*."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self, session: int, fold: Fold, stop: Stop) -> None:
        try:
            text = self._text(fold, stop)
            if text:
                _keep(self._store, session, text, fold)
        except PetError as error:
            # The turns are still in the window; the next turn tries again.
            _log.info("the summary was not written: %s", error.key)

    def _text(self, fold: Fold, stop: Stop) -> str:
        """What is to be stored; nothing where the fold gives way. Raises PetError."""
        try:
            text = written(self._engine, fold, stop)
        except (BudgetExceeded, PromptTooLong, ReplyBroken) as error:
            _log.info("the model wrote no summary: %s", error.key)
            text = ""
        if stop.pressed and not self._is_talked_over:
            return ""
        return text or fold.in_own_words()


def _keep(store: Store, session: int, text: str, fold: Fold) -> None:
    upto = fold.old[-1].id
    summaries.save(store, session, text, upto_turn=upto, erased=fold.erased)


@dataclass(frozen=True, slots=True)
class Folded:
    """A summary as it is stored now (empty: none came), and whether every turn is in it."""

    text: str
    complete: bool


def fold_all(
    tools: Tools, session: int, persona_id: str, nonce: str, budget: Budget, stop: Stop
) -> Generator[Event, None, Folded]:
    """Fold all turns of *session*, as many at a time as a window has; each summary is stored.

    Raises PetError; what was folded by then stays folded.
    """
    text = ""
    while not stop.pressed:
        erased = erasures.number(tools.store)
        now = context.gather(tools.store, session, persona_id)
        if not now.oldest:
            return Folded(text, complete=True)
        fold = Fold(now.summary, now.oldest[: context.MAX_TURNS], nonce, budget, erased)
        words = yield from writing(tools.engine, fold, stop)
        if not words or stop.pressed:
            break
        _keep(tools.store, session, words, fold)
        text = words
    return Folded(text, complete=False)


def written(engine: Engine, fold: Fold, stop: Stop) -> str:
    """The summary as *engine* writes it; empty where it gave none. Raises PetError."""
    asking = writing(engine, fold, stop)
    while True:
        try:
            next(asking)
        except StopIteration as end:
            return str(end.value)


def writing(engine: Engine, fold: Fold, stop: Stop) -> Generator[Event, None, str]:
    """`written`, which tells meanwhile what the engine does."""
    asked = fold.asked()
    shown = Outgoing(fold.nonce)
    whole = False
    for event in engine.chat(asked, stop, temperature=0.2, max_tokens=_SUMMARY_TOKENS):
        match event:
            case Waking(model, seconds):
                yield EngineWaking(model, seconds)
            case Reading():
                yield EngineReading()
            case Word(text):
                shown.feed(text)
            case Finished():
                whole = event.ending in ("done", "length") and not event.cut
    shown.close()
    fit = whole and not shown.looping and usable(shown.text, asked)
    return shown.text if fit else ""
