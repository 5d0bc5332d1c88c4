"""The composition root: `open_pet` is the one function that knows every constructor."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from pet import files, log
from pet.chat.answering import Answering
from pet.chat.calibration import Calibration
from pet.chat.recent_prompts import RecentPrompts
from pet.chat.session import Session
from pet.chat.tools import Tools
from pet.chat.trial import Trial
from pet.clock import Clock, SystemClock
from pet.engines.base import Engine
from pet.engines.choose import EngineChooser, Preference, is_blocked, open_engine
from pet.errors import UsageError
from pet.i18n import Texts, choose_language
from pet.memory import turns
from pet.memory.store import Store
from pet.paths import Paths
from pet.persona import persona
from pet.persona.library import Library
from pet.persona.wardrobe import Wardrobe
from pet.prompt.sections import EXAMPLE
from pet.settings import Settings

if TYPE_CHECKING:
    from pet.jobs.nightly import Night

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pet:
    """Everything that runs, given to whoever shows it. Close it on any exit."""

    paths: Paths
    clock: Clock
    settings: Settings
    texts: Texts
    store: Store
    personas: Library
    wardrobe: Wardrobe
    engine: Engine
    session: Session
    engine_notices: tuple[str, ...] = ()

    @property
    def notices(self) -> tuple[str, ...]:
        """Catalogue keys of what the user should be told once."""
        told = (*self.store.notices, *self.personas.notices, *self.engine_notices)
        return (*told, self.settings.notice) if self.settings.notice else told

    def persona_name(self) -> str:
        """What the persona that is worn is called in the language of the windows."""
        return persona.name_in(self.wardrobe.worn(), self.texts.language)

    def persona_opening(self) -> str:
        """What the persona that is worn says where nothing was said yet; empty: nothing."""
        return persona.opening(self.wardrobe.worn(), self.texts.language)

    def trial(self) -> Trial:
        """A conversation with a persona that is being tried out; it leaves no trace."""
        return Trial(self.engine, self.session.fit_now, self.clock, self.texts.language)

    def night(self) -> Night:
        """What the nightly job works with, as the settings are now; for `pet.jobs.nightly`."""
        from pet.jobs.nightly import Night  # its word lists take 0.1 s, which no start should

        return Night(
            self.store,
            self.engine,
            self.session.budget_now,
            memory_on=_memory_on(self.settings),
            at_once=self.settings["night_requests"],
        )

    def close(self) -> None:
        self.session.close()
        self.engine.close()
        self.store.close()

    def __enter__(self) -> Pet:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_pet(
    paths: Paths,
    clock: Clock | None = None,
    *,
    language: str | None = None,
    engine: Engine | Preference | None = None,
) -> Pet:
    """Build the whole pet over *paths*. Raises StoreError where memory cannot be opened.

    *engine* is an engine to use as it is, or which one to prefer over what the settings say.
    """
    clock = clock or SystemClock()
    files.make_private_folder_if_possible(paths.root)
    log.set_up(paths.log)
    settings = Settings(paths)
    texts = Texts(choose_language(language or settings["language"]))
    store = Store.open(paths, clock)
    turns.repair(store)
    personas = Library(paths)

    wardrobe = Wardrobe(personas, settings)
    wardrobe.worn()  # read now, so that a damaged one is told of at the start
    told: tuple[str, ...] = ()
    if engine is None or isinstance(engine, str):
        engine, told = _engine(settings, engine)

    def speakers() -> tuple[str, ...]:
        return (*persona.USER_NAMES, EXAMPLE)

    session = Session(
        Tools(
            store=store,
            engine=engine,
            texts=texts,
            clock=clock,
            wardrobe=wardrobe,
            remember_model=partial(_remember_model, settings, engine),
            memory_on=partial(_memory_on, settings),
            set_memory=partial(_set_memory, settings),
            usual_model=partial(settings.__getitem__, "model"),
        ),
        Answering(engine, clock, Calibration(paths.learned), speakers, RecentPrompts(store)),
    )
    return Pet(paths, clock, settings, texts, store, personas, wardrobe, engine, session, told)


def _remember_model(settings: Settings, engine: Engine, name: str) -> None:
    """The user chose *name*: at the next start the same engine answers with it."""
    if isinstance(engine, EngineChooser) and engine.preference == "tiny":
        settings.change(engine="tiny")
    else:
        settings.change(engine="auto", model=name)


def _memory_on(settings: Settings) -> bool:
    """Whether the memory is used; off is off in every copy, from the next turn on."""
    settings.look_again()
    return bool(settings["memory"])


def _set_memory(settings: Settings, on: bool) -> None:
    settings.change(memory=on)


def _engine(settings: Settings, prefer: Preference | None) -> tuple[Engine, tuple[str, ...]]:
    """The engines as the settings want them, and what to tell the user about that.

    An address in the settings that makes no sense must not keep the pet from starting.
    """
    chosen = {
        "prefer": prefer or settings["engine"],
        "model": settings["model"],
        "gguf": settings["gguf"],
        "window": settings["window"],
    }
    host, trusted = settings["ollama_host"], settings["ollama_host_trusted"]
    try:
        engine = open_engine(**chosen, host=host, trusted_host=trusted)
        blocked = chosen["prefer"] != "tiny" and is_blocked(host, trusted)
        return engine, ("engine.address_blocked",) if blocked else ()
    except UsageError:
        _log.warning("the address of Ollama in the settings makes no sense")
        return open_engine(**chosen), ("engine.address_unusable",)
