"""The composition root: `open_pet` is the one function that knows every constructor."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from types import TracebackType

from pet import files, log
from pet.chat.answering import Answering
from pet.chat.calibration import Calibration
from pet.chat.session import Session, Tools
from pet.clock import Clock, SystemClock
from pet.engines.base import Engine
from pet.engines.choose import EngineChooser
from pet.engines.none import NoEngine
from pet.engines.ollama import Ollama
from pet.engines.tiny import Tiny
from pet.i18n import Texts, choose_language
from pet.memory import turns
from pet.memory.store import Store
from pet.paths import Paths
from pet.persona.library import Library
from pet.settings import Settings

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
    engine: Engine
    session: Session

    @property
    def notices(self) -> tuple[str, ...]:
        """Catalogue keys of what the user should be told once."""
        told = (*self.store.notices, *self.personas.notices)
        return (*told, self.settings.notice) if self.settings.notice else told

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
    engine: Engine | str | None = None,
) -> Pet:
    """Build the whole pet over *paths*. Raises StoreError where memory cannot be opened.

    *engine* is an engine to use as it is, or "auto", "ollama" or "tiny".
    """
    clock = clock or SystemClock()
    files.make_private_folder_if_possible(paths.root)
    log.set_up(paths.log)
    settings = Settings(paths)
    texts = Texts(choose_language(language or settings["language"]))
    store = Store.open(paths, clock)
    turns.repair(store)
    personas = Library(paths)
    chosen = choose_engine(settings, engine)
    session = Session(
        Tools(
            store=store,
            engine=chosen,
            texts=texts,
            clock=clock,
            persona=lambda: personas.get(settings["persona"]),
            remember_model=lambda name: settings.change(model=name),
        ),
        Answering(store, chosen, clock, Calibration(paths.learned)),
    )
    return Pet(paths, clock, settings, texts, store, personas, chosen, session)


def choose_engine(settings: Settings, asked: Engine | str | None) -> Engine:
    """The engine that *asked* names, else the one of the settings."""
    if asked is not None and not isinstance(asked, str):
        return asked
    return EngineChooser(
        ollama=Ollama(settings["ollama_host"], trusted_host=settings["ollama_host_trusted"]),
        tiny=Tiny(settings["gguf"]),
        none=NoEngine(),
        prefer=asked or settings["engine"],
        model=settings["model"],
    )
