"""How long the long tests are: short in CI, long with `sh packaging/soak.sh`; and what they say."""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

LONG: Final = os.environ.get("PET_SOAK") == "1"
_figures: dict[str, str] = {}


def size(short: T, long: T) -> T:
    """*short*, or in a soak *long*."""
    return long if LONG else short


def figure(name: str, value: object) -> None:
    """Note a figure that a soak says in the end."""
    _figures[name] = str(value)


def figures() -> dict[str, str]:
    """What was noted by now, by its name."""
    return dict(_figures)
