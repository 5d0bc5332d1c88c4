"""Everybody in the editor: who is open, what was edited, and drafts of it that outlive a crash."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pet.app import Pet
from pet.errors import PetError
from pet.persona.history import History
from pet.persona.sheet import Sheet, new_sheet
from pet.ui.background import Background
from pet.ui.persona.errands import Errands
from pet.ui.persona.shelf import Shelf, Shelves
from pet.ui.persona.work import Work

_DRAFT_MS: Final = 700  # after the first key that is not kept: a crash loses no more than this
_NEW: Final = "new"
LOOK: Final = "somi"  # the only one there is


class Works(QObject):
    """Nothing here is lost: whoever is left unsaved stays as a draft."""

    listed = Signal()  # somebody came or went, or her marks changed
    opened = Signal(object)  # Work: show her
    told = Signal(str)  # a sentence
    failed = Signal(object)  # PetError

    def __init__(
        self, pet: Pet, background: Background, wanted: str = "", parent: QObject | None = None
    ) -> None:
        """*wanted*: the id or name of the one to open first; else the one that the pet is."""
        super().__init__(parent)
        self._texts = pet.texts
        self._clock = pet.clock
        self._wanted = wanted
        self.shelves = Shelves(pet)
        self.errands = Errands(background, self)
        self.works: dict[str, Work] = {}
        self.worn = ""
        self.current: Work | None = None
        self._unkept: dict[str, Work] = {}
        self._told_of = ""  # the failure that was told last, until something goes well
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DRAFT_MS)
        self._timer.timeout.connect(self._keep_drafts)

    def begin(self) -> None:
        """Read everybody."""
        self.errands.run(self.shelves.load, self._show_shelf, self._fail)

    @Slot(str)
    def open(self, key: str) -> None:
        """Show *key*; what was edited of the one before stays edited."""
        work = self.works.get(key)
        if work is None or work is self.current:
            return
        self.current = work
        self.opened.emit(work)
        if work.restored:
            work.restored = False
            self.told.emit(self._texts("editor.restored", name=self.name(work)))

    def name(self, work: Work) -> str:
        """What she is called; somebody new has no name yet."""
        return work.name(self._texts.language) or self._texts("editor.nameless")

    def record(self, sheet: Sheet, field: str) -> None:
        """*field* was edited."""
        if self.current is None:
            return
        before = self.current.is_changed
        self.current.history.record(sheet, field, self._clock.monotonic())
        self._note(before)

    @Slot()
    def undo(self) -> None:
        """Take the last step back."""
        if self.current is not None and self.current.history.can_undo:
            before = self.current.is_changed
            self.current.history.undo()
            self._step(before)

    @Slot()
    def redo(self) -> None:
        """Do again what was taken back."""
        if self.current is not None and self.current.history.can_redo:
            before = self.current.is_changed
            self.current.history.redo()
            self._step(before)

    def put(self, sheet: Sheet) -> None:
        """Let the form say *sheet*, as one step that can be taken back."""
        if self.current is not None:
            before = self.current.is_changed
            self.current.history.record(sheet, "", self._clock.monotonic())
            self._step(before)

    @Slot()
    def begin_new(self) -> None:
        """Somebody new, in the user's language."""
        number = 1
        while f"{_NEW}~{number}" in self.works:
            number += 1
        sheet = new_sheet(self._texts.language, LOOK)
        self.add(Work(f"{_NEW}~{number}", None, History(sheet)))

    def add(self, work: Work, *, shown: bool = True) -> None:
        """*work* is among the others from now on, and *shown*."""
        self.works[work.key] = work
        self.listed.emit()
        if shown:
            self.open(work.key)

    def take_in(self, persona_id: str) -> None:
        """Somebody was added to the folder: read her, and show her."""
        self.errands.run(partial(self.shelves.reload, persona_id), self.add, self._fail)

    def replace(self, key: str, work: Work | None) -> None:
        """*work* takes the place of *key*; None: she is gone, and another one is shown."""
        was_current = self.current is self.works.get(key)
        self._unkept.pop(key, None)
        renamed = [
            (work.key, work) if old == key and work else (old, one)
            for old, one in self.works.items()
            if old != key or work
        ]
        self.works = dict(renamed)
        self.listed.emit()
        if was_current:
            self.current = None
            self.open(work.key if work else next(iter(self.works), ""))

    def close(self) -> None:
        """The window goes: keep what is not saved, then let the folder go."""
        self._timer.stop()
        self._keep_drafts()
        self.errands.finish(self.shelves.close)

    def _step(self, before: bool) -> None:
        self.opened.emit(self.current)
        self._note(before)

    def _note(self, before: bool) -> None:
        """Something was edited: the draft is not the newest any more."""
        if self.current is None:
            return
        self._unkept[self.current.key] = self.current
        if not self._timer.isActive():
            self._timer.start()
        if self.current.is_changed != before:
            self.listed.emit()

    @Slot()
    def _keep_drafts(self) -> None:
        unkept, self._unkept = self._unkept, {}
        for work in unkept.values():
            keep = partial(self.shelves.keep, work.draft())
            drop = partial(self.shelves.drop, work.key)
            self.errands.run(keep if work.is_changed else drop, self._kept, self._fail)

    @Slot(object)
    def _kept(self, _nothing: None) -> None:
        self._told_of = ""

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        if error.key != self._told_of:  # not again at each key that is pressed
            self._told_of = error.key
            self.failed.emit(error)

    @Slot(object)
    def _show_shelf(self, shelf: Shelf) -> None:
        self.worn = shelf.worn
        begun = self.works  # somebody new, while the others were being read
        self.works = {**{work.key: work for work in shelf.works}, **begun}
        self.listed.emit()
        if self.current is not None:
            return
        unsaved = next((work.key for work in shelf.works if work.restored), "")
        self.open(self.key_of(self._wanted) or unsaved or shelf.worn)

    def key_of(self, wanted: str) -> str:
        """The key of the one with this id or name; empty where there is none."""
        wanted = wanted.strip().casefold()
        for work in self.works.values():
            if wanted and wanted in (work.key.casefold(), self.name(work).casefold()):
                return work.key
        return ""
