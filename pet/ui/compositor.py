"""Whether half-transparent pixels are blended with what is behind the window."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import Final

from PySide6.QtGui import QGuiApplication

_SELECTION: Final = "_NET_WM_CM_S{screen}"  # owned by the compositor of a screen (EWMH)


def blends() -> bool:
    """False where transparent parts of a window would be black: on X11 without a compositor."""
    if QGuiApplication.platformName() != "xcb":
        return True
    library = ctypes.util.find_library("X11")
    if library is None:
        return False
    return _selection_is_owned(ctypes.CDLL(library))


def _selection_is_owned(x11: ctypes.CDLL) -> bool:
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XGetSelectionOwner.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return False
    try:
        name = _SELECTION.format(screen=x11.XDefaultScreen(display)).encode()
        atom = ctypes.c_ulong(x11.XInternAtom(display, name, False))
        return bool(x11.XGetSelectionOwner(display, atom))
    finally:
        x11.XCloseDisplay(display)
