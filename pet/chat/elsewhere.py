"""Where the text of a memo stands that erasing does not change: the user is told, and edits it."""

from __future__ import annotations

from pathlib import Path

from pet.i18n import Texts
from pet.memory import erase
from pet.memory.store import Store
from pet.persona.library import Library
from pet.persona.mentions import mentions


def left_standing(store: Store, library: Library, drafts: Path, texts: Texts, memo: int) -> str:
    """One sentence that names the places; empty where there are none.

    *drafts*: the folder of unsaved edits of personas. Asked for before *memo* is erased, because
    nobody knows its text afterwards. Raises NothingFound, StoreError.
    """
    found = mentions(library, drafts, erase.carrier(store, memo), texts.language)
    places = ", ".join(texts(f"erase.place.{one.page}", name=one.name) for one in found)
    return texts("erase.elsewhere", places=places) if places else ""
