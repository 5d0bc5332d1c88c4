"""Trying a persona out: a conversation that is kept nowhere but in the window that shows it.

Nothing is written: no turn, no report, nothing learned of the model. Nothing of the memory is read
either, so that what is tried is the persona and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pet.chat import context
from pet.chat.events import (
    EngineReading,
    EngineWaking,
    TextDelta,
    TurnFailed,
    TurnFinished,
)
from pet.clock import Clock
from pet.engines.base import Ending, Engine, Finished, Reading, Stop, Waking, Word
from pet.engines.patience import unless_stopped
from pet.errors import PetError
from pet.i18n import Language
from pet.persona import persona as personas
from pet.persona.persona import Persona
from pet.prompt import assemble
from pet.prompt.assemble import Prompt
from pet.prompt.budget import Budget
from pet.prompt.incoming import accept_incoming, says_nothing
from pet.prompt.outgoing import Outgoing
from pet.prompt.sections import EXAMPLE, Exchange, Parts

TrialEvent = EngineWaking | EngineReading | TextDelta | TurnFinished | TurnFailed
Fit = Callable[[Parts, str], Prompt]  # the largest prompt that the model's window holds


class Trial:
    """One conversation. Turns come one at a time, on any thread; the caller sees to that."""

    def __init__(self, engine: Engine, fit: Fit, clock: Clock, language: Language) -> None:
        self._engine = engine
        self._fit = fit
        self._clock = clock
        self._language = language
        self._turns: tuple[Exchange, ...] = ()
        self._nonce = assemble.new_nonce(())

    def begin_again(self) -> None:
        """Forget what was said."""
        self._turns = ()
        self._nonce = assemble.new_nonce(())

    def turn(self, persona: Persona, text: str, stop: Stop) -> Iterator[TrialEvent]:
        """Say *text* to *persona* as she is now; ends with TurnFinished or TurnFailed."""
        reply: list[str] = []
        try:
            said = accept_incoming(text, "typed", Budget())
            if says_nothing(said):
                return
            yield from self._ask(persona, said, stop, reply)
        except PetError as error:
            yield TurnFailed(error, partial="".join(reply))

    def _ask(
        self, persona: Persona, said: str, stop: Stop, reply: list[str]
    ) -> Iterator[TrialEvent]:
        parts = self._parts(persona, said)
        prompt = unless_stopped(partial(self._fit, parts, self._nonce), stop)
        if prompt is None:
            yield TurnFinished(0, "", "stopped")
            return
        name = personas.name_in(persona, self._language)
        shown = Outgoing(self._nonce, (name, *personas.USER_NAMES, EXAMPLE))
        ending: Ending = "done"
        for event in self._engine.chat(prompt.messages, stop):
            match event:
                case Waking(model, seconds):
                    yield EngineWaking(model, seconds)
                case Reading():
                    yield EngineReading()
                case Word(piece):
                    yield from _told(shown.feed(piece), reply)
                    if shown.looping or shown.over:
                        stop.press()
                case Finished():
                    ending = "done" if shown.over else event.ending
        yield from _told(shown.close(), reply)
        self._turns = (*self._turns, Exchange(0, said, shown.text))[-context.MAX_TURNS :]
        yield TurnFinished(0, shown.text, ending)

    def _parts(self, persona: Persona, said: str) -> Parts:
        spoken = persona.language_spoken(self._language)
        return Parts(
            persona=personas.persona_text(persona, self._language),
            examples=personas.examples(persona, self._language),
            turns=self._turns,
            today=context.today_in(spoken, self._clock.now()),
            user_text=said,
        )


def _told(piece: str, reply: list[str]) -> Iterator[TextDelta]:
    if piece:
        reply.append(piece)
        yield TextDelta(piece)
