"""Where a text stands in what the user wrote into personas: their cards, and unsaved edits of them.

Nothing is changed there: these are the user's own pages.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pet import files
from pet.errors import PersonaError
from pet.i18n import Language
from pet.persona.library import Library
from pet.persona.persona import Persona, name_in, shipped_revision
from pet.persona.sheet import from_json

Page = Literal["card", "draft", "original"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A page of the persona *name* that holds the text; the original is the file she came as."""

    name: str
    page: Page


def mentions(
    library: Library, drafts: Path, carries: Callable[[str], bool], language: Language
) -> tuple[Mention, ...]:
    """Every page that *carries* says yes to; names are in *language* where she has such.

    *drafts*: the folder of unsaved edits. What we wrote into a persona of ours is not among them.
    """
    found: list[Mention] = []
    for one in library.everyone():
        name = name_in(one, language)
        if not _is_untouched(one) and any(map(carries, _texts(one.card))):
            found.append(Mention(name, "card"))
        elif any(map(carries, _texts(_original(library, one)))):
            found.append(Mention(name, "original"))
    for name, value in _drafts(drafts):
        if any(map(carries, _texts(value))):
            found.append(Mention(name, "draft"))
    return tuple(dict.fromkeys(found))


def _is_untouched(one: Persona) -> bool:
    return shipped_revision(one.card) == one.revision


def _original(library: Library, one: Persona) -> object:
    with contextlib.suppress(OSError, ValueError, RecursionError):  # not whole: never read either
        return json.loads(library.original(one) or b"null")
    return None


def _drafts(folder: Path) -> Iterator[tuple[str, object]]:
    """The name on each unsaved sheet, and all that is on it."""
    for path in sorted(folder.rglob("*.json")):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, PersonaError):
            value = files.read_json(path)
            yield from_json(value, None).name, value


def _texts(value: object) -> Iterator[str]:
    """Every text in a JSON value."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str(text):
                yield text
            case dict(fields):
                waiting.extend(fields.values())
            case list(items):
                waiting.extend(items)
