"""Cards in ZIP archives (CHARX, and JPEG files with an archive behind the picture)."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from pet.errors import CardRefused
from pet.persona.limits import MAX_INFLATED_BYTES, MAX_LISTED, MIB

ENTRY: Final = b"PK\x03\x04"
EMPTY: Final = b"PK\x05\x06"
CARD: Final = "card.json"
_LIST_ENTRY: Final = b"PK\x01\x02"
_ENCRYPTED: Final = 0x1
_KNOWN_WAYS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGES: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError),
    *(NotImplementedError, RuntimeError, IndexError, OverflowError),
)


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive whose list was read. Nothing is ever unpacked to a path."""

    _file: zipfile.ZipFile
    start: int  # bytes before the first entry
    root: str = ""  # the folder that was packed with the card in it, as "name/"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name.removeprefix(self.root) for name in self._file.NameToInfo)

    @property
    def unsafe(self) -> tuple[str, ...]:
        """Names that would lead out of a folder, had anybody unpacked them."""
        return tuple(name for name in self.names if not is_safe(name))

    def has(self, name: str) -> bool:
        return self.root + name in self._file.NameToInfo

    def read(self, name: str) -> bytes:
        """The whole entry *name*, at most 16 MiB of it. Raises CardRefused, KeyError."""
        info = self._file.getinfo(self.root + name)
        if info.flag_bits & _ENCRYPTED:
            raise CardRefused("card.zip_locked")
        if info.compress_type not in _KNOWN_WAYS:  # LZMA may ask for gigabytes
            raise CardRefused("card.zip_unknown_way")
        if info.file_size > MAX_INFLATED_BYTES:
            raise CardRefused("card.inflated_too_large", limit=MAX_INFLATED_BYTES // MIB)
        with _damage_told(), self._file.open(info) as stream:
            return stream.read(info.file_size)  # and not a byte more, whatever is in there


def open_archive(data: bytes) -> Archive:
    """The archive that *data* is, or that stands at its end. Raises CardRefused."""
    _check_list(data)
    with _damage_told():
        file = zipfile.ZipFile(io.BytesIO(data))
        start = min((info.header_offset for info in file.infolist()), default=0)
    return Archive(file, start, _packed_folder(file))


def _packed_folder(file: zipfile.ZipFile) -> str:
    """The folder that holds the only card, where somebody packed a folder and not its files."""
    if CARD in file.NameToInfo:
        return ""
    holding = [name.removesuffix(CARD) for name in file.NameToInfo if name.endswith(f"/{CARD}")]
    outer = [folder for folder in holding if folder.count("/") == 1 and is_safe(folder + CARD)]
    return outer[0] if len(outer) == 1 else ""


def is_safe(name: str) -> bool:
    """Whether *name* stays in the folder it is put in, on every system."""
    path = PurePosixPath(name)
    return not (path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name)


def _check_list(data: bytes) -> None:
    """Refuse a list that is too long, before anything is built from it. Raises CardRefused.

    What the archive itself says of their number need not be true, so the entries are counted
    wherever they might stand.
    """
    if data.count(_LIST_ENTRY) > MAX_LISTED:
        raise CardRefused("card.zip_too_many", limit=MAX_LISTED)


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except _DAMAGES as error:
        raise CardRefused("card.zip_damaged") from error
