"""Which persona this copy of the program wears.

The choice is saved for the next start. A copy that runs keeps what it wears until it is told: two
copies may wear different ones.
"""

from __future__ import annotations

from pet.errors import PersonaError
from pet.i18n import Language
from pet.persona import handles
from pet.persona.library import Library
from pet.persona.persona import Persona
from pet.settings import Settings


class Wardrobe:
    """Finds personas for a conversation, and keeps the one that is worn."""

    def __init__(self, library: Library, settings: Settings) -> None:
        self._library = library
        self._settings = settings
        self._worn: str = settings["persona"]

    @property
    def worn_id(self) -> str:
        return self._worn

    def worn(self) -> Persona:
        """The persona as she is on disk now; where she is gone, the default one from now on.

        `worn_id` tells afterwards whether it is still the same.
        """
        wanted = self._worn
        found = self._library.get(wanted)
        if found.id != wanted == self._worn:  # another may have been put on while this one was read
            self._worn = found.id
        return found

    def find(self, persona_id: str) -> Persona:
        """The persona of this id, as she is now. Raises PersonaError."""
        return self._library.find(persona_id)

    def everyone(self) -> tuple[Persona, ...]:
        return self._library.everyone()

    def wear(self, persona: Persona) -> None:
        """Wear *persona* from now on, and at the next start. Raises StoreError; she is worn all
        the same."""
        self._worn = persona.id
        self._settings.change(persona=persona.id)

    def handle(self, persona: Persona, language: Language) -> str:
        """The one word that means her, for `@` and `/persona`."""
        return handles.handle(persona, self.everyone(), language)

    def called(self, word: str) -> tuple[Persona, ...]:
        """The personas that *word* means just as it stands."""
        return handles.called(word, self.everyone())

    def meant(self, words: str) -> Persona:
        """The one persona that *words* mean or begin. Raises PersonaError."""
        found = handles.beginning(words, self.everyone())
        if len(found) != 1:
            key = "persona.several" if found else "persona.nobody"
            raise PersonaError(key, wanted_text=words, ids=", ".join(one.id for one in found))
        return found[0]
