"""The files that cards come in: what each is by its first bytes, and where its JSON stands."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from pet.errors import CardRefused
from pet.persona import archive, exif, jpeg, pictures, png, webp
from pet.persona.account import Container, Note
from pet.persona.archive import Archive
from pet.persona.limits import MIB

# The two of the specifications, and what was seen besides. The newer a kind, the more it holds:
# `chara` beside `ccv3` is a copy for older programs.
KEYWORDS: Final = ("ccv3", "chara_card_v3", "ccv2", "chara", "character", "card")
_LONGEST_TRY: Final = 3  # cards in one picture that are looked at
_ENCRYPTED: Final = b"rcc||"
_BASE64: Final = bytes.maketrans(b"-_", b"+/")
_SPACES: Final = b" \t\r\n\0"
_LISTED_BYTES: Final = re.compile(rb"[\d\s,]+")
_HTML: Final = re.compile(rb"\s*<(?:!doctype|html|\?xml|svg)", re.IGNORECASE)
_YAML: Final = re.compile(rb"^(?:name|char_name|context|greeting)[ \t]*:", re.MULTILINE)
_BOM: Final = b"\xef\xbb\xbf"
_TEXT_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", _BOM)
_ARCHIVES: Final = (  # what is no card, by a name in it and the sentence
    (re.compile(r"characters/[^/]+/character\.json|.*\.byaf"), "card.backyard"),
    (re.compile(r"(?i:package|character|scenario)\.json|Characters/.*|Scenarios/.*"), "card.voxta"),
)


@dataclass(frozen=True, slots=True)
class Contents:
    """An open file: where JSON may be, the best first, and what else of it is of use."""

    container: Container
    candidates: tuple[Callable[[], bytes], ...]  # each raises CardRefused
    picture: bytes | None = None
    archive: Archive | None = None
    notes: tuple[Note, ...] = ()


def open_container(data: bytes) -> Contents:
    """What *data* is and where its card may be. Raises CardRefused where it can have none."""
    match pictures.format_of(data):
        case "png":
            return _png(data)
        case "jpeg":
            return _jpeg(data)
        case "webp":
            return _commented("webp", data, webp.exif(data))
        case _:
            return _other(data)


def holds_card(chunk: png.Chunk) -> bool:
    """Whether a PNG chunk is text with a card in it, or may be taken for one."""
    return chunk.keyword.lower() in KEYWORDS


def _png(data: bytes) -> Contents:
    file = png.read(data)
    found = sorted(filter(holds_card, file.texts), key=_rank)
    if not found:
        _refuse_picture("PNG", file)
    others = [chunk for chunk in file.chunks if not holds_card(chunk)]
    return Contents(
        container="apng" if file.is_animated else "png",
        candidates=tuple(partial(_of_chunk, chunk) for chunk in found[:_LONGEST_TRY]),
        picture=png.joined(others) if file.ended else data,
        notes=_png_notes(file, found),
    )


def _png_notes(file: png.Png, found: list[png.Chunk]) -> tuple[Note, ...]:
    notes = []
    if not found[0].sound:
        notes.append(Note("card.note.checksum"))
    if len({chunk.keyword.lower() for chunk in found}) < len(found):
        notes.append(Note("card.note.several_cards"))
    if not file.ended:
        notes.append(Note("card.note.cut_short"))
    elif file.trailing:
        notes.append(Note("card.left.trailing", {"size": file.trailing}))
    return tuple(notes)


def _rank(chunk: png.Chunk) -> int:
    return KEYWORDS.index(chunk.keyword.lower())


def _refuse_picture(format_: str, file: png.Png | None = None) -> None:
    names = [chunk.keyword[:24] for chunk in file.texts[:6]] if file else []
    if file is not None and not file.ended:
        raise CardRefused("card.picture_cut_short")
    raise CardRefused("card.plain_picture", format=format_, found_text=", ".join(names) or "—")


def _of_chunk(chunk: png.Chunk) -> bytes:
    return payload(png.text(chunk))


def payload(content: bytes) -> bytes:
    """The JSON in a text of a picture: base64 as it should be, or as it is.

    Raises CardRefused.
    """
    content = content.strip(_SPACES)
    if content.startswith(_ENCRYPTED):
        raise CardRefused("card.risu_encrypted")
    if content.lstrip(_BOM)[:1] == b"{":
        return content
    packed = content.translate(_BASE64, _SPACES).rstrip(b"=")
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except binascii.Error as error:
        raise CardRefused("card.text_damaged") from error


def _jpeg(data: bytes) -> Contents:
    if archive.ENTRY in data:
        try:
            opened = _archive("jpeg_zip", data)
        except CardRefused as error:
            # The four bytes may be anywhere in a picture: then it is just that.
            if error.key != "card.zip_damaged" or archive.CARD.encode() in data:
                raise
        else:
            return opened
    return _commented("jpeg", data, jpeg.exif(data))


def _commented(container: Container, data: bytes, block: bytes) -> Contents:
    """A picture whose EXIF comment is the card; outside every specification, and yet seen."""
    card = _of_comment(exif.comment(block))
    if not card.lstrip(_BOM + _SPACES).startswith(b"{"):  # most comments are no cards but words
        _refuse_picture(container.upper())
    return Contents(container, (lambda: card,), picture=data)


def _of_comment(comment: bytes) -> bytes:
    """The bytes that *comment* lists as numbers, or what it is; empty where it is neither."""
    if _LISTED_BYTES.fullmatch(comment):
        try:
            return bytes(json.loads(b"[" + comment.strip(b"," + _SPACES) + b"]"))
        except ValueError:  # numbers of something else
            return b""
    try:
        return payload(comment)
    except CardRefused as error:
        if error.key == "card.risu_encrypted":
            raise
        return b""


def _other(data: bytes) -> Contents:
    if data.startswith((archive.ENTRY, archive.EMPTY)):
        return _archive("charx", data)
    start = data[:64].lstrip(_BOM + _SPACES)[:1]
    if start in (b"{", b"[") or data.startswith(_TEXT_MARKS):
        return Contents("json", (lambda: data,))
    if name := pictures.name_of(data):
        raise CardRefused("card.other_format", format=name)
    if data.lstrip(_SPACES).startswith(_ENCRYPTED):
        raise CardRefused("card.risu_encrypted")
    if _HTML.match(data):
        raise CardRefused("card.web_page")
    if _YAML.search(data[:MIB]):
        raise CardRefused("card.yaml")
    raise CardRefused("card.unknown_format")


def _archive(container: Container, data: bytes) -> Contents:
    opened = archive.open_archive(data)
    if not opened.has(archive.CARD):
        for names, key in _ARCHIVES:
            if any(names.fullmatch(name) for name in opened.names):
                raise CardRefused(key)
        raise CardRefused("card.plain_archive")
    notes: tuple[Note, ...] = ()
    if unsafe := len(opened.unsafe):
        notes = (Note("card.left.unsafe_names", {"count": unsafe}),)
    return Contents(
        container,
        (partial(opened.read, archive.CARD),),
        picture=data[: opened.start] if container == "jpeg_zip" else None,
        archive=opened,
        notes=notes,
    )
