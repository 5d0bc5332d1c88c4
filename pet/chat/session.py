"""A conversation with the pet: `turn(text, stop)` is a generator of events, and nothing more.

It knows neither who listens nor on which thread. The user's message is on disk before the engine
is asked, the partial reply is saved every two seconds, and whatever ends the turn (Stop, an error,
the caller going away) leaves what was said by then.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pet.chat import commands
from pet.chat.aftermath import Aftermath
from pet.chat.answering import Answering, Asked, Events
from pet.chat.desk import Answer, Desk, Work
from pet.chat.events import (
    Choice,
    CommandAnswered,
    DidYouMean,
    Event,
    SessionBegan,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from pet.chat.memory_tool import MemoryTool
from pet.chat.seat import Seat
from pet.chat.tool_pool import ToolPool
from pet.chat.tools import Tools
from pet.chat.why import Why, report_in
from pet.chat.why import why as explained
from pet.engines.base import Stop
from pet.errors import PetError, StoreError
from pet.memory import reports, sensitive, turns
from pet.memory.grounds import Heard
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.incoming import Source, accept_incoming
from pet.prompt.report import Report
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)
_SHOWN_AGAIN: Final = 60  # turns, where the user comes back to a session


class Session:
    """One running copy's conversation. Turns come one at a time; the caller sees to that."""

    def __init__(self, tools: Tools, answering: Answering) -> None:
        self._tools = tools
        self._answering = answering
        self.seat = Seat(tools, answering.budget)
        self.recent = answering.recent
        self._desk = Desk(tools, self.seat, self.recent)
        self._offered: tuple[Choice, ...] = ()
        self._afterwards = Stop()  # of what is asked after a reply

    def turn(self, text: str, stop: Stop, *, source: Source = "typed") -> Events:
        """Say *text*; yields what happens, ending with an answer, a finish or a failure."""
        try:
            said = accept_incoming(text, source, Budget())
        except PetError as error:
            yield TurnFailed(error)
            return
        if not said.strip():
            return
        answered = self._command(said, stop)
        if answered is not None:
            yield from answered
            return
        near = commands.nearest(said)
        if near is not None:
            yield DidYouMean(near)
        yield from self._talk(commands.unescaped(said), stop, source)

    def prompt_now(self, text: str) -> assemble.Prompt:
        """What would be sent for *text* now. Raises what a turn would fail with."""
        said = accept_incoming(text, "typed", Budget())
        heard = MemoryTool(self._tools.store, Heard(said))
        return self._answering.fit(self.parts_now(said), self.seat.nonce, self._pool(heard))

    def why(self, turn: int) -> Why | None:
        """What the reply of *turn* was made from; None where nobody knows. Raises StoreError."""
        return explained(self._tools.store, self.recent, turn)

    def oldest_seen(self) -> int | None:
        """The oldest turn that the pet still sees word for word; None where it sees none.

        What stands before it is in the summary or out of sight. Raises StoreError.
        """
        seen = self.seat.outlook().turns
        return seen[0].turn if seen else None

    def last_report(self) -> Report | None:
        """The report of the last reply of this session. Raises StoreError."""
        return report_in(reports.newest(self._tools.store, self.seat.number))

    def parts_now(self, text: str) -> Parts:
        """The parts of the prompt for *text*, before any budget. Raises StoreError."""
        return self.seat.gather(text)

    def fit_now(self, parts: Parts, nonce: str) -> assemble.Prompt:
        """The largest prompt of *parts* that the model's window holds; no tool is offered."""
        return self._answering.fit(parts, nonce, ToolPool())

    def budget_now(self) -> Budget:
        """What the model's window holds now, in bytes. Raises EngineError."""
        return self._answering.budget()

    def give_way(self) -> None:
        """The user goes on: what is still asked after the last reply is left."""
        self._afterwards.press()

    def close(self) -> None:
        """Give way to the end of the program."""
        self.give_way()
        self.seat.close()

    def _command(self, said: str, stop: Stop) -> Iterator[Event] | None:
        offered, self._offered = self._offered, ()
        try:
            answer = commands.answer(self._desk, _picked(said, offered))
        except StoreError as error:  # a store that is busy would only be waited for once more
            return iter((CommandAnswered(self._refused(error).text, refused=True),))
        except PetError as error:
            return iter((self._keep_command(said, self._refused(error)),))
        if answer is None:
            return None
        if isinstance(answer, Work):
            return self._work(said, answer, stop)
        self._offered = tuple(choice for choice in answer.choices if choice.label[:1].isdigit())
        told: list[Event] = [self._keep_command(said, answer)]
        if answer.session is not None:
            shown = self.seat.shown(_SHOWN_AGAIN) if answer.returns else ()
            told.insert(0, SessionBegan(answer.session, shown))
        return iter(told)

    def _work(self, said: str, work: Work, stop: Stop) -> Iterator[Event]:
        """A command that an engine does: it tells how far it is, and can be stopped."""
        self.seat.give_way()
        try:
            answer = yield from work.run(stop)
        except PetError as error:
            answer = self._refused(error)
        yield self._keep_command(said, answer)

    def _refused(self, error: PetError) -> Answer:
        sentence = self._tools.texts(f"error.{error.key}", **error.facts)
        return Answer(sentence, refused=isinstance(error, StoreError))

    def _keep_command(self, said: str, answer: Answer) -> CommandAnswered:
        """Both sides are stored and shown, but are never among the turns for the model."""
        if self.seat.incognito is None and not answer.returns:
            try:
                self._record(said, answer)
            except StoreError as error:
                _log.warning("a command was answered but not recorded: %s", error.key)
        return CommandAnswered(
            answer.text,
            refused=answer.refused,
            saved=answer.saved,
            choices=answer.choices,
            wish=answer.wish,
        )

    def _record(self, said: str, answer: Answer) -> None:
        session = self.seat.take().session
        said = sensitive.without_values(said)  # a refused value is not kept in this way either
        kept = answer.text if answer.kept is None else answer.kept
        turns.record_command(
            self._tools.store, session, said, kept, memo=answer.memo, echo=answer.echo
        )

    def _talk(self, said: str, stop: Stop, source: Source) -> Events:
        self.seat.give_way()
        self.recent.begin()
        memory = self.seat.memory
        try:
            book = self.seat.book()
            parts = self.seat.gather(said)
            turn = book.ask(said, source=source, memory_on=memory == "on")
        except PetError as error:
            yield TurnFailed(error)
            return
        yield TurnStarted(turn)
        before = parts.turns[-1].user if parts.turns else ""
        heard = Heard(said, turn, before, in_person=source in ("typed", "spoken"))
        aftermath = Aftermath(self._tools, memory, MemoryTool(self._tools.store, heard))
        asked = Asked(turn, book, self._pool(aftermath.tool))
        answer = self._answering.answer(asked, parts, self.seat.nonce, stop)
        with contextlib.closing(answer) as events:
            for event in events:
                yield self._ended(event, aftermath, stop)
        self.seat.settle(parts, self._answering.sent)

    def _pool(self, tool: MemoryTool) -> ToolPool:
        """What the model may call: nothing unless the memory is on."""
        return ToolPool((tool.tool,) if self.seat.memory == "on" else ())

    def _ended(self, event: Event, aftermath: Aftermath, stop: Stop) -> Event:
        """The last event of a turn with what became of the memory; the others as they are."""
        match event:
            case TurnFinished():
                if event.ending != "stopped":
                    self._look_afterwards(aftermath, stop)
                notes = aftermath.notes(event.text)
            case TurnFailed():
                notes = aftermath.notes(event.partial)
            case _:
                return event
        if self.seat.incognito is not None:
            self.seat.incognito.offer(aftermath.tool.heard.meant)
        return replace(event, notes=notes)

    def _look_afterwards(self, aftermath: Aftermath, stop: Stop) -> None:
        """Ask what should be kept, where the model could not say it by itself."""
        self._afterwards = Stop()
        forget = stop.call_when_pressed(self._afterwards.press)
        try:
            aftermath.look(self._answering, self.seat.nonce, self._afterwards)
        finally:
            forget()


def _picked(said: str, offered: Sequence[Choice]) -> str:
    """A bare number picks from what was offered just before; anything else stays itself."""
    number = said.strip().rstrip(".번")
    if offered and number.isdecimal() and 1 <= int(number) <= len(offered):
        return offered[int(number) - 1].command
    return said
