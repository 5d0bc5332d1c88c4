"""The picture that a card names as its own: in its archive, or in a data URL; never fetched."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any, Final

from pet.errors import CardRefused
from pet.persona import archive, pictures
from pet.persona.account import Note
from pet.persona.archive import Archive
from pet.persona.containers import Contents
from pet.persona.fields import list_of
from pet.persona.pictures import Picture

# The specification spells it with one d; some programs do not.
_EMBEDDED: Final = re.compile(r"embedd?ed://(.+)", re.DOTALL)
_DATA_URL: Final = re.compile(r"data:[\w/+.-]{0,64}(?:;[\w=-]{1,64}){0,4};base64,(.+)", re.DOTALL)


def picture_of(
    data: Mapping[str, Any], contents: Contents
) -> tuple[Picture | None, tuple[Note, ...]]:
    """Her picture, and what there is to say of it: a damaged one is left out."""
    notes = []
    uri = _main_icon(data)
    for found in (_named(uri, contents.archive), contents.picture):
        if isinstance(found, Note):
            notes.append(found)
        elif found is not None:
            try:
                return pictures.examine(found), tuple(notes)
            except CardRefused as error:
                notes.append(Note(f"error.{error.key}", error.facts))
    return None, (*notes, Note("card.note.no_picture"))


def others_left(contents: Contents, data: Mapping[str, Any]) -> tuple[Note, ...]:
    """How many files of the archive are neither the card nor her picture."""
    if contents.archive is None:
        return ()
    used = {archive.CARD, _path(_main_icon(data))}
    others = [name for name in contents.archive.names if name not in used and name[-1:] != "/"]
    return (Note("card.left.archive_files", {"count": len(others)}),) if others else ()


def _main_icon(data: Mapping[str, Any]) -> str:
    """The address of the asset that is her picture; the first icon where none is the main one."""
    icons = [
        asset
        for asset in list_of(data, "assets")
        if isinstance(asset, dict) and asset.get("type") == "icon"
    ]
    icons.sort(key=lambda asset: asset.get("name") != "main")
    uri = icons[0].get("uri") if icons else None
    return uri if isinstance(uri, str) else ""


def _path(uri: str) -> str:
    """The path in the archive that *uri* means; empty where it means none or an unsafe one."""
    found = _EMBEDDED.fullmatch(uri)
    path = found[1].lstrip("/") if found else ""
    return path if archive.is_safe(path) else ""


def _named(uri: str, opened: Archive | None) -> bytes | Note | None:
    if inline := _DATA_URL.fullmatch(uri):
        try:
            return base64.b64decode(inline[1], validate=True)
        except (binascii.Error, ValueError):
            return Note("error.picture.damaged")
    path = _path(uri)
    if opened is None or not path:
        return None
    try:
        return opened.read(path) if opened.has(path) else Note("card.note.icon_missing")
    except CardRefused:
        return Note("error.picture.damaged")
