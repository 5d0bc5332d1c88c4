"""Hangul typed through the input methods that people use arrives whole, and once."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.desktop import VirtualDesktop, need
from tests.waiting import until

pytestmark = [pytest.mark.e2e, pytest.mark.ime]

SEND = 34  # px from the lower right corner of the card: there is no shadow without blending
ROOT = Path(__file__).parents[2]
IBUS_SETTINGS = """
[org/freedesktop/ibus/engine/hangul]
initial-input-mode='hangul'
hangul-keyboard='2'
"""
FCITX_PROFILE = """
[Groups/0]
Name=Default
Default Layout=us
DefaultIM=hangul

[Groups/0/Items/0]
Name=keyboard-us
Layout=

[Groups/0/Items/1]
Name=hangul
Layout=

[GroupOrder]
0=Default
"""
FCITX_CONFIG = """
[Behavior]
ActiveByDefault=True
ShareInputState=All
"""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _start_ibus(desktop: VirtualDesktop) -> None:
    need("ibus-daemon", "ibus")
    _write(desktop.home / ".config/glib-2.0/settings/keyfile", IBUS_SETTINGS)
    desktop.env |= {"GSETTINGS_BACKEND": "keyfile", "QT_IM_MODULE": "ibus"}
    desktop.run("ibus-daemon", "--xim", "--panel", "disable")
    until(lambda: desktop.ask("ibus", "engine", "hangul") == 0, what="the engine hangul of ibus")


def _start_fcitx(desktop: VirtualDesktop) -> None:
    need("fcitx5", "fcitx5-remote")
    _write(desktop.home / ".config/fcitx5/profile", FCITX_PROFILE)
    _write(desktop.home / ".config/fcitx5/config", FCITX_CONFIG)
    desktop.env |= {"QT_IM_MODULE": "fcitx"}
    desktop.run("fcitx5", "--disable=wayland,kimpanel,notifications")
    bus = desktop.home / ".config/ibus/bus"
    until(lambda: bus.is_dir() and any(bus.iterdir()), what="fcitx 5 to answer as ibus")


@pytest.fixture(scope="module", params=["ibus", "fcitx5"])
def desktop(request: pytest.FixtureRequest) -> Iterator[VirtualDesktop]:
    start = {"ibus": _start_ibus, "fcitx5": _start_fcitx}[request.param]
    with VirtualDesktop() as running:
        start(running)
        yield running


@pytest.fixture
def chat(desktop: VirtualDesktop) -> Iterator[Chat]:
    running = Chat(desktop)
    yield running
    running.close()


class Chat:
    """The chat window on a desktop, and what was sent from it."""

    def __init__(self, desktop: VirtualDesktop) -> None:
        self._desktop = desktop
        self._program = desktop.run(
            sys.executable, str(ROOT / "tests/e2e/chat_window.py"), PYTHONPATH=str(ROOT)
        )
        self.window = desktop.wait_for_window("솜이와 대화")
        until(lambda: desktop.focused() == self.window.id, what="the focus")

    def sent(self) -> list[str]:
        lines = self._desktop.output(self._program).splitlines()
        return [json.loads(line) for line in lines if line.startswith('"')]

    def wait_for(self, count: int) -> list[str]:
        """What was sent, once *count* messages were, and none comes after them."""
        until(lambda: len(self.sent()) >= count, what=f"{count} messages, got {self.sent()}")
        self._desktop.keyboard.press("Return")  # whatever was left in the box would go now
        self._desktop.keyboard.type("X ")
        self._desktop.keyboard.press("Return")
        until(lambda: len(self.sent()) > count, what="the last message")
        return self.sent()[:-1]

    def close(self) -> None:
        self._desktop.end(self._program)


def test_return_in_the_middle_of_a_syllable_sends_the_whole_word_once(desktop, chat):
    desktop.keyboard.type("gksrmf")
    desktop.keyboard.press("Return")
    until(chat.sent)
    desktop.keyboard.type("dkssud")
    desktop.keyboard.press("Return")
    assert chat.wait_for(2) == ["한글", "안녕"]


def test_someone_who_types_on_at_once_loses_and_doubles_nothing(desktop, chat):
    desktop.keyboard.type("gksrmf\ndkssud\n", delay_ms=8)
    assert chat.wait_for(2) == ["한글", "안녕"]


def test_shift_and_return_break_the_line_after_the_syllable(desktop, chat):
    desktop.keyboard.type("gksrmf")
    desktop.keyboard.press("shift+Return")
    desktop.keyboard.type("dkssud")
    desktop.keyboard.press("Return")
    assert chat.wait_for(1) == ["한글\n안녕"]


def test_the_send_button_takes_the_syllable_with_it(desktop, chat):
    desktop.keyboard.type("gksrmf")
    place = desktop.windows("솜이와 대화")[0]
    desktop.mouse.click(place.x + place.width - SEND, place.y + place.height - SEND)
    assert chat.wait_for(1) == ["한글"]


def test_return_completes_a_command_that_is_still_being_composed(desktop, chat):
    desktop.keyboard.type("/rldjr")  # /기억, the beginning of /기억목록 too
    desktop.keyboard.press("Down", "Return", "Return")
    assert chat.wait_for(1) == ["/기억목록"]
