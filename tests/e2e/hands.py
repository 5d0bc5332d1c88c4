"""The mouse and the keyboard of a virtual desktop, moved with xdotool."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping

_STEPS = 8  # of a drag


def xdotool(env: Mapping[str, str], *arguments: str) -> str:
    """Run xdotool on the screen that *env* names; what it printed."""
    done = subprocess.run(
        ["xdotool", *arguments], env=env, capture_output=True, text=True, timeout=30
    )
    return done.stdout.strip()


class Mouse:
    """Moves and presses, in px of the screen."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env

    def move(self, x: int, y: int) -> None:
        xdotool(self._env, "mousemove", str(x), str(y))  # --sync waits 15 s where it is there

    def click(self, x: int, y: int, button: int = 1, *, times: int = 1) -> None:
        """Move to a place on the screen and click there; twice is a double click."""
        clicks = ("click", "--repeat", str(times), "--delay", "60", str(button))
        xdotool(self._env, "mousemove", str(x), str(y), *clicks)

    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Press the left button at one place, move in steps, let go at another."""
        self.move(x, y)
        xdotool(self._env, "mousedown", "1")
        for step in range(1, _STEPS + 1):
            self.move(x + (to_x - x) * step // _STEPS, y + (to_y - y) * step // _STEPS)
        xdotool(self._env, "mouseup", "1")


class Keyboard:
    """Presses keys for whatever has the focus."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env

    def type(self, text: str, delay_ms: int = 30) -> None:
        """Type *text* key by key; a line break presses Return."""
        delay = ("--delay", str(delay_ms))
        chain: list[str] = []
        for line in re.split("(\n)", text):
            if line == "\n":
                chain += ["key", *delay, "Return"]
            elif line:
                chain += ["type", *delay, "--args", "1", line]
        xdotool(self._env, *chain)

    def press(self, *keys: str) -> None:
        """Press keys by their X names: "Return", "ctrl+a", "Escape"."""
        xdotool(self._env, "key", *keys)
