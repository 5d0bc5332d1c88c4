"""The tray icon in a real tray, which comes up after the pet."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.e2e.desktop import VirtualDesktop, need
from tests.waiting import until

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT = 1280, 32


def test_a_tray_that_comes_up_later_gets_the_icon_and_its_menu():
    need("trayer")
    with VirtualDesktop() as desktop:
        program = desktop.run(
            sys.executable, str(ROOT / "tests/e2e/tray_window.py"), PYTHONPATH=str(ROOT)
        )
        until(lambda: "at the start: False" in desktop.output(program))
        desktop.run(
            *("trayer", "--edge", "top", "--align", "right", "--widthtype", "pixel"),
            *("--width", "200", "--heighttype", "pixel", "--height", str(HEIGHT)),
        )
        until(lambda: "appeared" in desktop.output(program))
        until(lambda: _click(desktop, 1) and "clicked" in desktop.output(program))
        until(lambda: _choose_first(desktop) and "chat chosen" in desktop.output(program))


def _click(desktop: VirtualDesktop, button: int) -> bool:
    """Click where the only icon is; it takes a moment until the tray has put it there."""
    desktop.mouse.click(WIDTH - HEIGHT // 2, HEIGHT // 2, button)
    return True


def _choose_first(desktop: VirtualDesktop) -> bool:
    """Open the menu and take its first entry."""
    _click(desktop, 3)
    desktop.keyboard.press("Down", "Return")
    return True
