"""A persona's picture: which kind of file it is and how large, without decoding a single point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from pet.errors import CardRefused
from pet.persona import jpeg, png, webp
from pet.persona.limits import MAX_MEGAPIXELS

Format = Literal["png", "jpeg", "webp"]
SUFFIXES: Final[Mapping[Format, str]] = {"png": ".png", "jpeg": ".jpg", "webp": ".webp"}
_MILLION: Final = 1_000_000
_NAMES: Final = (  # what files begin with that are no cards; the longest first where two fit
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"\0\0\1\0", "ICO"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\0\0\0\x0cJXL ", "JPEG XL"),
    (b"%PDF", "PDF"),
    (b"\x1f\x8b", "gzip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"ID3", "MP3"),
    (b"OggS", "Ogg"),
    (b"fLaC", "FLAC"),
    (b"\x1aE\xdf\xa3", "Matroska/WebM"),
    (b"SQLite format 3\0", "SQLite"),
    (b"GGUF", "GGUF"),
    (b"\x7fELF", "ELF"),
    (b"MZ", "Windows program"),
)
_BRANDS: Final = {b"avif": "AVIF", b"avis": "AVIF", b"heic": "HEIC", b"mif1": "HEIF"}


@dataclass(frozen=True, slots=True)
class Picture:
    """The bytes of a picture file, what they really are, and the size in points."""

    data: bytes
    format: Format
    width: int
    height: int


def examine(data: bytes) -> Picture:
    """*data* as a picture: PNG, JPEG or WEBP, whole as far as its structure shows.

    Raises CardRefused where it is none, is damaged, or has more than 40 million points.
    """
    format_ = format_of(data)
    if format_ is None:
        raise CardRefused("picture.unknown", format=name_of(data) or "?")
    size = _MEASURES[format_](data)
    if size is None or not all(size):
        raise CardRefused("picture.damaged")
    width, height = size
    if width * height > MAX_MEGAPIXELS * _MILLION:
        millions = width * height // _MILLION
        raise CardRefused("picture.too_large", millions=millions, limit=MAX_MEGAPIXELS)
    return Picture(data, format_, width, height)


def format_of(data: bytes) -> Format | None:
    """What *data* is by its first bytes, whatever its file is called."""
    if data.startswith(png.SIGNATURE):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return None


def name_of(data: bytes) -> str | None:
    """The name of a known format that holds no cards, by its first bytes."""
    if data[:4] == b"RIFF":
        kind = data[8:12].decode("latin-1").strip()
        return f"RIFF/{kind}" if kind.isalnum() else "RIFF"
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12], "MP4")
    return next((name for start, name in _NAMES if data.startswith(start)), None)


def _png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height where everything a reader needs is there and unharmed."""
    file = png.read(data)
    critical = [chunk for chunk in file.chunks if chunk.is_critical]
    kinds = [chunk.kind for chunk in critical]
    if not file.ended or kinds[:1] != [b"IHDR"] or b"IDAT" not in kinds:
        return None
    head = bytes(critical[0].data)
    if len(head) != 13 or not all(chunk.sound for chunk in critical):
        return None
    return int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")


_MEASURES: Final[Mapping[Format, Callable[[bytes], tuple[int, int] | None]]] = {
    "png": _png_size,
    "jpeg": jpeg.size,
    "webp": webp.size,
}
