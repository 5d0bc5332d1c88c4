"""The chat window as a program on a virtual desktop, and what comes out of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.e2e.desktop import VirtualDesktop, Window
from tests.waiting import until

ROOT = Path(__file__).parents[2]
TITLE = "솜이와 대화"
_SHADOW = 24  # px around the card, where the screen can blend
_SEND = 34  # px from the lower right corner of the card


class Chat:
    """Runs `chat_window.py`; ended by leaving the context."""

    title = TITLE

    def __init__(self, desktop: VirtualDesktop) -> None:
        self._desktop = desktop
        self._shadow = _SHADOW if desktop.has_compositor else 0
        self._program = desktop.run(
            sys.executable, str(ROOT / "tests/e2e/chat_window.py"), PYTHONPATH=str(ROOT)
        )
        self.window = desktop.wait_for_window(TITLE)
        until(lambda: desktop.focused() == self.window.id, what="the focus")

    def __enter__(self) -> Chat:
        return self

    def __exit__(self, *_: object) -> None:
        self._desktop.end(self._program)

    def told(self, what: str) -> list[str]:
        """Every "sent" message, or the draft at every "closed"."""
        lines = self._desktop.output(self._program).splitlines()
        facts = [json.loads(line) for line in lines if line.startswith("{")]
        return [fact[what] for fact in facts if what in fact]

    def wait_for(self, count: int) -> list[str]:
        """What was sent, once *count* messages were and nothing comes after them."""
        until(
            lambda: len(self.told("sent")) >= count, what=f"{count} messages: {self.told('sent')}"
        )
        self._desktop.keyboard.press("Return")  # whatever was left in the box would go now
        self._desktop.keyboard.type("dk\n")  # without Shift, which fcitx 5 was seen to deliver late
        until(lambda: len(self.told("sent")) > count, what="the last message")
        return self.told("sent")[:-1]

    def place(self) -> Window:
        """Where the window is now."""
        return self._desktop.windows(TITLE)[0]

    def place_of_send(self) -> tuple[int, int]:
        return self._from_corner(_SEND, _SEND)

    def place_of_text(self) -> tuple[int, int]:
        return self._from_corner(self.place().width - 2 * self._shadow - 40, _SEND)

    def place_of_close(self) -> tuple[int, int]:
        return self._from_corner(24, self.place().height - 2 * self._shadow - 24)

    def _from_corner(self, left: int, up: int) -> tuple[int, int]:
        """A place by its distance from the lower right corner of the card."""
        window = self.place()
        right, foot = window.x + window.width, window.y + window.height
        return right - self._shadow - left, foot - self._shadow - up
