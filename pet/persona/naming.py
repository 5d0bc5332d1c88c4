"""From a stranger's name to the name of a file: no path is made of anything else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_MOST_SCALARS: Final = 40
_MOST_BYTES: Final = 120  # of 255 that a file's name may have
_NAMELESS: Final = "persona"
# Windows keeps these for devices, with any ending.
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])")


def ids_for(name: str) -> Iterator[str]:
    """Ids for a persona called *name*, the plainest first, without end.

    Letters and digits of any script, in lower case and NFC, with single hyphens between them.
    """
    stem = _stem(name)
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1


def one_line(text: str) -> str:
    """*text* with single spaces and nothing that is not drawn."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())


def _stem(name: str) -> str:
    folded = unicodedata.normalize("NFC", name[: 4 * _MOST_SCALARS].casefold())
    letters = "".join(
        letter if letter.isalnum() or unicodedata.category(letter)[0] == "M" else "-"
        for letter in folded
    )
    stem = "-".join(filter(None, letters.split("-")))[:_MOST_SCALARS]
    stem = stem.encode(errors="ignore")[:_MOST_BYTES].decode(errors="ignore").strip("-")
    if not any(letter.isalnum() for letter in stem) or _DEVICES.fullmatch(stem):
        return _NAMELESS if not stem or stem.isspace() else f"{_NAMELESS}-{stem}"
    return stem
