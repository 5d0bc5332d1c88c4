"""Another program's window, which tells what reaches it."""

from __future__ import annotations

import re

from tests.e2e.desktop import VirtualDesktop, need
from tests.waiting import until

_TITLE = "bystander"


class Bystander:
    """A window as large as the screen; `xev` writes down every event that comes to it."""

    def __init__(self, desktop: VirtualDesktop) -> None:
        need("xev")
        self._desktop = desktop
        self._program = desktop.run(
            *("xev", "-name", _TITLE, "-geometry", "1200x740+20+20"),
            *("-event", "keyboard", "-event", "button", "-event", "focus"),
        )
        self.window = desktop.wait_for_window(_TITLE)
        desktop.mouse.click(self.window.x + 30, self.window.y + 30)
        until(lambda: self.has_focus, what="the focus in the other window")

    @property
    def has_focus(self) -> bool:
        return self._desktop.focused() == self.window.id

    @property
    def lost_focus(self) -> int:
        """How often the focus went elsewhere."""
        return self._desktop.output(self._program).count("FocusOut")

    @property
    def clicks(self) -> int:
        """How many presses of a mouse button it got."""
        return self._desktop.output(self._program).count("ButtonPress")

    @property
    def typed(self) -> str:
        """The letters that were typed into it."""
        told = re.findall(r"KeyPress.*?keysym 0x[0-9a-f]+, (\w+)\)", self._told(), re.DOTALL)
        return "".join(told)

    def close(self) -> None:
        self._desktop.end(self._program)

    def _told(self) -> str:
        return self._desktop.output(self._program)
