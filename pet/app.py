"""The composition root: `open_pet` is the one function that knows every constructor."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from pet import files, log
from pet.clock import Clock, SystemClock
from pet.engines import address
from pet.errors import UsageError
from pet.i18n import Texts, choose_language
from pet.memory import turns
from pet.memory.store import Store
from pet.paths import Paths
from pet.persona import persona
from pet.persona.library import Library
from pet.persona.wardrobe import Wardrobe
from pet.settings import Settings

if TYPE_CHECKING:
    from pet.chat.session import Session
    from pet.chat.trial import Trial
    from pet.engines.base import Engine
    from pet.engines.choose import Preference
    from pet.jobs.nightly import Night

T = TypeVar("T")

_log = logging.getLogger(__name__)
_UNUSABLE: Final = "engine.address_unusable"


class Later(Generic[T]):
    """Something that is made by the first who asks for it, on whichever thread."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: list[T] = []

    def get(self) -> T:
        """It; the first caller waits until it is made."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    @property
    def made(self) -> tuple[T, ...]:
        """It, or nothing where nobody asked."""
        return tuple(self._made)


@dataclass(frozen=True, slots=True)
class Pet:
    """Everything that runs, given to whoever shows it. Close it on any exit.

    What talks is a third of the program, and is loaded with the first wish to talk: until then the
    pet starts sooner and is smaller.
    """

    paths: Paths
    clock: Clock
    settings: Settings
    texts: Texts
    store: Store
    personas: Library
    wardrobe: Wardrobe
    _engine: Later[Engine]
    _session: Later[Session]
    engine_notices: tuple[str, ...] = ()

    @property
    def engine(self) -> Engine:
        """What answers. The first call loads it: some ten milliseconds."""
        return self._engine.get()

    @property
    def session(self) -> Session:
        """The conversation. The first call loads it: some hundred milliseconds."""
        return self._session.get()

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
        from pet.chat.trial import Trial

        return Trial(self.engine, self.session.fit_now, self.clock, self.texts.language)

    def memory_on(self) -> bool:
        """Whether the memory is used now, whichever copy turned it on or off."""
        return _memory_on(self.settings)

    def night(self) -> Night:
        """What the nightly job works with, as the settings are now; for `pet.jobs.nightly`."""
        from pet.jobs.nightly import Night  # its word lists take 0.1 s, which no start should

        return Night(
            self.store,
            self.engine,
            lambda: self.session.budget_now(),
            memory_on=self.memory_on(),
            at_once=self.settings["night_requests"],
        )

    def close(self) -> None:
        for session in self._session.made:
            session.close()
        for engine in self._engine.made:
            engine.close()
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
    told = _of_address(settings, engine)
    engines = _engine_later(settings, engine, sound=_UNUSABLE not in told)
    pet = Pet(
        paths,
        clock,
        settings,
        texts,
        store,
        personas,
        wardrobe,
        engines,
        Later(lambda: _session(pet)),
        told,
    )
    return pet


def _session(pet: Pet) -> Session:
    """The conversation over *pet*'s rooms; what it is made of takes 0.1 s to load."""
    from pet.chat.answering import Answering
    from pet.chat.calibration import Calibration
    from pet.chat.recent_prompts import RecentPrompts
    from pet.chat.session import Session
    from pet.chat.tools import Tools
    from pet.prompt.sections import EXAMPLE

    def speakers() -> tuple[str, ...]:
        return (*persona.USER_NAMES, EXAMPLE)

    store, settings, engine, clock = pet.store, pet.settings, pet.engine, pet.clock
    tools = Tools(
        store=store,
        engine=engine,
        texts=pet.texts,
        clock=clock,
        wardrobe=pet.wardrobe,
        remember_model=partial(_remember_model, settings, engine),
        memory_on=partial(_memory_on, settings),
        set_memory=partial(_set_memory, settings),
        usual_model=partial(settings.__getitem__, "model"),
    )
    calibration = Calibration(pet.paths.learned)
    answering = Answering(engine, clock, calibration, speakers, RecentPrompts(store))
    return Session(tools, answering)


def _remember_model(settings: Settings, engine: Engine, name: str) -> None:
    """The user chose *name*: at the next start the same engine answers with it."""
    from pet.engines.choose import EngineChooser

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


def _of_address(settings: Settings, wanted: Engine | Preference | None) -> tuple[str, ...]:
    """What the user should be told of the address of Ollama in the settings."""
    if wanted is not None and not isinstance(wanted, str):
        return ()
    host, trusted = settings["ollama_host"], settings["ollama_host_trusted"]
    try:
        address.parse(trusted or "")  # it must make sense even where nobody asks for it
        blocked = address.is_blocked(host, trusted)
    except UsageError:
        _log.warning("the address of Ollama in the settings makes no sense")
        return (_UNUSABLE,)
    used = (wanted or settings["engine"]) != "tiny"
    return ("engine.address_blocked",) if blocked and used else ()


def _engine_later(
    settings: Settings, wanted: Engine | Preference | None, *, sound: bool
) -> Later[Engine]:
    """What answers: *wanted* as it is, or what it and the settings prefer.

    An address in the settings that is not *sound* must not keep the pet from starting.
    """
    if wanted is not None and not isinstance(wanted, str):
        given = Later(lambda: wanted)
        given.get()  # it is ours to close, whether or not anybody talks
        return given

    def make() -> Engine:
        from pet.engines.choose import open_engine

        return open_engine(
            prefer=wanted or settings["engine"],
            model=settings["model"],
            gguf=settings["gguf"],
            window=settings["window"],
            host=settings["ollama_host"] if sound else None,
            trusted_host=settings["ollama_host_trusted"] if sound else None,
        )

    return Later(make)
