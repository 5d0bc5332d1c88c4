"""The model that a persona prefers: it answers while she is worn, where the engine offers it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from pet.engines.base import Engine
from pet.errors import EngineError, ModelMissing
from pet.persona.persona import Persona

_log = logging.getLogger(__name__)


class OwnModel:
    """Changes the model with the persona, and gives the usual one back after her.

    A model that the user chooses meanwhile is left alone. *usual* is the one that was chosen last,
    None where nobody ever chose.
    """

    def __init__(self, engine: Engine, usual: Callable[[], str | None]) -> None:
        self._engine = engine
        self._usual = usual
        self._settled: tuple[str, str | None] | None = None  # persona and model, as seen to last
        self._before: str | None = None  # the model that answered before one of a persona's own
        self._is_borrowed = False

    def settle(self, persona: Persona) -> str | None:
        """Have the right model answer; may ask the engine. The name of one that is not offered.

        It is told once for each persona that is put on.
        """
        wanted = (persona.id, persona.model)
        if wanted == self._settled:
            return None
        if persona.model is None:
            self._give_back()
            self._settled = wanted
            return None
        return self._take(persona.model, wanted)

    def _take(self, model: str, wanted: tuple[str, str | None]) -> str | None:
        if not self._is_borrowed:
            if self._engine.model is None:
                self._engine.status()  # settles on one, so that there is one to give back
            self._before = self._engine.model
        try:
            self._engine.choose(model)
        except ModelMissing:
            self._give_back()
            self._settled = wanted
            return model
        except EngineError as error:  # the turn says what is wrong, and the next one tries again
            _log.info("the persona's own model was not asked for: %s", error.key)
            return None
        self._settled = wanted
        self._is_borrowed = True
        return None

    def _give_back(self) -> None:
        if not self._is_borrowed:
            return
        self._is_borrowed = False
        if usual := self._usual() or self._before:
            with contextlib.suppress(EngineError):  # gone by now: the engine finds another
                self._engine.choose(usual)
