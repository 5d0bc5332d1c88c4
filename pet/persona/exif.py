"""The comment in an EXIF block, where some programs keep a character card (CIPA DC-008)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pet.persona.limits import MAX_CHUNK_BYTES

_DESCRIPTION, _SUB_FOLDER, _COMMENT = 0x010E, 0x8769, 0x9286
_ORDERS: Final = {b"II*\0": "<", b"MM\0*": ">"}
_CODES: Final = (b"ASCII\0\0\0", b"UNICODE\0", b"JIS\0\0\0\0\0", b"\0" * 8)
_WIDTHS: Final = {1: 1, 2: 1, 7: 1}  # the kinds that can hold text: BYTE, ASCII, UNDEFINED
_MOST_FIELDS: Final = 512


@dataclass(frozen=True, slots=True)
class _Block:
    data: bytes
    order: str

    def number(self, at: int, width: int) -> int:
        part = self.data[at : at + width]
        return int.from_bytes(part, "little" if self.order == "<" else "big")

    def fields(self, at: int) -> Iterator[tuple[int, int, int, int]]:
        """Tag, kind, count and place of the value for each field of the folder *at*."""
        for row in range(min(self.number(at, 2), _MOST_FIELDS)):
            start = at + 2 + row * 12
            if start + 12 > len(self.data):
                return
            tag, kind, count = struct.unpack_from(self.order + "HHI", self.data, start)
            yield tag, kind, count, start + 8

    def text(self, kind: int, count: int, at: int) -> bytes:
        if kind not in _WIDTHS or count > MAX_CHUNK_BYTES:
            return b""
        start = at if count <= 4 else self.number(at, 4)
        return self.data[start : start + count]


def comment(data: bytes) -> bytes:
    """The user's comment, else the description, as UTF-8; empty where there is neither."""
    order = _ORDERS.get(data[:4])
    if order is None:
        return b""
    block = _Block(data, order)
    found: dict[int, bytes] = {}
    first = block.number(4, 4)
    folders = [
        first,
        *(block.number(at, 4) for tag, _, _, at in block.fields(first) if tag == _SUB_FOLDER),
    ][:2]
    for folder in folders:
        for tag, kind, count, at in block.fields(folder):
            if tag in (_COMMENT, _DESCRIPTION):
                found.setdefault(tag, block.text(kind, count, at))
    return _plain(found.get(_COMMENT, b""), order) or found.get(_DESCRIPTION, b"").rstrip(b"\0")


def _plain(value: bytes, order: str) -> bytes:
    """*value* without the eight bytes that name its encoding, as UTF-8."""
    code, rest = value[:8], value[8:]
    if code not in _CODES:
        return value.strip(b"\0 ")
    if code == b"UNICODE\0" and b"\0" in rest[:2]:
        name = "utf-16-le" if order == "<" else "utf-16-be"
        if rest[:1] == b"\0" and order == "<":  # some writers always put the high byte first
            name = "utf-16-be"
        return rest.decode(name, "replace").encode().strip(b"\0 ")
    return rest.strip(b"\0 ")
