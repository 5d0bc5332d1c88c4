"""Which input method Qt is to use, decided before it starts; no Qt here.

The wheels of PySide6 carry the plugins `ibus` and `compose` and none for fcitx. Fcitx 5 also
speaks the protocol of ibus, so where it runs, Korean is typed through that.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

_VARIABLE: Final = "QT_IM_MODULE"
_PREFIX, _SUFFIX = "lib", "platforminputcontextplugin.so"


def bundled_plugins() -> frozenset[str]:
    """The input-method plugins that came with Qt; found without importing it."""
    spec = importlib.util.find_spec("PySide6")
    places = (spec.submodule_search_locations if spec is not None else None) or ()
    return frozenset(
        path.name.removeprefix(_PREFIX).removesuffix(_SUFFIX)
        for place in places
        for path in Path(place).glob(f"Qt/plugins/platforminputcontexts/{_PREFIX}*{_SUFFIX}")
    )


def choose(environ: Mapping[str, str], plugins: Collection[str]) -> str | None:
    """The value to set QT_IM_MODULE to, or None where it is right as it is.

    A module that was asked for and that Qt cannot load is replaced by ibus where an ibus bus (or
    fcitx 5, which answers there too) has left its address; else the user's choice stands, and
    `is_unusable` says so.
    """
    asked = environ.get(_VARIABLE, "") or _from_x(environ)
    if not asked or "ibus" not in plugins or not _has_bus(environ):
        return None
    if asked == environ.get(_VARIABLE) and _name(asked) in plugins:
        return None
    return "ibus"


def is_unusable(environ: Mapping[str, str], plugins: Collection[str]) -> bool:
    """Whether the wanted input method cannot work here: Hangul could not be typed at all."""
    asked = environ.get(_VARIABLE, "")
    return bool(asked) and _name(asked) not in plugins and choose(environ, plugins) is None


def _name(asked: str) -> str:
    return "compose" if asked in ("simple", "xim", "none") else asked


def _from_x(environ: Mapping[str, str]) -> str:
    """The input method named for X programs (`@im=fcitx`), for sessions that set only that one."""
    return environ.get("XMODIFIERS", "").partition("@im=")[2]


def _has_bus(environ: Mapping[str, str]) -> bool:
    """Whether something has written down where ibus programs are to call.

    $IBUS_ADDRESS, or a file in $XDG_CONFIG_HOME/ibus/bus (src/ibusshare.c of ibus).
    """
    if environ.get("IBUS_ADDRESS"):
        return True
    config = environ.get("XDG_CONFIG_HOME")
    base = Path(config) if config else Path(environ.get("HOME", "")) / ".config"
    folder = base / "ibus" / "bus"
    return folder.is_dir() and any(folder.iterdir())
