"""A persona as a card for other programs: V3 or V2, as JSON or inside a picture."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pet.errors import CardRefused
from pet.persona import cards, fields, json_text, pictures, png
from pet.persona.account import Note
from pet.persona.cards import V2, V3
from pet.persona.containers import holds_card
from pet.persona.limits import MAX_CHUNK_BYTES, MIB
from pet.persona.lorebook import without_decorators
from pet.persona.persona import Card, Persona

_COPY: Final = "(A copy of a Character Card V3, for programs that read V2 only.)"
_PLAIN_SIZE: Final = (400, 600)
_PLAIN_COLOURS: Final = ((214, 226, 236), (244, 230, 214))
_ENTRY: Final[Mapping[str, Any]] = {  # what both versions ask of an entry of a lorebook
    "keys": [],
    "content": "",
    "extensions": {},
    "enabled": True,
    "insertion_order": 0,
}


@dataclass(frozen=True, slots=True)
class Exported:
    """The bytes of a file, and what it could not hold."""

    data: bytes
    notes: tuple[Note, ...] = ()


def as_v3(persona: Persona) -> Exported:
    """Her card as it is now, as V3 in JSON."""
    return Exported(json_text.written(_v3(persona.card)))


def as_v2(persona: Persona) -> Exported:
    """Her card as it is now, as V2 in JSON; the notes say what V2 has no place for."""
    card, notes = _v2(_v3(persona.card))
    return Exported(json_text.written(card), notes)


def as_png(persona: Persona, picture: bytes | None) -> Exported:
    """Her card as it is now inside *picture*: as V3, and as V2 for older programs.

    Raises CardRefused where the card is too large to be read back.
    """
    card = _v3(persona.card)
    card = {**card, "data": _with_own_picture(card["data"])}
    older, _ = _v2(card)
    notes = older["data"]["creator_notes"]
    older["data"]["creator_notes"] = f"{notes}\n\n{_COPY}" if notes else _COPY
    return _in_picture({"ccv3": card, "chara": older}, picture)


def original_in_png(original: bytes, picture: bytes | None) -> Exported:
    """The card as it came, byte for byte, inside *picture*. Raises CardRefused."""
    spec = cards.to_v3(json_text.parse(original).value).spec
    return _in_picture({"ccv3" if spec == "v3" else "chara": original}, picture)


def _v3(card: Card) -> dict[str, Any]:  # JSON has no narrower type
    data, _ = fields.completed(card["data"])
    if book := fields.mapping_of(data, "character_book"):
        data["character_book"] = _whole_book(book)
    # Programs that know V1 only read copies that stand beside `data`.
    copies = {name: data[name] for name in fields.V1_TEXTS if name in card}
    version = card.get("spec_version")
    stated = {"spec": V3, "spec_version": version if isinstance(version, str) else "3.0"}
    return cards.disowned({**card, **copies, **stated, "data": data})


def _whole_book(book: Mapping[str, Any]) -> dict[str, Any]:
    entries = [
        {**_ENTRY, "use_regex": False, **entry} if isinstance(entry, dict) else entry
        for entry in fields.list_of(book, "entries")
    ]
    return {"extensions": {}, **book, "entries": entries}


def _v2(card: dict[str, Any]) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """*card*, a complete V3 one, without what V2 does not know."""
    data = {key: value for key, value in card["data"].items() if key not in fields.NOT_IN_V2}
    lost = [name for name in fields.NOT_IN_V2 if card["data"].get(name)]
    if not data["name"].strip():  # a nickname alone is a name too, but V2 has none
        data["name"] = card["data"].get("nickname", "")
    decorators = 0
    if book := fields.mapping_of(data, "character_book"):
        entries = []
        for entry in book["entries"]:
            plain, count = _v2_entry(entry)
            decorators += count
            entries.append(plain)
        if any(isinstance(entry, dict) and entry["use_regex"] for entry in book["entries"]):
            lost.append("use_regex")
        data["character_book"] = {**book, "entries": entries}
    notes = [Note("card.note.not_in_v2", {"names": ", ".join(lost)})] if lost else []
    if decorators:
        notes.append(Note("card.note.decorators_gone", {"count": decorators}))
    return {**card, "spec": V2, "spec_version": "2.0", "data": data}, tuple(notes)


def _v2_entry(entry: Any) -> tuple[Any, int]:  # JSON has no narrower type
    if not isinstance(entry, dict):
        return entry, 0
    plain = {key: value for key, value in entry.items() if key != "use_regex"}
    if not isinstance(plain["content"], str):
        return plain, 0
    plain["content"], count = without_decorators(plain["content"])
    return plain, count


def _with_own_picture(data: Mapping[str, Any]) -> dict[str, Any]:
    """*data* whose main icon is the picture around it, no longer a file of some archive."""
    assets = data.get("assets")
    if not isinstance(assets, list):
        return dict(data)
    return {**data, "assets": [_default_icon(asset) for asset in assets]}


def _default_icon(asset: Any) -> Any:  # JSON has no narrower type
    if not isinstance(asset, dict) or (asset.get("type"), asset.get("name")) != ("icon", "main"):
        return asset
    return {**asset, "uri": "ccdefault:", "ext": "png"}


def _in_picture(found: Mapping[str, dict[str, Any] | bytes], picture: bytes | None) -> Exported:
    notes: tuple[Note, ...] = ()
    if picture is None or not _is_whole_png(picture):
        picture = png.plain(*_PLAIN_SIZE, *_PLAIN_COLOURS)
        notes = (Note("card.note.plain_picture"),)
    texts = [_text_chunk(keyword, card) for keyword, card in found.items()]
    others = [chunk for chunk in png.read(picture).chunks if not holds_card(chunk)]
    return Exported(png.joined(others, texts), notes)


def _is_whole_png(picture: bytes) -> bool:
    try:
        return pictures.examine(picture).format == "png"
    except CardRefused:
        return False


def _text_chunk(keyword: str, card: dict[str, Any] | bytes) -> bytes:
    content = base64.b64encode(card if isinstance(card, bytes) else json_text.written(card))
    if len(content) + len(keyword) + 1 > MAX_CHUNK_BYTES:
        raise CardRefused("card.too_large_for_png", limit=MAX_CHUNK_BYTES // MIB)
    return png.text_chunk(keyword, content)
