"""A conversation with the pet: `turn(text, stop)` is a generator of events, and nothing more.

It knows neither who listens nor on which thread. The user's message is on disk before the engine
is asked, the partial reply is saved every two seconds, and whatever ends the turn (Stop, an error,
the caller going away) leaves what was said by then.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence

from pet.chat import commands
from pet.chat.answering import Answering, Events
from pet.chat.desk import Answer, Desk, Work
from pet.chat.events import (
    Choice,
    CommandAnswered,
    DidYouMean,
    Event,
    SessionBegan,
    TurnFailed,
    TurnStarted,
)
from pet.chat.seat import Seat
from pet.chat.tools import Tools
from pet.chat.why import Why, report_in
from pet.chat.why import why as explained
from pet.engines.base import Stop
from pet.errors import PetError, StoreError
from pet.memory import reports, sensitive, turns
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.incoming import Source, accept_incoming
from pet.prompt.report import Report
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)


class Session:
    """One running copy's conversation. Turns come one at a time; the caller sees to that."""

    def __init__(self, tools: Tools, answering: Answering) -> None:
        self._tools = tools
        self._answering = answering
        self.seat = Seat(tools, answering.budget)
        self.recent = answering.recent
        self._desk = Desk(tools, self.seat, self.recent)
        self._offered: tuple[Choice, ...] = ()

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
        return self._answering.fit(self.parts_now(said), self.seat.nonce)

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
        """The largest prompt of *parts* that the model's window holds; as `prompt_now`."""
        return self._answering.fit(parts, nonce)

    def budget_now(self) -> Budget:
        """What the model's window holds now, in bytes. Raises EngineError."""
        return self._answering.budget()

    def close(self) -> None:
        """Give way to the end of the program."""
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
            told.insert(0, SessionBegan(answer.session))
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
        try:
            session = self.seat.take().session
            said = sensitive.without_values(said)  # a refused value is not kept in this way either
            kept = answer.text if answer.kept is None else answer.kept
            turns.record_command(
                self._tools.store, session, said, kept, memo=answer.memo, echo=answer.echo
            )
        except StoreError as error:
            _log.warning("a command was answered but not recorded: %s", error.key)
        return CommandAnswered(
            answer.text,
            refused=answer.refused,
            saved=answer.saved,
            choices=answer.choices,
            wish=answer.wish,
        )

    def _talk(self, said: str, stop: Stop, source: Source) -> Events:
        self.seat.give_way()
        self.recent.begin()
        try:
            session = self.seat.take().session
            parts = self.seat.gather(said)
            turn = turns.ask(self._tools.store, session, said, source=source)
        except PetError as error:
            yield TurnFailed(error)
            return
        yield TurnStarted(turn)
        answer = self._answering.answer(turn, parts, self.seat.nonce, stop)
        with contextlib.closing(answer) as events:
            yield from events
        self.seat.settle(parts, self._answering.sent)


def _picked(said: str, offered: Sequence[Choice]) -> str:
    """A bare number picks from what was offered just before; anything else stays itself."""
    number = said.strip().rstrip(".번")
    if offered and number.isdecimal() and 1 <= int(number) <= len(offered):
        return offered[int(number) - 1].command
    return said
