"""The processes that a test of the engines has started."""

from __future__ import annotations

import contextlib

import psutil


def tiny_children() -> list[psutil.Process]:
    """The tiny engines' processes that run; a server of another test may run beside them."""
    found = []
    for process in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it has ended, and may be a zombie yet
            if "pet.engines.tiny_child" in process.cmdline():
                found.append(process)
    return found
