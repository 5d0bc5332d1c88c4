"""Files that hold character cards, made here: every container and every way to be broken."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KOREAN = "미나는 서울의 바리스타예요. ☕ {{user}} 님을 반겨요."


def v1(**fields):
    texts = ("name", "description", "personality", "scenario", "first_mes", "mes_example")
    return {**dict.fromkeys(texts, ""), "name": "Mina", "description": "A barista.", **fields}


def v2(**fields):
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": v1(**fields)}


def v3(**fields):
    data = {**v1(), "group_only_greetings": [], **fields}
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def as_json(card) -> bytes:
    return json.dumps(card, ensure_ascii=False).encode("utf-8", "surrogatepass")


def packed(card) -> bytes:
    """The text of a PNG chunk."""
    return base64.b64encode(card if isinstance(card, bytes) else as_json(card))


def chunk(kind: bytes, data: bytes, *, crc: int | None = None, length: int | None = None) -> bytes:
    checksum = zlib.crc32(kind + data) if crc is None else crc
    size = len(data) if length is None else length
    return struct.pack(">I", size) + kind + data + struct.pack(">I", checksum)


def text(content: bytes, keyword: bytes = b"chara") -> bytes:
    return chunk(b"tEXt", keyword + b"\0" + content)


def ztext(content: bytes, keyword: bytes = b"chara") -> bytes:
    return chunk(b"zTXt", keyword + b"\0\0" + zlib.compress(content, 9))


def itext(content: bytes, keyword: bytes = b"chara", *, compressed: bool = False) -> bytes:
    body = zlib.compress(content) if compressed else content
    return chunk(
        b"iTXt", keyword + b"\0" + bytes([compressed, 0]) + b"en\0" + keyword + b"\0" + body
    )


def header(width: int = 2, height: int = 3) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def pixels(width: int = 2, height: int = 3) -> bytes:
    return chunk(b"IDAT", zlib.compress((b"\0" + b"\x80\x40\x20" * width) * height))


END = chunk(b"IEND", b"")


def png(
    *before_pixels: bytes, after_pixels: tuple[bytes, ...] = (), trailing: bytes = b""
) -> bytes:
    parts = (SIGNATURE, header(), *before_pixels, pixels(), *after_pixels, END, trailing)
    return b"".join(parts)


def archive(card=None, *, stored: bool = False, **entries: bytes) -> bytes:
    """A ZIP file; `entries` by name, with `/` written as `__`."""
    target = io.BytesIO()
    way = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(target, "w", way) as file:
        if card is not None:
            file.writestr("card.json", card if isinstance(card, bytes) else as_json(card))
        for name, content in entries.items():
            file.writestr(name.replace("__", "/"), content)
    return target.getvalue()


def jpeg(width: int = 4, height: int = 5, *, exif: bytes = b"") -> bytes:
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    parts = [b"\xff\xd8"]
    if exif:
        parts.append(_segment(0xE1, b"Exif\0\0" + exif))
    parts += [_segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"), _segment(0xC0, frame)]
    parts += [_segment(0xDA, b"\x01\x01\x00\x00\x3f\x00"), b"\x12\x34\x56", b"\xff\xd9"]
    return b"".join(parts)


def _segment(marker: int, content: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content


def webp(*, exif: bytes = b"", width: int = 6, height: int = 7) -> bytes:
    canvas = b"\x08\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    lossy = b"\x30\x01\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"\0\0"
    parts = _riff(b"VP8X", canvas) + _riff(b"VP8 ", lossy)
    parts += _riff(b"EXIF", exif) if exif else b""
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


def _riff(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def exif(
    comment: bytes, *, order: str = "<", code: bytes = b"ASCII\0\0\0", tag: int = 0x9286
) -> bytes:
    """A TIFF block with a sub-folder that has one comment, as EXIF wants it."""
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    value = code + comment
    first = struct.pack(order + "HHHIII", 1, 0x8769, 4, 1, 26, 0)
    second = struct.pack(order + "HHHIII", 1, tag, 7, len(value), 44, 0)
    return head + first + second + value
