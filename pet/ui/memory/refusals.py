"""What to tell of a wish that was refused, and what may be wished for in its place."""

from __future__ import annotations

from dataclasses import dataclass

from pet.errors import PetError
from pet.i18n import Texts
from pet.memory import sensitive
from pet.ui.memory.wishes import AddMemo, ChangeMemo, Wish
from pet.ui.notices import describe


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence; where there is another way, the wish for it and the label of its button."""

    sentence: str
    instead: Wish | None = None
    label: str = ""


def refusal(texts: Texts, wish: Wish, error: PetError) -> Refusal:
    """The reason, and for a value that is not kept the offer to save the rest."""
    if error.key != "memo_sensitive":
        return Refusal(describe(texts, error).sentence)
    kind = texts(f"sensitive.{error.facts['kind']}")
    sentence = texts("memo.sensitive", kind=kind)
    match wish:
        case AddMemo(text):
            instead: Wish = AddMemo(sensitive.without_values(text))
        case ChangeMemo(memo, text, revision):
            instead = ChangeMemo(memo, sensitive.without_values(text), revision)
        case _:
            return Refusal(sentence)
    return Refusal(sentence, instead, texts("memory.save_rest"))
