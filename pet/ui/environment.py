"""What the environment must say before Qt starts; the user's own choices stand."""

from __future__ import annotations

import sys
from collections.abc import Mapping, MutableMapping

from pet.ui import input_method


def prepare(environ: MutableMapping[str, str]) -> None:
    """Choose the platform and the input method where the user did not.

    On Wayland a window can neither be placed nor kept on top by its own wish, so X (through
    Xwayland) is asked for first; a session without it gets Wayland. Qt would share the painting of
    each small picture among threads, which wakes them some fifty times a second for nothing.
    """
    environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    if sys.platform == "linux":
        environ.setdefault("QT_QPA_PLATFORM", "xcb;wayland")
        wanted = input_method.choose(environ, input_method.bundled_plugins())
        if wanted is not None:
            environ["QT_IM_MODULE"] = wanted


def unusable_input_method(environ: Mapping[str, str]) -> str:
    """The wanted input method that cannot work here, so that Hangul cannot be typed; else empty."""
    plugins = input_method.bundled_plugins()
    unusable = sys.platform == "linux" and input_method.is_unusable(environ, plugins)
    return environ.get("QT_IM_MODULE", "") if unusable else ""
