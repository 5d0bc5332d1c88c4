"""What a conversation is given: the rooms it may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pet.clock import Clock
from pet.engines.base import Engine
from pet.i18n import Texts
from pet.memory.store import Store
from pet.persona.persona import Persona


@dataclass(frozen=True, slots=True)
class Tools:
    """Given once by the composition root."""

    store: Store
    engine: Engine
    texts: Texts
    clock: Clock
    persona: Callable[[], Persona]  # as it is on disk now
    remember_model: Callable[[str], None]  # the user's choice, for the next start
    memory_on: Callable[[], bool]  # as it is now, whichever copy changed it
    set_memory: Callable[[bool], None]  # raises StoreError
