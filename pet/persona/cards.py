"""Every known way to write a character as JSON, made one: Character Card V3.

V1, V2 and V3 are the specifications of malfoyslastname and kwaroran; Pygmalion, text-generation-
webui (ooba) and Agnai wrote cards before or beside them. What a way has and V3 has no place for is
kept under `data.extensions.desktop_pet.rest`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pet.errors import CardRefused
from pet.persona.account import Note, Spec
from pet.persona.fields import KNOWN, V1_TEXTS, completed, list_of, mapping_of, texts_of

V3: Final = "chara_card_v3"
V2: Final = "chara_card_v2"
_NEWEST: Final = 3.0
_ROOT_KEYS: Final = frozenset({"spec", "spec_version", "data", *V1_TEXTS})
_PYGMALION: Final = {
    "char_name": "name",
    "char_persona": "description",
    "char_greeting": "first_mes",
    "world_scenario": "scenario",
    "example_dialogue": "mes_example",
}
_OOBA: Final = {
    "name": "name",
    "context": "description",
    "greeting": "first_mes",
    "example_dialogue": "mes_example",
}
_AGNAI: Final = {
    "name": "name",
    "description": "creator_notes",  # for people; who she is stands in `persona`
    "scenario": "scenario",
    "greeting": "first_mes",
    "sampleChat": "mes_example",
    "systemPrompt": "system_prompt",
    "postHistoryInstructions": "post_history_instructions",
    "alternateGreetings": "alternate_greetings",
    "tags": "tags",
    "creator": "creator",
    "characterVersion": "character_version",
}
_OLD_MACROS: Final = {"user": "{{user}}", "bot": "{{char}}"}
_OLD_MACRO: Final = re.compile(r"<(user|bot)>", re.IGNORECASE)
_CLOSING_TAG: Final = re.compile(r"</(user|bot)>", re.IGNORECASE)
_YOU: Final = re.compile(r"^You:", re.MULTILINE)
# Some programs write the newer fields beside those of V1, without `data`.
_BESIDE_EACH_OTHER: Final = {name: name for name in (*V1_TEXTS, *sorted(KNOWN - {*V1_TEXTS}))}
_FOUND: Final = 8  # keys named where nothing was understood

Object = Mapping[str, Any]  # JSON has no narrower type


@dataclass(frozen=True, slots=True)
class Converted:
    """A complete V3 card, what it was before, and what had to be mended."""

    card: dict[str, Any]  # JSON has no narrower type
    spec: Spec
    version: str
    notes: tuple[Note, ...]


def to_v3(value: object) -> Converted:
    """The card that *value*, parsed JSON, describes in any known way. Raises CardRefused."""
    if isinstance(value, list) and len(value) == 1:
        (value,) = value  # a list of all characters, of which there was one
    if not isinstance(value, dict):
        raise CardRefused("card.no_character", found_text="—")
    root, trimmed = _trimmed(value, _ROOT_KEYS | _PYGMALION.keys())
    if str(root.get("spec")).startswith("lorebook"):
        raise CardRefused("card.only_a_lorebook")
    notes = [Note("card.note.trimmed_keys", {"count": trimmed})] if trimmed else []
    made = _tagged(root) or _untagged(root)
    if made is None:
        raise CardRefused("card.no_character", found_text=_keys(root))
    return Converted(made.card, made.spec, made.version, (*notes, *made.notes))


def disowned(card: dict[str, Any]) -> dict[str, Any]:  # JSON has no narrower type
    """*card* without the mark that says it is a copy of one of our own."""
    extensions = card["data"]["extensions"]
    own = extensions.get("desktop_pet")
    if not isinstance(own, dict) or "shipped" not in own:
        return card
    kept = {key: value for key, value in own.items() if key != "shipped"}
    return {**card, "data": {**card["data"], "extensions": {**extensions, "desktop_pet": kept}}}


def _tagged(root: Object) -> Converted | None:
    """A card whose fields stand under `data`: V2, V3 and whatever comes after."""
    if not isinstance(root.get("data"), dict):
        return None
    data, trimmed = _trimmed(root["data"], KNOWN)
    says = str(root.get("spec") or "")
    if not says.startswith("chara_card") and not KNOWN & data.keys():
        return None
    # Some programs write the name beside `data` only.
    data = {**{name: root[name] for name in V1_TEXTS if name in root and name not in data}, **data}
    version = str(root.get("spec_version") or "")[:16]
    spec: Spec = "v2" if says == V2 or not says else "v3"
    data, odd = completed(data)
    card = {**root, "spec": V3, "spec_version": version if spec == "v3" else "3.0", "data": data}
    if spec == "v3" and not version:
        card["spec_version"] = "3.0"
    notes = [Note("card.note.trimmed_keys", {"count": trimmed})] if trimmed else []
    if spec == "v3" and (says != V3 or _number(version) > _NEWEST):
        notes.append(Note("card.note.newer", {"version": f"{says} {version}".strip()[:40]}))
    return Converted(disowned(card), spec, version, (*notes, *_odd(odd)))


def _untagged(root: Object) -> Converted | None:
    """A card whose fields stand beside each other, of one of the older kinds."""
    if root.get("kind") == "character" or isinstance(root.get("persona"), dict):
        return _agnai(root)
    if "name" in root and any(texts_of(root, name) for name in V1_TEXTS[1:]):
        return _flat(root, "v1", _BESIDE_EACH_OTHER)
    if "char_name" in root or "char_persona" in root:
        return _flat(root, "pygmalion", {"personality": "personality", **_PYGMALION})
    if "name" in root and (texts_of(root, "context") or texts_of(root, "greeting")):
        return _flat(root, "ooba", _OOBA)
    if root.keys() >= {"name", "description", "personality"}:
        return _flat(root, "v1", _BESIDE_EACH_OTHER)
    return None


def _flat(root: Object, spec: Spec, names: Mapping[str, str]) -> Converted:
    data, odd = completed({new: root[old] for old, new in names.items() if old in root})
    replaced = 0
    for name in V1_TEXTS[1:]:
        data[name], count = _without_old_macros(data[name])
        replaced += count
    if spec != "v1":
        data["mes_example"] = _YOU.sub("{{user}}:", data["mes_example"])
    notes = [Note("card.note.old_macros", {"count": replaced})] if replaced else []
    rest = {key: value for key, value in root.items() if key not in names}
    return Converted(_card(data, rest), spec, "", (*notes, *_odd(odd)))


def _agnai(root: Object) -> Converted:
    data, odd = completed({new: root[old] for old, new in _AGNAI.items() if old in root})
    data["description"] = _agnai_persona(root)
    data["mes_example"] = _YOU.sub("{{user}}:", data["mes_example"])
    data["extensions"] = dict(mapping_of(root, "extensions"))
    if book := _agnai_book(mapping_of(root, "characterBook")):
        data["character_book"] = book
    used = {*_AGNAI, "persona", "extensions", "characterBook"}
    rest = {key: value for key, value in root.items() if key not in used}
    return Converted(_card(data, rest), "agnai", "", _odd(odd))


def _agnai_persona(root: Object) -> str:
    """Who she is: a text, or attributes with a list of words each."""
    persona = root.get("persona")
    if isinstance(persona, str):
        return persona
    attributes = mapping_of(mapping_of(root, "persona"), "attributes")
    if texts_of(attributes, "text"):
        return "\n".join(texts_of(attributes, "text"))
    lines = ((key, ", ".join(texts_of(attributes, key))) for key in attributes)
    return "\n".join(f"{key}: {words}" for key, words in lines if words)


def _agnai_book(book: Object) -> dict[str, Any] | None:
    """A memory book as a lorebook; the fields it has besides are kept in each entry."""
    entries = [entry for entry in list_of(book, "entries") if isinstance(entry, dict)]
    if not entries:
        return None
    return {
        **{key: value for key, value in book.items() if key != "entries"},
        "extensions": mapping_of(book, "extensions"),
        "entries": [_agnai_entry(entry, number) for number, entry in enumerate(entries)],
    }


def _agnai_entry(entry: Object, number: int) -> dict[str, Any]:
    return {
        "insertion_order": number,
        "use_regex": False,
        "extensions": {},
        "enabled": True,
        "keys": list(texts_of(entry, "keywords")),
        "content": "\n".join(texts_of(entry, "entry")),
        **{key: value for key, value in entry.items() if key not in ("keywords", "entry")},
    }


def _card(data: dict[str, Any], rest: Mapping[str, Any]) -> dict[str, Any]:
    if rest:
        own = {**mapping_of(data["extensions"], "desktop_pet"), "rest": dict(rest)}
        data["extensions"] = {**data["extensions"], "desktop_pet": own}
    return disowned({"spec": V3, "spec_version": "3.0", "data": data})


def _trimmed(fields: Object, known: frozenset[str] | set[str]) -> tuple[dict[str, Any], int]:
    """*fields* with spaces taken from around known names, and how many had some."""
    renamed: dict[str, str] = {}
    for key in fields:
        name = key.strip()
        if name != key and name in known and name not in {*fields, *renamed.values()}:
            renamed[key] = name
    return {renamed.get(key, key): value for key, value in fields.items()}, len(renamed)


def _without_old_macros(text: str) -> tuple[str, int]:
    """*text* with `<USER>` and `<BOT>` as V2 writes them, unless they are tags with an end."""
    if _CLOSING_TAG.search(text):
        return text, 0
    return _OLD_MACRO.subn(lambda macro: _OLD_MACROS[macro[1].lower()], text)


def _odd(names: tuple[str, ...]) -> tuple[Note, ...]:
    return (Note("card.note.odd_fields", {"names": ", ".join(names)}),) if names else ()


def _number(version: str) -> float:
    try:
        return float(version)
    except ValueError:
        return 0.0


def _keys(root: Object) -> str:
    """The first names in *root*, for who wonders what the file is."""
    shown = [" ".join(key.split())[:24] for key in root][:_FOUND]
    return ", ".join(filter(None, shown)) or "—"
