"""One reply: the prompt is fitted to the window, the engine streams, what comes out is kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from pet.chat.book import Book
from pet.chat.calibration import Calibration
from pet.chat.events import (
    EngineReading,
    EngineWaking,
    Event,
    Fault,
    ReplyRestarted,
    TurnFailed,
    TurnFinished,
)
from pet.chat.growing import GrowingReply
from pet.chat.left_out import of_report
from pet.chat.recent_prompts import RecentPrompts
from pet.chat.rounds import Rounds
from pet.chat.tool_pool import ToolPool
from pet.clock import Clock
from pet.engines.base import Engine, Finished, Reading, Stop, Waking, Window, Word
from pet.engines.patience import unless_stopped
from pet.errors import PetError, PromptTooLong, ReplyBroken
from pet.prompt.assemble import Prompt, assemble, compared
from pet.prompt.budget import Budget
from pet.prompt.drift import reminder
from pet.prompt.outgoing import Outgoing
from pet.prompt.report import Report
from pet.prompt.sections import Parts

_STEP: Final = 0.85  # how much smaller a prompt is tried when the window was overrun
_MAX_STEPS: Final = 12

Events = Generator[Event, None, None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A turn that has begun: where it is written down, and what the model may call in it."""

    turn: int
    book: Book
    pool: ToolPool


class Answering:
    """Asks the engine for the reply of a stored turn."""

    def __init__(
        self,
        engine: Engine,
        clock: Clock,
        learned: Calibration,
        speakers: Callable[[], Sequence[str]],
        recent: RecentPrompts,
    ) -> None:
        self._speakers = speakers  # besides those that the parts of a prompt name
        self._names: tuple[str, ...] = ()  # of the prompt that is being answered
        self._engine = engine
        self._clock = clock
        self._learned = learned
        self.sent: Prompt | None = None  # the last one, where there was one in the last turn
        self.recent = recent

    def budget(self) -> Budget:
        """What the model's window holds, in bytes. Raises EngineError."""
        return self._budget_for(self._engine.window())

    def _budget_for(self, window: Window) -> Budget:
        """What *window* holds, by what was learned of the model's tokens."""
        ratio = self._learned.bytes_per_token(self._engine.model)
        budget = Budget.for_window(window, ratio)
        # Of eight plain questions the 135 M model answered three inside the fence, seven without;
        # one of half a billion parameters repeats what stands in it.
        # The text is made harmless all the same.
        return replace(budget, user_fence=self._engine.name != "tiny" and not window.small)

    def fit(self, parts: Parts, nonce: str, pool: ToolPool) -> Prompt:
        """The largest prompt that the window holds. Raises what a turn would fail with."""
        return self._fitted(parts, nonce, pool).prompt

    def _fitted(
        self, parts: Parts, nonce: str, pool: ToolPool, *, below: int | None = None
    ) -> _Fitted:
        """The largest prompt, and the window that it fits; clearly smaller than *below* bytes.

        The window is asked for once: in doubt, each asking looks for the engines anew. Where the
        engine can count its own tokens, the bytes are lowered until the count fits. Raises
        UserTextTooLarge, BudgetExceeded, EngineError.
        """
        window = self._engine.window()
        budget = self._budget_for(window)
        if below is not None:
            budget = budget.smaller(min(budget.prompt_bytes, int(below * _STEP)))
        offered = bool(pool.allowed_tools) and self._engine.takes_tools()
        parts = pool.offered_in(parts) if offered else parts
        prompt = self._lowered(parts, nonce, budget, window.prompt_tokens)
        return _Fitted(prompt, window, pool if offered else ToolPool())

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

    def answer(self, asked: Asked, parts: Parts, nonce: str, stop: Stop) -> Events:
        """Stream the reply of a turn; ends with TurnFinished or TurnFailed, all of it kept."""
        turn = asked.turn
        reply = GrowingReply(asked.book, self._clock, turn, parts)
        self.sent = None
        self._names = (*parts.speakers, *self._speakers())
        try:
            yield from self._attempts(reply, parts, nonce, asked.pool, stop)
        except PetError as error:
            reply.keep_if_possible("failed")
            yield TurnFailed(error, turn, reply.text)
        except Exception:  # a fault of ours, told by whoever iterates
            reply.keep_if_possible("failed")
            raise
        finally:
            reply.keep_if_possible("stopped")  # where nothing was kept: the listener went away

    def _attempts(
        self, reply: GrowingReply, parts: Parts, nonce: str, pool: ToolPool, stop: Stop
    ) -> Events:
        first = unless_stopped(partial(self._fitted, parts, nonce, pool), stop)
        if first is None:
            yield self._unasked(reply)
            return
        try:
            yield from self._ask(reply, first, nonce, stop)
        except PromptTooLong as error:
            # The server counted; what it counted is learned, and the turn is tried once, smaller.
            size = first.prompt.size
            self._learned.overflowed(self._engine.model, size, error)
            yield from self._ask_with(reply, parts, nonce, pool, stop, below=size)
        if reply.is_open:  # it slid into another language
            reply.begin_anew()
            yield ReplyRestarted()
            reminded = replace(parts, remark=reminder(parts.speaks))
            yield from self._ask_with(reply, reminded, nonce, pool, stop)

    def _ask_with(
        self,
        reply: GrowingReply,
        parts: Parts,
        nonce: str,
        pool: ToolPool,
        stop: Stop,
        *,
        below: int | None = None,
    ) -> Events:
        fitted = unless_stopped(partial(self._fitted, parts, nonce, pool, below=below), stop)
        if fitted is None:
            yield self._unasked(reply)
        else:
            yield from self._ask(reply, fitted, nonce, stop)

    @staticmethod
    def _unasked(reply: GrowingReply) -> TurnFinished:
        """Stop was pressed before there was anything to send."""
        reply.keep("stopped")
        return TurnFinished(reply.turn, "", "stopped")

    def _ask(self, reply: GrowingReply, fitted: _Fitted, nonce: str, stop: Stop) -> Events:
        prompt = fitted.prompt
        report = self._note_sent(reply, prompt)
        shown = Outgoing(nonce, self._names)
        end = Finished("done")  # where we leave: it begins anew
        for event in Rounds(self._engine, prompt.messages, fitted.pool).run(stop, shown):
            match event:
                case Waking(model, seconds):
                    yield EngineWaking(model, seconds)
                case Reading():
                    yield EngineReading()
                case Word(text):
                    yield from reply.grow(text)
                    if reply.should_begin_anew(whole=False):
                        break
                case Finished():
                    end = event
        yield from reply.grow(shown.close())
        reply.text = shown.text
        _note_counted(reply, report, end.prompt_tokens)
        yield from self._finish(reply, fitted, end, shown)

    def _note_sent(self, reply: GrowingReply, prompt: Prompt) -> Report:
        """Keep what is asked with, as far as anything of this turn is kept."""
        self.sent = prompt
        report = compared(prompt, self.recent.newest)
        if reply.book.keeps:
            self.recent.keep(reply.turn, prompt)
        reply.book.report(reply.turn, report.to_dict())
        return report

    def _finish(
        self, reply: GrowingReply, fitted: _Fitted, end: Finished, shown: Outgoing
    ) -> Events:
        """Keep the reply, unless it should begin anew; the engine is asked nothing more."""
        model, prompt, window = self._engine.model, fitted.prompt, fitted.window
        unreliable = end.cut or self._learned.was_cut(model, prompt.size, end.prompt_tokens, window)
        if not unreliable and reply.book.keeps:
            self._learned.counted(model, prompt.size, end.prompt_tokens, window)
        stopped = end.ending == "stopped"
        if not (stopped or reply.text or fitted.pool.calls):  # an empty bubble tells nobody why
            raise ReplyBroken(
                "only_thought" if shown.thought else "reply_empty", model=model or "?"
            )
        if not stopped and reply.should_begin_anew():
            return
        fault: Fault | None = "drifted" if reply.has_drifted() and not stopped else None
        fault = "repeated" if shown.looping else fault
        reply.keep(end.ending, unreliable=unreliable, fault=fault)
        yield TurnFinished(
            reply.turn,
            reply.text,
            end.ending,
            unreliable=unreliable,
            left_out=of_report(prompt.report),
            fault=fault,
        )


def _note_counted(reply: GrowingReply, report: Report, tokens: int) -> None:
    """What the engine counted stands beside what was predicted."""
    if tokens > 0:
        reply.book.report(reply.turn, replace(report, counted_tokens=tokens).to_dict())


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A prompt, and the window of the model that it was fitted to."""

    prompt: Prompt
    window: Window
    pool: ToolPool  # what the model is offered
