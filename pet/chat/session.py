"""A conversation with the pet: `turn(text, stop)` is a generator of events, and nothing more.

It knows neither who listens nor on which thread. The user's message is on disk before the engine
is asked, the partial reply is saved every two seconds, and whatever ends the turn (Stop, an error,
the caller going away) leaves what was said by then.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pet.chat import commands, context
from pet.chat.answering import Answering, Events
from pet.chat.events import (
    Choice,
    CommandAnswered,
    DidYouMean,
    Event,
    SessionBegan,
    TurnFailed,
    TurnStarted,
)
from pet.chat.folding import Folding
from pet.clock import Clock
from pet.engines.base import Engine, Model, Stop
from pet.errors import PetError, StoreError
from pet.i18n import Texts
from pet.memory import drafts, sessions, turns
from pet.memory.store import Store
from pet.persona.persona import Persona
from pet.prompt import assemble
from pet.prompt.budget import Budget
from pet.prompt.incoming import Source, accept_incoming
from pet.prompt.sections import Parts

_log = logging.getLogger(__name__)
_LAST_FOLD_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Tools:
    """What a session is given: the rooms it may use, and what the user changed of them."""

    store: Store
    engine: Engine
    texts: Texts
    clock: Clock
    persona: Callable[[], Persona]
    remember_model: Callable[[str], None]  # the user's choice, for the next start


class Session:
    """One running copy's conversation. Turns come one at a time; the caller sees to that."""

    def __init__(self, tools: Tools, answering: Answering) -> None:
        self._tools = tools
        self._answering = answering
        self._folding = Folding(tools.store, tools.engine)
        self._lease = sessions.join(tools.store, tools.persona().id)
        self._nonce = assemble.new_nonce(())
        self._basis: context.Basis | None = None
        self._offered: tuple[Choice, ...] = ()

    # -- what commands may touch (the Desk) ---------------------------------------------------

    @property
    def store(self) -> Store:
        return self._tools.store

    @property
    def texts(self) -> Texts:
        return self._tools.texts

    def models(self) -> Sequence[Model]:
        return self._tools.engine.models()

    def current_model(self) -> str | None:
        return self._tools.engine.model

    def choose_model(self, name: str) -> None:
        self._tools.engine.choose(name)
        self._tools.remember_model(name)

    def begin_session(self) -> int:
        """Leave this session (its last turns are folded in the background) and begin another."""
        self._folding.give_way()
        former, self._lease = self._lease, sessions.begin(self.store, self._tools.persona().id)
        self._fold_rest(former.session)
        sessions.end(self.store, former)
        self._nonce = assemble.new_nonce(())
        self._basis = None
        return self._lease.session

    # -- talking ------------------------------------------------------------------------------

    @property
    def session(self) -> int:
        return self._lease.session

    def turn(self, text: str, stop: Stop, *, source: Source = "typed") -> Events:
        """Say *text*; yields what happens, ending with an answer, a finish or a failure."""
        try:
            said = accept_incoming(text, source, Budget())
        except PetError as error:
            yield TurnFailed(error)
            return
        if not said.strip():
            return
        answered = self._command(said)
        if answered is not None:
            yield from answered
            return
        near = commands.nearest(said)
        if near is not None:
            yield DidYouMean(near)
        yield from self._talk(commands.unescaped(said), stop)

    def prompt_now(self, text: str) -> assemble.Prompt:
        """What would be sent for *text* now. Raises what a turn would fail with."""
        said = accept_incoming(text, "typed", Budget())
        return self._answering.fit(self.parts_now(said), self._nonce)

    def parts_now(self, text: str) -> Parts:
        """The parts of the prompt for *text*, before any budget. Raises StoreError."""
        return self._gather(text)[2]

    def budget_now(self) -> Budget:
        return self._answering.budget()

    @property
    def nonce(self) -> str:
        return self._nonce

    def draft(self) -> str:
        """What was typed and not sent before this start. Raises StoreError."""
        return drafts.take_up(self.store, self._lease)

    def keep_draft(self, text: str) -> None:
        """Keep what is typed and not sent yet. Raises StoreError."""
        drafts.keep(self.store, self._lease.session, text)

    def shown(self, limit: int) -> tuple[turns.Turn, ...]:
        """The last *limit* turns of this session, commands too, oldest first. Raises StoreError."""
        return turns.shown(self.store, self._lease.session, limit)

    def close(self) -> None:
        """Give way to the end of the program: stop folding, free the session for another copy."""
        self._folding.give_way()
        self._lease.close()

    def finish_folding(self, seconds: float) -> None:
        """Wait for a fold that is being written, at most *seconds*."""
        self._folding.wait(seconds)

    # -- inside -------------------------------------------------------------------------------

    def _command(self, said: str) -> Iterator[Event] | None:
        offered, self._offered = self._offered, ()
        wanted = _picked(said, offered)
        try:
            answer = commands.answer(self, wanted)
        except PetError as error:
            return iter((self._keep_command(said, self._refused(error)),))
        if answer is None:
            return None
        self._offered = tuple(choice for choice in answer.choices if choice.label[:1].isdigit())
        told: list[Event] = [self._keep_command(said, answer)]
        if answer.session is not None:
            told.insert(0, SessionBegan(answer.session))
        return iter(told)

    def _refused(self, error: PetError) -> commands.Answer:
        sentence = self.texts(f"error.{error.key}", **error.facts)
        return commands.Answer(sentence, refused=isinstance(error, StoreError))

    def _keep_command(self, said: str, answer: commands.Answer) -> CommandAnswered:
        """Both sides are stored and shown, but are never among the turns for the model."""
        try:
            turns.record_command(
                self.store, self._lease.session, said, answer.text, memo=answer.memo
            )
        except StoreError as error:
            _log.warning("a command was answered but not recorded: %s", error.key)
        return CommandAnswered(
            answer.text, refused=answer.refused, saved=answer.saved, choices=answer.choices
        )

    def _talk(self, said: str, stop: Stop) -> Events:
        self._folding.give_way()
        try:
            basis, now, parts = self._gather(said)
            turn = turns.ask(self.store, self._lease.session, said)
        except PetError as error:
            yield TurnFailed(error)
            return
        yield TurnStarted(turn)
        with contextlib.closing(self._answering.answer(turn, parts, self._nonce, stop)) as events:
            yield from events
        self._after(basis, now)

    def _gather(self, said: str) -> tuple[context.Basis, context.Gathered, Parts]:
        persona = self._tools.persona()
        now = context.gather(self.store, self._lease.session, persona)
        basis = context.renew(self._basis, now, self._lease.session, persona.revision)
        self._basis = basis
        language = self.texts.language
        parts = context.parts(basis, now, persona, language, said, self._tools.clock.now())
        return basis, now, parts

    def _after(self, basis: context.Basis, now: context.Gathered) -> None:
        """Move the window where turns did not fit, and fold what left it."""
        dropped = self._answering.dropped_turns
        if dropped:
            recent = [turn for turn in now.talk if turn.id > basis.after]
            leaving = recent[: max(dropped, len(recent) // 2)]
            self._basis = context.moved(basis, leaving[-1].id if leaving else basis.after)
        try:
            latest = context.gather(self.store, self._lease.session, self._tools.persona())
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        old = context.to_fold(self._basis or basis, latest)
        self._fold(self._lease.session, latest.summary, old)

    def _fold_rest(self, session: int) -> None:
        """The turns left at the end of a session go into its summary."""
        try:
            rest = context.gather(self.store, session, self._tools.persona())
        except StoreError as error:
            _log.info("nothing was folded: %s", error.key)
            return
        self._fold(session, rest.summary, rest.talk)

    def _fold(self, session: int, former: str, old: Sequence[turns.Turn]) -> None:
        self._folding.start(session, former, old, self._nonce, self._answering.budget())


def _picked(said: str, offered: Sequence[Choice]) -> str:
    """A bare number picks from what was offered just before; anything else stays itself."""
    number = said.strip().rstrip(".번")
    if offered and number.isdecimal() and 1 <= int(number) <= len(offered):
        return offered[int(number) - 1].command
    return said
