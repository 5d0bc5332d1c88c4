"""Whether there is a screen that Qt could open, found out without Qt.

Qt ends the whole process when the display it was told of does not answer, so the question is
asked before it is loaded.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

Kind = Literal["native", "chosen", "x11", "wayland", "none"]

_PATIENCE_S: Final = 2.0
_X_PORT: Final = 6000
_MAX_DISPLAY: Final = 0xFFFF - _X_PORT


@dataclass(frozen=True, slots=True)
class Screen:
    """What the session offers. `chosen`: QT_QPA_PLATFORM names a platform of its own."""

    kind: Kind
    address: str = ""
    answers: bool = True

    @property
    def usable(self) -> bool:
        return self.kind != "none" and self.answers


def find_screen(environ: Mapping[str, str], platform: str = sys.platform) -> Screen:
    """The screen of this session; X11 before Wayland, as the pet asks Qt for it."""
    if platform in ("win32", "darwin"):
        return Screen("native")
    chosen = environ.get("QT_QPA_PLATFORM", "")
    if chosen and not chosen.startswith(("xcb", "wayland")):
        return Screen("chosen", chosen)
    found = [*_x11(environ), *_wayland(environ)]
    usable = [screen for screen in found if screen.answers]
    return (usable or found or [Screen("none")])[0]


def _x11(environ: Mapping[str, str]) -> list[Screen]:
    display = environ.get("DISPLAY", "")
    return [Screen("x11", display, _x11_answers(display))] if display else []


def _wayland(environ: Mapping[str, str]) -> list[Screen]:
    display = environ.get("WAYLAND_DISPLAY", "")
    if not display:
        return []
    path = Path(environ.get("XDG_RUNTIME_DIR", "")) / display  # an absolute name stays itself
    return [Screen("wayland", display, _unix_answers(str(path)))]


def _x11_answers(display: str) -> bool:
    """Whether something listens at *display* (`[host]:number[.screen]`, X(7))."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdecimal() or int(number) > _MAX_DISPLAY:
        return False
    if host in ("", "unix") or host.startswith("/"):
        path = f"/tmp/.X11-unix/X{number}"
        return _unix_answers("\0" + path) or _unix_answers(path)
    with contextlib.suppress(OSError):
        address = (host.strip("[]"), _X_PORT + int(number))
        with socket.create_connection(address, timeout=_PATIENCE_S):
            return True
    return False


def _unix_answers(path: str) -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(_PATIENCE_S)
        probe.connect(path)
        return True
    return False
