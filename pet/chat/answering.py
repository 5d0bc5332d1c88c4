"""One reply: the prompt is fitted to the window, the engine streams, what comes out is kept."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from pet.chat.calibration import Calibration
from pet.chat.events import (
    EngineReading,
    EngineWaking,
    Event,
    Fault,
    ReplyRestarted,
    TextDelta,
    TurnFailed,
    TurnFinished,
)
from pet.chat.left_out import of_report
from pet.chat.recent_prompts import RecentPrompts
from pet.clock import Clock
from pet.engines.base import Engine, Finished, Reading, Stop, Waking, Window, Word
from pet.engines.patience import unless_stopped
from pet.errors import PetError, PromptTooLong, StoreError
from pet.memory import reports, turns
from pet.memory.store import Store
from pet.prompt.assemble import Prompt, assemble, compared
from pet.prompt.budget import Budget
from pet.prompt.drift import REMINDER, has_drifted
from pet.prompt.outgoing import Outgoing
from pet.prompt.report import Report
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)
_SAVE_EVERY_S: Final = 2.0  # a crash loses at most this much of a reply
_STEP: Final = 0.85  # how much smaller a prompt is tried when the window was overrun
_MAX_STEPS: Final = 12

Events = Generator[Event, None, None]
_State = Literal["done", "length", "stopped", "failed"]


class Answering:
    """Asks the engine for the reply of a stored turn."""

    def __init__(
        self,
        store: Store,
        engine: Engine,
        clock: Clock,
        learned: Calibration,
        speakers: Callable[[], Sequence[str]],
    ) -> None:
        self._speakers = speakers  # the names in the persona's examples
        self._store = store
        self._engine = engine
        self._clock = clock
        self._learned = learned
        self.sent: Prompt | None = None  # the last one, where there was one in the last turn
        self.recent = RecentPrompts(store)

    def budget(self) -> Budget:
        """What the model's window holds, in bytes. Raises EngineError."""
        return self._budget_for(self._engine.window())

    def _budget_for(self, window: Window) -> Budget:
        """What *window* holds, by what was learned of the model's tokens."""
        ratio = self._learned.bytes_per_token(self._engine.model)
        budget = Budget.for_window(window, ratio)
        # Of eight plain questions the 135 M model answered three inside the fence, seven without.
        # The text is made harmless all the same.
        return replace(budget, user_fence=self._engine.name != "tiny")

    def fit(self, parts: Parts, nonce: str) -> Prompt:
        """The largest prompt that the window holds. Raises what a turn would fail with."""
        return self._fitted(parts, nonce).prompt

    def _fitted(self, parts: Parts, nonce: str, *, below: int | None = None) -> _Fitted:
        """The largest prompt, and the window that it fits; clearly smaller than *below* bytes.

        The window is asked for once: in doubt, each asking looks for the engines anew. Where the
        engine can count its own tokens, the bytes are lowered until the count fits. Raises
        UserTextTooLarge, BudgetExceeded, EngineError.
        """
        window = self._engine.window()
        budget = self._budget_for(window)
        if below is not None:
            budget = budget.smaller(min(budget.prompt_bytes, int(below * _STEP)))
        return _Fitted(self._lowered(parts, nonce, budget, window.prompt_tokens), window)

    def _lowered(self, parts: Parts, nonce: str, budget: Budget, room: int) -> Prompt:
        """The prompt within *budget* bytes and *room* tokens, as far as those can be counted."""
        for _ in range(_MAX_STEPS):
            prompt = assemble(parts, budget, nonce=nonce)
            tokens = self._count(prompt)
            if tokens is None or tokens <= room:
                return prompt
            budget = budget.smaller(int(prompt.size * min(_STEP, room / tokens)))
        return assemble(parts, budget, nonce=nonce)

    def _count(self, prompt: Prompt) -> int | None:
        per_message = 8  # role marks and line ends of the template
        counted = [self._engine.count_tokens(message.content) for message in prompt.messages]
        known = [tokens for tokens in counted if tokens is not None]
        if len(known) < len(counted):
            return None
        return sum(known) + per_message * len(known)

    def answer(self, turn: int, parts: Parts, nonce: str, stop: Stop) -> Events:
        """Stream the reply of *turn*; ends with TurnFinished or TurnFailed, all of it on disk."""
        reply = _Reply(self._store, self._clock, turn, parts)
        self.sent = None
        try:
            yield from self._attempts(reply, parts, nonce, stop)
        except PetError as error:
            reply.keep_if_possible("failed")
            yield TurnFailed(error, turn, reply.text)
        except Exception:  # a fault of ours, told by whoever iterates
            reply.keep_if_possible("failed")
            raise
        finally:
            reply.keep_if_possible("stopped")  # where nothing was kept: the listener went away

    def _attempts(self, reply: _Reply, parts: Parts, nonce: str, stop: Stop) -> Events:
        first = unless_stopped(partial(self._fitted, parts, nonce), stop)
        if first is None:
            yield self._unasked(reply)
            return
        try:
            yield from self._ask(reply, first, nonce, stop)
        except PromptTooLong as error:
            # The server counted; what it counted is learned, and the turn is tried once, smaller.
            size = first.prompt.size
            self._learned.overflowed(self._engine.model, size, error)
            yield from self._ask_with(reply, parts, nonce, stop, below=size)
        if reply.is_open:  # it slid into another language
            reply.begin_anew()
            yield ReplyRestarted()
            reminded = replace(parts, remark=REMINDER)
            yield from self._ask_with(reply, reminded, nonce, stop)

    def _ask_with(
        self, reply: _Reply, parts: Parts, nonce: str, stop: Stop, *, below: int | None = None
    ) -> Events:
        fitted = unless_stopped(partial(self._fitted, parts, nonce, below=below), stop)
        if fitted is None:
            yield self._unasked(reply)
        else:
            yield from self._ask(reply, fitted, nonce, stop)

    @staticmethod
    def _unasked(reply: _Reply) -> TurnFinished:
        """Stop was pressed before there was anything to send."""
        reply.keep("stopped")
        return TurnFinished(reply.turn, "", "stopped")

    def _ask(self, reply: _Reply, fitted: _Fitted, nonce: str, stop: Stop) -> Events:
        prompt = fitted.prompt
        self.sent = prompt
        report = compared(prompt, self.recent.newest)
        self.recent.keep(reply.turn, prompt)
        self._keep_report(reply.turn, report)
        shown = Outgoing(nonce, self._speakers())
        end = Finished("done")  # where we leave: the rest is a loop, or speaks for somebody else
        for event in self._engine.chat(prompt.messages, stop):
            match event:
                case Waking(model, seconds):
                    yield EngineWaking(model, seconds)
                case Reading():
                    yield EngineReading()
                case Word(text):
                    yield from reply.grow(shown.feed(text))
                    if shown.looping or shown.over or reply.should_begin_anew(whole=False):
                        break
                case Finished():
                    end = event
        yield from reply.grow(shown.close())
        reply.text = shown.text
        self._keep_count(reply.turn, report, end.prompt_tokens)
        yield from self._finish(reply, fitted, end, looping=shown.looping)

    def _finish(self, reply: _Reply, fitted: _Fitted, end: Finished, *, looping: bool) -> Events:
        """Keep the reply, unless it should begin anew; the engine is asked nothing more."""
        model, prompt, window = self._engine.model, fitted.prompt, fitted.window
        unreliable = end.cut or self._learned.was_cut(model, prompt.size, end.prompt_tokens, window)
        if not unreliable:
            self._learned.counted(model, prompt.size, end.prompt_tokens, window)
        stopped = end.ending == "stopped"
        if not stopped and reply.should_begin_anew():
            return
        fault: Fault | None = "drifted" if reply.has_drifted() and not stopped else None
        fault = "repeated" if looping else fault
        reply.keep(end.ending, unreliable=unreliable, fault=fault)
        yield TurnFinished(
            reply.turn,
            reply.text,
            end.ending,
            unreliable=unreliable,
            left_out=of_report(prompt.report),
            fault=fault,
        )

    def _keep_count(self, turn: int, report: Report, tokens: int) -> None:
        """What the engine counted stands beside what was predicted."""
        if tokens > 0:
            self._keep_report(turn, replace(report, counted_tokens=tokens))

    def _keep_report(self, turn: int, report: Report) -> None:
        try:
            reports.save(self._store, turn, report.to_dict())
        except StoreError as error:
            _log.info("a report was not kept: %s", error.key)


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A prompt, and the window of the model that it was fitted to."""

    prompt: Prompt
    window: Window


class _Reply:
    """The reply of one turn as it grows, on disk at least every two seconds, kept exactly once."""

    def __init__(self, store: Store, clock: Clock, turn: int, parts: Parts) -> None:
        self.turn = turn
        self._asked = parts
        self._is_second = False  # the first one was taken back
        self._store = store
        self._clock = clock
        self.text = ""  # as it should be stored and shown
        self._saved_at = clock.monotonic()
        self._kept = False

    @property
    def is_open(self) -> bool:
        """Whether it still has to end."""
        return not self._kept

    def has_drifted(self, *, whole: bool = True) -> bool:
        """Whether a Korean persona's reply has slid into Chinese or Japanese."""
        if self._asked.speaks != "ko":
            return False
        return has_drifted(self.text, self._asked.user_text, whole=whole)

    def should_begin_anew(self, *, whole: bool = True) -> bool:
        """Whether it has drifted, and was not taken back already."""
        return not self._is_second and self.has_drifted(whole=whole)

    def begin_anew(self) -> None:
        """Take back all that was said so far, also what is on disk of it."""
        self._is_second = True
        self.text = ""
        self._save()

    def grow(self, piece: str) -> tuple[TextDelta, ...]:
        """Add *piece*; the event that shows it, or none where nothing of it is to be shown."""
        if not piece:
            return ()
        self.text += piece
        self._save_now_and_then()
        return (TextDelta(piece),)

    def _save_now_and_then(self) -> None:
        if self._clock.monotonic() - self._saved_at < _SAVE_EVERY_S:
            return
        self._saved_at = self._clock.monotonic()
        self._save()

    def _save(self) -> None:
        try:
            turns.grow(self._store, self.turn, self.text)
        except StoreError as error:  # the end of the turn tries again
            _log.info("a partial reply was not saved: %s", error.key)

    def keep(self, state: _State, *, unreliable: bool = False, fault: Fault | None = None) -> None:
        """Write the end of the turn; later calls change nothing. Raises StoreError."""
        if self._kept:
            return
        self._kept = True
        turns.finish(self._store, self.turn, self.text, state, unreliable=unreliable, fault=fault)

    def keep_if_possible(self, state: _State) -> None:
        """Like `keep`, where there is nobody left to tell; the partial reply is on disk anyway."""
        try:
            self.keep(state)
        except StoreError as error:
            _log.warning("the end of a turn was not saved: %s", error.key)
