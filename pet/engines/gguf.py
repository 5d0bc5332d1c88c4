"""The few facts in the header of a GGUF model file that the pet needs before it loads one.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (versions 2 and 3, little-endian).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

_MAGIC: Final = b"GGUF"
_VERSIONS: Final = (2, 3)
_MAX_ENTRIES: Final = 4096
_MAX_TEXT: Final = 1024 * 1024  # bytes; only texts that are kept are read
_STRING: Final = 8
_ARRAY: Final = 9
# struct formats of the scalar types, by their number in the file
_SCALARS: Final = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}


@dataclass(frozen=True, slots=True)
class Header:
    """What a model file says of itself; empty and 0 where it does not."""

    architecture: str = ""
    name: str = ""
    size_label: str = ""  # parameters, as "135M"
    trained: int = 0  # tokens


def read_header(path: Path) -> Header:
    """The header of the file at *path*. Raises OSError, and ValueError where it is no GGUF."""
    with path.open("rb") as stream:
        try:
            return _read(stream)
        except (struct.error, UnicodeDecodeError) as error:
            raise ValueError("not a GGUF file") from error


def _read(stream: BinaryIO) -> Header:
    if stream.read(4) != _MAGIC or _number(stream, "<I") not in _VERSIONS:
        raise ValueError("not a GGUF file")
    _number(stream, "<Q")  # tensors
    entries = _number(stream, "<Q")
    if entries > _MAX_ENTRIES:
        raise ValueError("not a GGUF file")
    found: dict[str, object] = {}
    for _ in range(entries):
        key = _text(stream)
        if key.startswith("tokenizer."):
            break  # megabytes of vocabulary; what we want stands before it
        found[key] = _value(stream, _number(stream, "<I"))
    architecture = str(found.get("general.architecture", ""))
    trained = found.get(f"{architecture}.context_length", 0)
    return Header(
        architecture=architecture,
        name=str(found.get("general.name", "")),
        size_label=str(found.get("general.size_label", "")),
        trained=trained if isinstance(trained, int) else 0,
    )


def _value(stream: BinaryIO, kind: int) -> object:
    if kind == _STRING:
        return _text(stream)
    if kind == _ARRAY:
        inner, count = _number(stream, "<I"), _number(stream, "<Q")
        if inner in _SCALARS:
            stream.seek(struct.calcsize(_SCALARS[inner]) * count, 1)
            return None
        if count > _MAX_ENTRIES:
            raise ValueError("not a GGUF file")
        return [_value(stream, inner) for _ in range(count)]
    if kind not in _SCALARS:
        raise ValueError("not a GGUF file")
    return _number(stream, _SCALARS[kind])


def _number(stream: BinaryIO, layout: str) -> int:
    (number,) = struct.unpack(layout, stream.read(struct.calcsize(layout)))
    return int(number)


def _text(stream: BinaryIO) -> str:
    length = _number(stream, "<Q")
    if length > _MAX_TEXT:
        raise ValueError("not a GGUF file")
    return stream.read(length).decode("utf-8")
