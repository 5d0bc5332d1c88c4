"""The personas as the editor has them: saved and edited side by side, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from pet.i18n import Language
from pet.persona.drafts import Draft
from pet.persona.history import History
from pet.persona.persona import Persona, name_in
from pet.persona.sheet import Sheet, applied, new_card, sheet_of, tidied


@dataclass(slots=True)
class Work:
    """One persona under the hands of the user."""

    key: str  # her id, or a name of its own for somebody new
    base: Persona | None  # as she was read; None: she was never saved
    history: History
    picture: Path | None = None  # the one on disk
    is_ours: bool = False  # she comes with the program
    is_imported: bool = False
    restored: bool = False  # a draft of an earlier run, which nobody was told of yet

    @property
    def sheet(self) -> Sheet:
        return self.history.current

    @property
    def saved(self) -> Sheet | None:
        return sheet_of(self.base) if self.base is not None else None

    @property
    def is_changed(self) -> bool:
        """Whether something would be lost if the sheet were."""
        saved = self.saved
        if saved is None:
            return True
        return tidied(self.sheet) != tidied(saved)

    @property
    def has_original(self) -> bool:
        return self.is_ours or self.is_imported

    def name(self, language: Language) -> str:
        """What she is called now, in *language* where she has words in it."""
        spoken = self.sheet.language or language
        edited = self.sheet.wording(spoken).name.strip() or self.sheet.name.strip()
        if not edited and self.base is not None:
            return name_in(self.base, language)
        return edited

    def draft(self) -> Draft:
        """What is to be kept of it through a crash."""
        if self.base is None:
            return Draft(self.key, None, None, self.sheet)
        return Draft(self.key, self.base.id, self.base.revision, self.sheet)

    def persona(self, *, stand_in: str = "") -> Persona:
        """She as she stands in the form; *stand_in* is her name where she has none.

        Raises PersonaError where there is neither.
        """
        sheet = self.sheet
        code, wording = sheet.words[0]
        if stand_in and not wording.name.strip():
            sheet = sheet.with_wording(code, replace(wording, name=stand_in))
        if self.base is None:
            return applied(sheet, "", new_card(sheet))
        return applied(sheet, self.base.id, self.base.card)
