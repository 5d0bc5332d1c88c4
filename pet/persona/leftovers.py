"""What of a card is not used, and why: kept in the file, told to the user, never obeyed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pet.persona.account import Note, Understood
from pet.persona.fields import V1_TEXTS, list_of, mapping_of, texts_of
from pet.persona.lorebook import Lorebook
from pet.persona.persona import MAX_NAME_SCALARS, Wording

Data = Mapping[str, Any]  # JSON has no narrower type

_MACRO: Final = re.compile(r"\{\{[ \t]*([^{}:\n]{1,24})[^{}]{0,400}\}\}")
_FILLED: Final = ("char", "user", "comment", "hidden_key", "original", "noop", "trim")
_CHANCE: Final = ("random", "pick")
_SCRIPTS: Final = ("regex_scripts", "customScripts", "triggerscript", "customModuleScripts")
_REMOTE: Final = re.compile(r"^(?:https?|ftps?|file):", re.IGNORECASE)
_NAMES_SHOWN: Final = 6


def understood(wording: Wording, lorebook: Lorebook | None) -> tuple[Understood, ...]:
    """What is used, field by field."""
    found = [
        _single("name", wording.name),
        _single("description", wording.description),
        _single("personality", wording.personality),
        _single("scenario", wording.scenario),
        _several("greetings", wording.greetings),
        _several("examples", wording.examples),
        _several("lorebook", tuple(one.content for one in lorebook.entries) if lorebook else ()),
    ]
    return tuple(one for one in found if one.items)


def left(data: Data, lorebook: Lorebook | None) -> tuple[Note, ...]:
    """What is not used of *data*, a complete V3 card's."""
    return (*_orders(data), *_for_people(data), *_unread(data), *_of_lorebook(lorebook))


def _orders(data: Data) -> Iterator[Note]:
    """Text that would order the model about, and programs: never trusted, never run."""
    extensions = mapping_of(data, "extensions")
    depth = mapping_of(extensions, "depth_prompt").get("prompt")
    for name, text in (
        ("system_prompt", data["system_prompt"]),
        ("post_history", data["post_history_instructions"]),
        ("depth_prompt", depth),
    ):
        if isinstance(text, str) and text.strip():
            yield Note(f"card.left.{name}", {"size": _size(text)})
    holders = [extensions, *(part for part in extensions.values() if isinstance(part, dict))]
    scripts = sum(len(list_of(holder, name)) for holder in holders for name in _SCRIPTS)
    if scripts:
        yield Note("card.left.scripts", {"count": scripts})


def _for_people(data: Data) -> Iterator[Note]:
    notes = data["creator_notes"]
    if notes.strip():
        yield Note("card.left.creator_notes", {"size": _size(notes)})
    if greetings := texts_of(data, "group_only_greetings"):
        yield Note("card.left.group_greetings", {"count": len(greetings)})
    name = str(data.get("nickname") or data["name"])
    if len(" ".join(name.split(maxsplit=MAX_NAME_SCALARS)).rstrip()) > MAX_NAME_SCALARS:
        yield Note("card.note.name_cut", {"limit": MAX_NAME_SCALARS})


def _unread(data: Data) -> Iterator[Note]:
    uris = [
        asset["uri"]
        for asset in list_of(data, "assets")
        if isinstance(asset, dict) and isinstance(asset.get("uri"), str)
    ]
    remote = sum(bool(_REMOTE.match(uri)) for uri in uris)
    if remote:
        yield Note("card.left.remote_assets", {"count": remote})
    texts = [data[name] for name in V1_TEXTS[1:]] + list(texts_of(data, "alternate_greetings"))
    names = [name.strip().lower() for text in texts for name in _MACRO.findall(text)]
    if chances := sum(name in _CHANCE for name in names):
        yield Note("card.note.choices", {"count": chances})
    known = (*_FILLED, *_CHANCE)
    others = sorted({name for name in names if name not in known and not name.startswith("//")})
    if others:
        shown = ", ".join(others[:_NAMES_SHOWN]) + (" …" if len(others) > _NAMES_SHOWN else "")
        yield Note("card.left.macros", {"count": len(others), "names": shown})


def _of_lorebook(lorebook: Lorebook | None) -> Iterator[Note]:
    if lorebook is None:
        return
    if constant := len(lorebook.constant):
        yield Note("card.note.constant", {"count": constant})
    if patterns := sum(one.patterns for one in lorebook.entries):
        yield Note("card.left.patterns", {"count": patterns})
    decorators = sorted({name for one in lorebook.entries for name in one.decorators})
    if decorators:
        shown = ", ".join(f"@@{name[:24]}" for name in decorators[:_NAMES_SHOWN])
        yield Note("card.left.decorators", {"count": len(decorators), "names": shown})
    if lorebook.beyond:
        yield Note("card.left.entries", {"count": lorebook.beyond})


def _single(name: str, text: str) -> Understood:
    return Understood(name, int(bool(text)), _size(text))


def _several(name: str, texts: tuple[str, ...]) -> Understood:
    return Understood(name, len(texts), sum(map(_size, texts)))


def _size(text: str) -> int:
    return len(text.encode(errors="replace"))
