"""What a command is given, and the two things it may open: the store alone, or the whole pet."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pet.cli.arguments import Asked
from pet.cli.output import Output, clean
from pet.errors import StoreError
from pet.i18n import Texts
from pet.paths import Paths

if TYPE_CHECKING:  # the heavy rooms are imported by the commands that need them
    from pet.app import Pet
    from pet.engines.choose import Preference
    from pet.memory.store import Store

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """One command as it was asked, where it works, and where its answer goes."""

    asked: Asked
    paths: Paths
    output: Output

    @property
    def texts(self) -> Texts:
        return self.output.texts

    def open_store(self, *, only_reading: bool = False) -> Store:
        """The memory alone, for what needs no engine. Raises StoreError."""
        from pet import log
        from pet.clock import SystemClock
        from pet.memory.store import Store

        log.set_up(self.paths.log)
        store = Store.open(self.paths, SystemClock(), only_reading=only_reading)
        self.tell(store.notices)
        return store

    def keep_backup(self, store: Store) -> None:
        """Make the backup of the day, as the desktop does by itself; one that fails is noted."""
        from pet.memory import backups

        try:
            backups.keep_daily(store)
        except StoreError as error:
            _log.info("the backup of the day: %s", error.key)

    def open_pet(self) -> Pet:
        """The whole pet. Raises StoreError."""
        from pet.app import open_pet

        prefer = cast("Preference | None", self.asked.value("engine"))  # one of the choices
        pet = open_pet(self.paths, language=self.texts.language, engine=prefer)
        self.tell(pet.notices)
        return pet

    def tell(self, notices: tuple[str, ...]) -> None:
        """Say each notice once, beside the result."""
        for key in notices:
            self.output.note(self.texts(key))

    def agree(self, question: str) -> bool:
        """Ask a person; where nobody sits, or with `--yes`, the answer is yes."""
        if self.asked.has("yes") or self.output.json:
            return True
        if not (sys.stdin.isatty() and self.output.err.isatty()):
            return True
        self.output.err.write(clean(question) + " ")
        self.output.err.flush()
        return sys.stdin.readline().strip().casefold() in ("y", "yes", "네", "예", "응", "ㅇ")


Doing = Callable[[Call], int]
