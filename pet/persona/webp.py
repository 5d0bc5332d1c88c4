"""WEBP files: their size, and the text that EXIF may hold (RFC 9649)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pet.persona.limits import MAX_CHUNKS

_PICTURES: Final = (b"VP8 ", b"VP8L", b"ANMF")


def size(data: bytes) -> tuple[int, int] | None:
    """Width and height in points; None where no whole picture follows."""
    chunks = dict(reversed(list(_chunks(data))))  # of several alike the first
    if _little(data[4:8]) + 8 > len(data) or not any(kind in chunks for kind in _PICTURES):
        return None
    canvas, lossy, lossless = (chunks.get(kind, b"") for kind in (b"VP8X", b"VP8 ", b"VP8L"))
    if len(canvas) >= 10:
        return _little(canvas[4:7]) + 1, _little(canvas[7:10]) + 1
    if len(lossy) >= 10 and lossy[3:6] == b"\x9d\x01\x2a":
        return _little(lossy[6:8]) & 0x3FFF, _little(lossy[8:10]) & 0x3FFF
    if len(lossless) >= 5 and lossless[0] == 0x2F:
        bits = _little(lossless[1:5])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None


def exif(data: bytes) -> bytes:
    """The EXIF block without its head; empty where there is none."""
    for kind, content in _chunks(data):
        if kind == b"EXIF":
            return content.removeprefix(b"Exif\0\0")
    return b""


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    for _ in range(MAX_CHUNKS):
        if at + 8 > len(data):
            return
        end = at + 8 + _little(data[at + 4 : at + 8])
        if end > len(data):
            return
        yield data[at : at + 4], data[at + 8 : end]
        at = end + end % 2  # chunks begin at even places


def _little(digits: bytes) -> int:
    return int.from_bytes(digits, "little")
