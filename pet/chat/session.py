"""A conversation with the pet: `turn(text, stop)` is a generator of events, and nothing more.

It knows neither who listens nor on which thread. The user's message is on disk before the engine
is asked, the partial reply is saved every two seconds, and whatever ends the turn (Stop, an error,
the caller going away) leaves what was said by then.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from pet.chat import commands, persona_commands
from pet.chat.answering import Answering, Events
from pet.chat.desk import Answer, Desk, Work
from pet.chat.events import (
    Choice,
    CommandAnswered,
    DidYouMean,
    Event,
    NoticeGiven,
    PersonaWorn,
    SessionBegan,
    TurnFailed,
)
from pet.chat.own_model import OwnModel
from pet.chat.seat import Seat
from pet.chat.seats import Seats
from pet.chat.tool_pool import ToolPool
from pet.chat.tools import Tools
from pet.chat.why import Why, report_in
from pet.chat.why import why as explained
from pet.engines.base import Stop
from pet.engines.patience import unless_stopped
from pet.errors import PetError, StoreError
from pet.i18n import Texts
from pet.memory import reports, sensitive, turns
from pet.persona.persona import name_in, opening
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.incoming import Source, accept_incoming, says_nothing
from pet.prompt.report import Report
from pet.prompt.sections import Parts

if TYPE_CHECKING:
    from pet.chat.talking import Talking

_log = logging.getLogger(__name__)
SHOWN_TURNS: Final = 60  # at once; a window shows one less, and that there are earlier ones


class Session:
    """One running copy's conversation. Turns come one at a time; the caller sees to that."""

    def __init__(self, tools: Tools, answering: Answering) -> None:
        self._tools = tools
        self._answering = answering
        self.seats = Seats(tools, answering.budget)
        self._own_model = OwnModel(tools.engine, tools.usual_model)
        self.recent = answering.recent
        self._desk = Desk(tools, self.seats, self.recent)
        self._offered: tuple[Choice, ...] = ()
        self._talker: Talking | None = None  # nobody talked yet

    def turn(self, text: str, stop: Stop, *, source: Source = "typed") -> Events:
        """Say *text*; yields what happens, ending with an answer, a finish or a failure."""
        try:
            said = accept_incoming(text, source, Budget())
        except PetError as error:
            yield TurnFailed(error)
            return
        if says_nothing(said):
            return
        yield from self._followed()
        answered = self._command(said, stop)
        if answered is not None:
            yield from answered
            return
        to = persona_commands.addressed(self._tools.wardrobe, said)
        if to is not None:
            if not to.text:
                answer = persona_commands.alone(self._desk, to.persona)
                yield self._keep_command(said, answer)
                return
            seat = self.seats.with_persona(to.persona.id)
            name = "" if seat is self.seat else name_in(to.persona, self._tools.texts.language)
            yield from self._talking.talk(to.text, stop, source, seat, name)
            return
        near = commands.nearest(said)
        if near is not None:
            yield DidYouMean(near)
        yield from self._settled_model(stop)
        yield from self._talking.talk(commands.unescaped(said), stop, source, self.seat)

    @property
    def _talking(self) -> Talking:
        """Loaded with the first talk: its detectors' patterns take 60 ms, which no start should."""
        if self._talker is None:
            from pet.chat.talking import Talking

            self._talker = Talking(self._tools, self._answering, self.seats)
        return self._talker

    @property
    def seat(self) -> Seat:
        """The place in the conversation with the persona that is worn."""
        return self.seats.current

    def wake(self, stop: Stop) -> None:
        """Have the model loaded that will answer. Raises EngineError."""
        self._own_model.settle(self._tools.persona())
        if not stop.pressed:
            self._tools.engine.preload(stop)

    def prompt_now(self, text: str) -> assemble.Prompt:
        """What would be sent for *text* now. Raises what a turn would fail with."""
        said = accept_incoming(text, "typed", Budget())
        offered = self._talking.offered(said, self.seat.memory)
        return self._answering.fit(self.parts_now(said), self.seat.nonce, offered)

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
        if self._talker is not None:
            self._talker.give_way()

    def close(self) -> None:
        """Give way to the end of the program."""
        self.give_way()
        self.seats.close()

    def _command(self, said: str, stop: Stop) -> Iterator[Event] | None:
        offered, self._offered = self._offered, ()
        try:
            answer = commands.answer(self._desk, _picked(said, offered))
        except StoreError as error:  # a store that is busy would only be waited for once more
            return iter((CommandAnswered(_refused(self._tools.texts, error).text, refused=True),))
        except PetError as error:
            return iter((self._keep_command(said, _refused(self._tools.texts, error)),))
        if answer is None:
            return None
        if isinstance(answer, Work):
            return self._work(said, answer, stop)
        self._offered = tuple(choice for choice in answer.choices if choice.label[:1].isdigit())
        before: list[Event] = []
        if answer.worn:
            before.append(self._worn_now())
        if answer.session is not None:
            shown = self.seat.shown(SHOWN_TURNS + 1) if answer.returns else ()
            before.append(SessionBegan(answer.session, shown))
        return iter([*before, self._keep_command(said, answer)])

    def _worn_now(self) -> PersonaWorn:
        worn, language = self._tools.persona(), self._tools.texts.language
        shown = self.seat.shown(SHOWN_TURNS + 1)
        return PersonaWorn(worn.id, name_in(worn, language), opening(worn, language), shown)

    def _followed(self) -> Iterator[Event]:
        """Where the persona was deleted while she was worn: who is here instead, said clearly."""
        try:
            if self.seats.follow() is None:
                return
            yield self._worn_now()
        except StoreError as error:  # whatever is done next tells of it
            _log.info("the session of another persona was not opened: %s", error.key)
            return
        yield NoticeGiven(self._tools.texts("persona.replaced"))

    def _settled_model(self, stop: Stop) -> Iterator[Event]:
        """The model that she prefers answers, where there is one; that it is missing is said."""
        worn = self._tools.persona()
        missing = unless_stopped(partial(self._own_model.settle, worn), stop)
        if missing is not None:
            name = name_in(worn, self._tools.texts.language)
            yield NoticeGiven(self._tools.texts("persona.model_missing", name=name, model=missing))

    def _work(self, said: str, work: Work, stop: Stop) -> Iterator[Event]:
        """A command that an engine does: it tells how far it is, and can be stopped."""
        self.seats.give_way()
        try:
            answer = yield from work.run(stop)
        except PetError as error:
            answer = _refused(self._tools.texts, error)
        yield self._keep_command(said, answer)

    def _keep_command(self, said: str, answer: Answer) -> CommandAnswered:
        """Both sides are stored and shown, but are never among the turns for the model."""
        kept_here = self.seat.incognito is None and not self._tools.store.read_only
        if kept_here and not answer.returns:
            try:
                _record(self._tools, self.seat, said, answer)
            except StoreError as error:
                _log.warning("a command was answered but not recorded: %s", error.key)
        return CommandAnswered(
            answer.text,
            refused=answer.refused,
            saved=answer.saved,
            proof=answer.is_proof,
            choices=answer.choices,
            wish=answer.wish,
        )


def _record(tools: Tools, seat: Seat, said: str, answer: Answer) -> None:
    """Both sides of a command, without a value that was refused. Raises StoreError."""
    kept = answer.text if answer.kept is None else answer.kept
    turns.record_command(
        tools.store,
        seat.take().session,
        sensitive.without_values(said),
        kept,
        memo=answer.memo,
        echo=answer.echo,
        proof=answer.is_proof,
    )


def _refused(texts: Texts, error: PetError) -> Answer:
    sentence = texts(f"error.{error.key}", **error.facts)
    return Answer(sentence, refused=isinstance(error, StoreError))


def _picked(said: str, offered: Sequence[Choice]) -> str:
    """A bare number picks from what was offered just before; anything else stays itself."""
    number = said.strip().rstrip(".번")
    if offered and number.isdecimal() and 1 <= int(number) <= len(offered):
        return offered[int(number) - 1].command
    return said
