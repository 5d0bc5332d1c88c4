"""What the environment must say before Qt starts; the user's own choices stand."""

from __future__ import annotations

import sys
from collections.abc import Mapping, MutableMapping

from pet.ui import input_method


def prepare(environ: MutableMapping[str, str]) -> None:
    """Choose the platform and the input method where the user did not.

    On Wayland a window can neither be placed nor kept on top by its own wish, so X (through
    Xwayland) is asked for first; a session without it gets Wayland.
    """
    if sys.platform == "linux":
        environ.setdefault("QT_QPA_PLATFORM", "xcb;wayland")
        wanted = input_method.choose(environ, input_method.bundled_plugins())
        if wanted is not None:
            environ["QT_IM_MODULE"] = wanted


def notices(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Catalogue keys of what cannot work here and the user should know."""
    unusable = sys.platform == "linux" and input_method.is_unusable(
        environ, input_method.bundled_plugins()
    )
    return ("input.unusable",) if unusable else ()
