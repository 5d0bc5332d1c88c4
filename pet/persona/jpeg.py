"""JPEG files: their size, and the text that EXIF may hold (ITU-T T.81, annex B)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pet.persona.limits import MAX_CHUNKS

_SIZES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # start of frame, any process
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})  # markers without a length
_SCAN, _EXIF = 0xDA, 0xE1
_END: Final = b"\xff\xd9"
_EXIF_HEAD: Final = b"Exif\0\0"


def size(data: bytes) -> tuple[int, int] | None:
    """Width and height in points; None where no picture follows."""
    found = None
    for marker, content in _segments(data):
        if marker in _SIZES and len(content) >= 5:
            height = int.from_bytes(content[1:3], "big")
            found = int.from_bytes(content[3:5], "big"), height
        if marker == _SCAN:
            return found if data.rfind(_END) > 0 else None
    return None


def exif(data: bytes) -> bytes:
    """The EXIF block without its head; empty where there is none."""
    for marker, content in _segments(data):
        if marker == _EXIF and content.startswith(_EXIF_HEAD):
            return content.removeprefix(_EXIF_HEAD)
    return b""


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its content, up to the first scan."""
    at = 2
    for _ in range(MAX_CHUNKS):
        if at + 4 > len(data) or data[at] != 0xFF:
            return
        marker = data[at + 1]
        if marker == 0xFF:  # any number of these may fill the space before a marker
            at += 1
            continue
        if marker in _BARE:
            at += 2
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end > len(data):
            return
        yield marker, data[at + 4 : end]
        if marker == _SCAN:
            return
        at = max(end, at + 4)
