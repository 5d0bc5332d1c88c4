"""What the editor reads and writes on disk; every method may block, none is for the UI thread."""

from __future__ import annotations

import contextlib
import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QLockFile

from pet import files
from pet.app import Pet
from pet.errors import PetError, StoreError
from pet.persona import editing
from pet.persona.drafts import Draft, Drafts
from pet.persona.editing import Removed, Saved
from pet.persona.history import History
from pet.persona.library import Library
from pet.persona.persona import Persona
from pet.persona.sheet import Sheet, sheet_of
from pet.ui.persona.work import Work

_log = logging.getLogger(__name__)
T = TypeVar("T")
_MOST_EDITORS: Final = 64


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everybody there is, the default first, and the one the pet is now."""

    works: tuple[Work, ...]
    worn: str


@dataclass(frozen=True, slots=True)
class Shelved:
    """Who was saved, as she is on disk now; *theirs* where somebody else had changed her."""

    saved: Saved
    work: Work
    theirs: Work | None


class Shelves:
    """The personas' folder and the drafts of this editor.

    Each open editor has a drafts' folder of its own, held by a lock that dies with its process; so
    two copies never write over each other's drafts, and those of a crash are found by the next.
    """

    def __init__(self, pet: Pet) -> None:
        self._pet = pet
        self._library: Library = pet.personas
        self._root = pet.paths.drafts
        self._lock: QLockFile | None = None
        self._drafts: Drafts | None = None

    def load(self) -> Shelf:
        """Everybody, with the drafts that were left. Raises nothing that is expected."""
        everyone = self._library.everyone()
        works = {one.id: self._work(one) for one in everyone}
        for draft in self._own_drafts():
            work = self._drafted(draft, works)
            works[work.key] = work
        return Shelf(tuple(works.values()), self._pet.wardrobe.worn().id)

    def reload(self, persona_id: str) -> Work:
        """One of them as she is on disk now. Raises PersonaError."""
        return self._work(self._library.find(persona_id))

    def keep(self, draft: Draft) -> None:
        """Keep *draft* through a crash. Raises StoreError."""
        if self._drafts is None:
            return  # no folder could be had: told when the editor opened
        with _told():
            self._drafts.keep(draft)

    def drop(self, key: str) -> None:
        """The draft is not wanted any more. Raises StoreError."""
        if self._drafts is not None:
            with _told():
                self._drafts.drop(key)

    def save(self, base: Persona | None, sheet: Sheet, key: str) -> Shelved:
        """Save and drop the draft. Raises PersonaError, CardRefused, StoreError."""
        saved = self._alone(partial(editing.save, self._library, base, sheet))
        self.drop(key)
        theirs = None
        if saved.why == "changed_elsewhere" and base is not None:
            theirs = self._work(self._library.find(base.id))
        return Shelved(saved, self._work(saved.persona), theirs)

    def duplicate(self, of: Persona, sheet: Sheet) -> Work:
        """Raises PersonaError, CardRefused, StoreError."""
        return self._work(self._alone(partial(editing.duplicate, self._library, of, sheet)))

    def remove(self, persona: Persona, key: str) -> Removed:
        """Raises PersonaError, StoreError."""
        into = self._folder("removed")
        removed = self._alone(partial(editing.remove, self._library, persona, into))
        self.drop(key)
        return removed

    def put_back(self, removed: Removed) -> Work:
        """Raises StoreError."""
        return self._work(self._alone(partial(editing.put_back, self._library, removed)))

    def original(self, persona: Persona) -> Sheet:
        """As she came. Raises PersonaError, CardRefused."""
        with _told():
            found = editing.original_sheet(self._library, persona)
        if found is None:
            raise PetError("card.no_original", id=persona.id)
        return replace(sheet_of(found), picture="kept")

    def close(self) -> None:
        """Let another editor have the folder; what was deleted is gone now."""
        if self._lock is None:
            return
        shutil.rmtree(self._folder("removed"), ignore_errors=True)
        self._lock.unlock()
        self._lock = None

    def _alone(self, job: Callable[[], T]) -> T:
        """Run *job* under the lock of the home folder: nobody writes after it has looked."""
        return self._pet.store.write(lambda _connection: job())

    def _work(self, persona: Persona) -> Work:
        library = self._library
        return Work(
            persona.id,
            persona,
            History(sheet_of(persona)),
            library.picture(persona),
            library.is_ours(persona.id),
            library.has_original(persona),
        )

    def _drafted(self, draft: Draft, works: dict[str, Work]) -> Work:
        """The work that *draft* goes on with, on top of what is saved now."""
        saved = works.get(draft.persona_id or "")
        if saved is None or saved.base is None:
            work = Work(draft.key, None, History(draft.sheet))
            work.restored = True
            return work
        base = replace(saved.base, revision=draft.revision or saved.base.revision)
        history = History(sheet_of(base))
        history.record(draft.sheet, "draft", 0)
        known = (saved.picture, saved.is_ours, saved.is_imported)
        key = saved.key if saved.key not in works or not works[saved.key].restored else draft.key
        return Work(key, base, history, *known, restored=True)

    def _own_drafts(self) -> tuple[Draft, ...]:
        """Ours and those that editors left behind which are no longer there."""
        try:
            files.make_private_folder(self._root)
            self._claim()
            return self._drafts.everything() if self._drafts is not None else ()
        except OSError as error:  # a read-only home: editing works, drafts are not kept
            _log.info("drafts cannot be kept: %s", type(error).__name__)
            return ()

    def _claim(self) -> None:
        for number in range(1, _MOST_EDITORS):
            folder = self._root / str(number)
            if self._lock is not None and not folder.is_dir():
                return
            if self._lock is not None and self._is_own(number):
                continue
            lock = QLockFile(str(self._root / f"{number}.lock"))
            lock.setStaleLockTime(0)  # only the end of its process makes it stale
            if not lock.tryLock(0):
                continue
            if self._drafts is None:
                self._lock, self._drafts = lock, Drafts(folder)
                shutil.rmtree(folder / "removed", ignore_errors=True)
            else:
                self._drafts.take_over(Drafts(folder))
                lock.unlock()

    def _is_own(self, number: int) -> bool:
        return self._lock is not None and self._lock.fileName().endswith(f"/{number}.lock")

    def _folder(self, name: str) -> Path:
        assert self._lock is not None or self._drafts is None
        own = self._lock.fileName().removesuffix(".lock") if self._lock else str(self._root / "0")
        return Path(own) / name


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError("editor.draft_not_kept", reason=error.strerror or "?") from error
