"""Which of the system's libraries that Qt needs are missing on a fresh Linux desktop; no Qt here.

The list is what the `xcb` plugin and Qt's own libraries link to outside of their wheel (`ldd` on
PySide6-Essentials 6.11), less what glibc brings.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Final

PACKAGES: Final = {  # the library, and the package that brings it on Debian and Ubuntu
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}


def can_load(name: str) -> bool:
    """Whether the system finds the shared library *name*."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def missing_packages(loads: Callable[[str], bool] = can_load) -> tuple[str, ...]:
    """The packages to install before a window can be opened; nothing outside of Linux."""
    if sys.platform != "linux":
        return ()
    return tuple(dict.fromkeys(package for name, package in PACKAGES.items() if not loads(name)))
