"""PNG files as rows of chunks: text is found in every shape, taken out and put in.

The format is W3C's PNG specification, third edition; nothing is decoded but text.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pet.errors import CardRefused
from pet.persona.limits import MAX_CHUNK_BYTES, MAX_CHUNKS, MAX_INFLATED_BYTES, MIB

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
TEXT_KINDS: Final = (b"tEXt", b"zTXt", b"iTXt")
_LONGEST_KEYWORD: Final = 79  # bytes
_FRAME: Final = 12  # bytes around the data: length, kind, checksum


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk; `raw` has its frame, `sound` says whether the checksum is right."""

    kind: bytes
    raw: memoryview
    sound: bool

    @property
    def data(self) -> memoryview:
        return self.raw[8:-4]

    @property
    def keyword(self) -> str:
        """What a text chunk is called; empty where it is none or has no name."""
        if self.kind not in TEXT_KINDS:
            return ""
        name, end, _ = bytes(self.data[: _LONGEST_KEYWORD + 1]).partition(b"\0")
        return name.decode("latin-1").strip() if end else ""

    @property
    def is_critical(self) -> bool:
        """Whether no picture can be shown without it."""
        return not self.kind[0] & 0x20


@dataclass(frozen=True, slots=True)
class Png:
    """The chunks of a file up to the last one that is whole."""

    chunks: tuple[Chunk, ...]
    ended: bool  # whether IEND was reached
    trailing: int  # bytes behind the last chunk

    @property
    def is_animated(self) -> bool:
        return any(chunk.kind == b"acTL" for chunk in self.chunks)

    @property
    def texts(self) -> tuple[Chunk, ...]:
        return tuple(chunk for chunk in self.chunks if chunk.keyword)


def read(data: bytes) -> Png:
    """The chunks of *data*, which begins with the signature. Raises CardRefused for too many."""
    view = memoryview(data)
    chunks: list[Chunk] = []
    at = len(SIGNATURE)
    while at + _FRAME <= len(view):
        end = at + _FRAME + int.from_bytes(view[at : at + 4], "big")
        if end > len(view):  # cut short, or a length that is a lie
            break
        if len(chunks) == MAX_CHUNKS:
            raise CardRefused("card.too_many_chunks", limit=MAX_CHUNKS)
        chunks.append(_chunk(view[at:end]))
        at = end
        if chunks[-1].kind == b"IEND":
            return Png(tuple(chunks), ended=True, trailing=len(view) - at)
    return Png(tuple(chunks), ended=False, trailing=len(view) - at)


def text(chunk: Chunk) -> bytes:
    """The text of a tEXt, zTXt or iTXt chunk as its bytes stand there, inflated.

    Raises CardRefused where it is too long or damaged.
    """
    if len(chunk.data) > MAX_CHUNK_BYTES:
        raise CardRefused("card.text_too_large", limit=MAX_CHUNK_BYTES // MIB)
    content = bytes(chunk.data).partition(b"\0")[2]
    if chunk.kind == b"zTXt":
        return _inflated(content[1:])
    if chunk.kind == b"iTXt":
        compressed = content[:1] == b"\1"
        content = content[2:].partition(b"\0")[2].partition(b"\0")[2]
        return _inflated(content) if compressed else content
    return content


def text_chunk(keyword: str, content: bytes) -> bytes:
    """A whole tEXt chunk; *content* is Latin-1 without NUL."""
    return _framed(b"tEXt", keyword.encode("latin-1") + b"\0" + content)


def joined(chunks: Iterable[Chunk], before_end: Iterable[bytes] = ()) -> bytes:
    """A file of *chunks*, each byte for byte, with more of them just before IEND."""
    rest = [chunk for chunk in chunks if chunk.kind != b"IEND"]
    return b"".join((SIGNATURE, *(chunk.raw for chunk in rest), *before_end, _framed(b"IEND", b"")))


def plain(
    width: int, height: int, top: tuple[int, int, int], bottom: tuple[int, int, int]
) -> bytes:
    """A picture that goes from one colour to another, for who has none of her own."""

    def rows() -> Iterator[bytes]:
        for row in range(height):
            share = row / max(1, height - 1)
            colour = bytes(round(a + (b - a) * share) for a, b in zip(top, bottom, strict=True))
            yield b"\0" + colour * width

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(rows()), 9)
    parts = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return SIGNATURE + b"".join(_framed(kind, data) for kind, data in parts)


def _chunk(raw: memoryview) -> Chunk:
    sound = zlib.crc32(raw[4:-4]) == int.from_bytes(raw[-4:], "big")
    return Chunk(bytes(raw[4:8]), raw, sound)


def _framed(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def _inflated(packed: bytes) -> bytes:
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(packed, MAX_INFLATED_BYTES + 1)
    except zlib.error as error:
        raise CardRefused("card.text_damaged") from error
    if len(content) > MAX_INFLATED_BYTES:
        raise CardRefused("card.inflated_too_large", limit=MAX_INFLATED_BYTES // MIB)
    return content
