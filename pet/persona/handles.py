"""What a person writes to mean a persona: her id or her name, in one word, with or without an @.

A handle has no spaces, because a message begins behind it: "Dr. Kim" is `@Dr.Kim`. In Korean the
endings of an address are understood too: `@솜이야`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from pet.i18n import Language
from pet.persona.persona import Persona, name_in

_SIGNS: Final = re.compile(r"[\s@＠#＃/／]+")
_ADDRESS: Final = re.compile(r"(?:야|아|님|씨)$")
_BEHIND: Final = ",:;!?.，：…"


def handle(persona: Persona, everyone: Iterable[Persona], language: Language) -> str:
    """The one word for *persona* among *everyone*: her name, or her id where that is not hers
    alone."""
    name = _SIGNS.sub("", name_in(persona, language))
    means = [one.id for one in called(name, everyone)]
    return name if means == [persona.id] else persona.id


def called(word: str, everyone: Iterable[Persona]) -> tuple[Persona, ...]:
    """The personas that *word* means: the one with this id, else those of this name in any
    language; else those whose name, without an ending of address, it is."""
    whole = _plain(word)
    known = tuple(everyone)
    for wanted in dict.fromkeys(
        (whole, whole.rstrip(_BEHIND), _ADDRESS.sub("", whole.rstrip(_BEHIND)))
    ):
        found = _by_id(wanted, known) or tuple(one for one in known if wanted in _names(one))
        if wanted and found:
            return found
    return ()


def beginning(word: str, everyone: Iterable[Persona]) -> tuple[Persona, ...]:
    """The personas that *word* means, or whose id or name begins with it."""
    known = tuple(everyone)
    wanted = _plain(word)
    return called(word, known) or tuple(
        one for one in known if wanted and any(name.startswith(wanted) for name in _names(one))
    )


def _by_id(wanted: str, everyone: Sequence[Persona]) -> tuple[Persona, ...]:
    return tuple(one for one in everyone if _plain(one.id) == wanted)


def _names(persona: Persona) -> frozenset[str]:
    names = {_plain(wording.name) for wording in persona.wordings.values()}
    return frozenset(names | {_plain(persona.id)})


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", _SIGNS.sub("", word)).casefold()
