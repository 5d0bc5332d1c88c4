"""Whether the desktop blends windows into each other, so that translucent pixels are see-through.

On X11 a compositor owns the selection `_NET_WM_CM_S<screen>` (Extended Window Manager Hints,
"Compositing Managers"). Everywhere else desktops always blend.
"""

from __future__ import annotations

import ctypes
import logging
from typing import Final

from PySide6.QtGui import QGuiApplication

_log = logging.getLogger(__name__)

_NONE: Final = 0


class _Cookie(ctypes.Structure):
    _fields_ = [("sequence", ctypes.c_uint)]


class _AtomReply(ctypes.Structure):
    _fields_ = [
        ("response_type", ctypes.c_uint8),
        ("pad0", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("length", ctypes.c_uint32),
        ("atom", ctypes.c_uint32),
    ]


class _OwnerReply(ctypes.Structure):
    _fields_ = [
        ("response_type", ctypes.c_uint8),
        ("pad0", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("length", ctypes.c_uint32),
        ("owner", ctypes.c_uint32),
    ]


def is_composited() -> bool:
    """Whether translucent pixels show what is behind them. About 1 ms on X11, nothing elsewhere."""
    if QGuiApplication.platformName() != "xcb":
        return True
    try:
        return _owner_of(b"_NET_WM_CM_S0") != _NONE
    except (OSError, AttributeError):
        _log.info("the compositor could not be asked for")
        return True


def _owner_of(selection: bytes) -> int:
    """The window that owns *selection* on the default display; 0 where nobody does.

    Raises OSError where there is no libxcb or no display.
    """
    xcb = ctypes.CDLL("libxcb.so.1")
    libc = ctypes.CDLL(None)
    libc.free.argtypes = [ctypes.c_void_p]
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    try:
        if xcb.xcb_connection_has_error(connection):
            raise OSError("no X display")
        atom = _atom(xcb, libc, connection, selection)
        return _owner(xcb, libc, connection, atom)
    finally:
        xcb.xcb_disconnect(connection)


def _atom(xcb: ctypes.CDLL, libc: ctypes.CDLL, connection: int, name: bytes) -> int:
    xcb.xcb_intern_atom.restype = _Cookie
    xcb.xcb_intern_atom.argtypes = [
        ctypes.c_void_p,
        ctypes.c_uint8,
        ctypes.c_uint16,
        ctypes.c_char_p,
    ]
    xcb.xcb_intern_atom_reply.restype = ctypes.POINTER(_AtomReply)
    xcb.xcb_intern_atom_reply.argtypes = [ctypes.c_void_p, _Cookie, ctypes.c_void_p]
    cookie = xcb.xcb_intern_atom(connection, 0, len(name), name)
    reply = xcb.xcb_intern_atom_reply(connection, cookie, None)
    if not reply:
        return _NONE
    atom = int(reply.contents.atom)
    libc.free(reply)
    return atom


def _owner(xcb: ctypes.CDLL, libc: ctypes.CDLL, connection: int, atom: int) -> int:
    xcb.xcb_get_selection_owner.restype = _Cookie
    xcb.xcb_get_selection_owner.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
    xcb.xcb_get_selection_owner_reply.restype = ctypes.POINTER(_OwnerReply)
    xcb.xcb_get_selection_owner_reply.argtypes = [ctypes.c_void_p, _Cookie, ctypes.c_void_p]
    cookie = xcb.xcb_get_selection_owner(connection, atom)
    reply = xcb.xcb_get_selection_owner_reply(connection, cookie, None)
    if not reply:
        return _NONE
    owner = int(reply.contents.owner)
    libc.free(reply)
    return owner
