"""What is done to a persona as a whole: saved, worn, copied, deleted and brought back."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from pet.errors import PetError
from pet.i18n import Texts
from pet.persona.editing import Removed
from pet.persona.history import History
from pet.persona.persona import Persona, name_in
from pet.persona.sheet import Sheet, sheet_of
from pet.ui.persona.shelf import Shelved
from pet.ui.persona.work import Work
from pet.ui.persona.works import Works


class Deeds(QObject):
    """Each is told when the disk has it, and by what can be done about it where it has not."""

    told = Signal(str, str)  # a sentence, and what the button beside it does ("": no button)
    failed = Signal(object)  # PetError
    persona_saved = Signal(str)  # her id
    wear_requested = Signal(str)  # her id

    def __init__(self, works: Works, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._works = works
        self._texts = texts
        self._saving: Work | None = None
        self._sent: Sheet | None = None
        self._wears = False
        self._removed: Removed | None = None

    @Slot()
    def save(self) -> None:
        """Save the one that is shown."""
        self._save(wears=False)

    @Slot()
    def save_and_wear(self) -> None:
        """Save her, and let the pet be her from now on."""
        self._save(wears=True)

    def show_worn(self, persona_id: str) -> None:
        """The pet is *persona_id* now, wherever that was asked for."""
        if persona_id != self._works.worn:
            self._works.worn = persona_id
            self._works.listed.emit()

    @Slot()
    def duplicate(self) -> None:
        """Another one like her, as she stands in the form."""
        work = self._works.current
        if work is None or work.base is None:
            return
        name = self._texts("editor.copy_of", name=self._works.name(work))
        sheet = _renamed(work.sheet, name)
        job = partial(self._works.shelves.duplicate, work.base, sheet)
        self._works.errands.run(job, self._show_added, self._fail)

    @Slot()
    def delete(self) -> None:
        """Take her away; a button brings her back."""
        work = self._works.current
        if work is None:
            return
        if work.base is None:
            drop = partial(self._works.shelves.drop, work.key)
            self._works.errands.run(drop, self._ignore, self._fail)
            self._works.replace(work.key, None)
        elif work.base.id == self._works.worn:
            self._fail(PetError("editor.worn", name=self._works.name(work)))
        else:
            job = partial(self._works.shelves.remove, work.base, work.key)
            self._works.errands.run(job, self._show_removed, self._fail)

    @Slot()
    def put_back(self) -> None:
        """Bring back the one that was deleted last."""
        removed, self._removed = self._removed, None
        if removed is not None:
            job = partial(self._works.shelves.put_back, removed)
            self._works.errands.run(job, self._show_added, self._fail)

    @Slot()
    def restore(self) -> None:
        """As she came: into the form, to be saved or taken back."""
        work = self._works.current
        if work is not None and work.base is not None:
            job = partial(self._works.shelves.original, work.base)
            self._works.errands.run(job, self._show_original, self._fail)

    @Slot()
    def discard(self) -> None:
        """As she is saved: one step, which can be taken back."""
        work = self._works.current
        if work is not None and work.saved is not None:
            self._works.put(work.saved)
            self.told.emit(self._texts("editor.discarded"), "undo")

    def _save(self, *, wears: bool) -> None:
        work = self._works.current
        if work is None or self._saving is not None:
            return
        if not work.is_changed and work.base is not None:
            self._unchanged(work.base, wears)
            return
        self._saving, self._sent, self._wears = work, work.sheet, wears
        job = partial(self._works.shelves.save, work.base, work.sheet, work.key)
        self._works.errands.run(job, self._show_saved, self._fail_to_save)

    def _unchanged(self, base: Persona, wears: bool) -> None:
        if wears:
            self._wear(base)
        else:
            self.told.emit(self._texts("editor.saved_already"), "")

    @Slot(object)
    def _show_saved(self, shelved: Shelved) -> None:
        work, sent, wears = self._saving, self._sent, self._wears
        self._saving = self._sent = None
        if work is None or sent is None:
            return
        saved = shelved.saved
        _go_on(work, sent, shelved.work)
        self._works.replace(work.key, shelved.work)
        if shelved.theirs is not None:
            self._works.add(shelved.theirs, shown=False)
        self.persona_saved.emit(saved.persona.id)
        if wears:
            self._wear(saved.persona)
        if not wears or saved.why != "as_asked":
            name = name_in(saved.persona, self._texts.language)
            self.told.emit(self._texts(f"editor.saved.{saved.why}", name=name), "")

    def _wear(self, persona: Persona) -> None:
        self.show_worn(persona.id)
        name = name_in(persona, self._texts.language)
        self.wear_requested.emit(persona.id)
        self.told.emit(self._texts("editor.worn_now", name=name), "")

    @Slot(object)
    def _show_added(self, work: Work) -> None:
        self._works.add(work)
        self.told.emit(self._texts("editor.added", name=self._works.name(work)), "")

    @Slot(object)
    def _show_removed(self, removed: Removed) -> None:
        self._removed = removed
        self._works.replace(removed.persona.id, None)
        name = name_in(removed.persona, self._texts.language)
        self.told.emit(self._texts("editor.deleted", name=name), "put_back")

    @Slot(object)
    def _show_original(self, sheet: Sheet) -> None:
        self._works.put(sheet)
        self.told.emit(self._texts("editor.original"), "undo")

    @Slot(object)
    def _fail_to_save(self, error: PetError) -> None:
        self._saving = self._sent = None
        self._fail(error)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)

    @Slot(object)
    def _ignore(self, _nothing: object) -> None:
        """Nothing to show."""


def _renamed(sheet: Sheet, name: str) -> Sheet:
    """*sheet* with *name* in its first words."""
    code, wording = sheet.words[0]
    return sheet.with_wording(code, replace(wording, name=name))


def _go_on(work: Work, sent: Sheet, now: Work) -> None:
    """The form goes on from what was saved; what was typed meanwhile is not saved yet.

    Steps before a new picture cannot be gone back to: "kept" would mean another one there.
    """
    assert now.base is not None
    saved = sheet_of(now.base)
    typed = work.sheet
    after = saved if typed == sent else typed
    if typed.picture == sent.picture:
        after = replace(after, picture="kept")
    if sent.picture != "kept":
        now.history = History(saved)
    else:
        now.history = work.history
    now.history.record(after, "saved", float("-inf"))
