"""The clipboard of a virtual desktop: what cannot be typed key by key is pasted."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.desktop import VirtualDesktop
from tests.waiting import until

_OWNER = str(Path(__file__).with_name("clipboard_owner.py"))


@contextlib.contextmanager
def pasted(desktop: VirtualDesktop, text: str) -> Iterator[None]:
    """Paste *text* into whatever has the focus; wait inside until it is there.

    X11 keeps no clipboard: whoever copied hands the text over, so somebody must stay for that.
    """
    owner = desktop.run(sys.executable, _OWNER, "own", text)
    until(lambda: "ready" in desktop.output(owner), what="the clipboard")
    desktop.keyboard.press("ctrl+v")
    yield
    desktop.end(owner)


def copied(desktop: VirtualDesktop) -> str:
    """All of the box that has the focus, by way of the clipboard."""
    desktop.keyboard.press("ctrl+a", "ctrl+c", "End")
    return desktop.ask(sys.executable, _OWNER, "read").stdout
