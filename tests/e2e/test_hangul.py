"""Hangul typed through the input methods that people use arrives whole, and once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.chat import Chat
from tests.e2e.desktop import VirtualDesktop, need
from tests.waiting import until

pytestmark = [pytest.mark.e2e, pytest.mark.ime]

IBUS_SETTINGS = """
[org/freedesktop/ibus/engine/hangul]
initial-input-mode='hangul'
hangul-keyboard='2'
off-keys=''
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


ANOTHER_WINDOW = """
from PySide6.QtWidgets import QApplication, QPlainTextEdit
app = QApplication([])
window = QPlainTextEdit()
window.setWindowTitle("another window")
window.setGeometry(40, 40, 200, 100)
window.show()
app.exec()
"""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _start_ibus(desktop: VirtualDesktop) -> None:
    need("ibus-daemon", "ibus")
    _write(desktop.home / ".config/glib-2.0/settings/keyfile", IBUS_SETTINGS)
    desktop.env |= {"GSETTINGS_BACKEND": "keyfile", "QT_IM_MODULE": "ibus"}
    desktop.run("ibus-daemon", "--xim", "--panel", "disable")
    until(
        lambda: desktop.ask("ibus", "engine", "hangul").returncode == 0,
        what="the engine hangul of ibus",
    )


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
    with Chat(desktop) as running:
        yield running


def test_return_in_the_middle_of_a_syllable_sends_the_whole_word_once(desktop, chat):
    desktop.keyboard.type("gksrmf")
    desktop.keyboard.press("Return")
    until(lambda: chat.told("sent"))
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
    desktop.mouse.click(*chat.place_of_send())
    assert chat.wait_for(1) == ["한글"]


def test_return_completes_a_command_that_is_still_being_composed(desktop, chat):
    desktop.keyboard.type("/rldjr")  # /기억, the beginning of /기억목록 too
    desktop.keyboard.press("Down", "Return", "Return")
    assert chat.wait_for(1) == ["/기억목록"]


def test_escape_keeps_the_syllable_in_the_draft(desktop, chat):
    desktop.keyboard.type("gksrmf")
    desktop.keyboard.press("Escape")
    until(lambda: chat.told("closed"))
    assert chat.told("closed")[-1] == "한글"


def test_a_click_into_the_text_keeps_the_syllable(desktop, chat):
    desktop.keyboard.type("gksrmf")
    desktop.mouse.click(*chat.place_of_text())
    desktop.keyboard.press("End", "Return")
    assert chat.wait_for(1) == ["한글"]


def test_a_click_on_another_window_keeps_the_syllable(desktop, chat):
    desktop.keyboard.type("gksrmf")
    other = desktop.run(sys.executable, "-c", ANOTHER_WINDOW, QT_IM_MODULE="compose")
    there = desktop.wait_for_window("another window")
    desktop.mouse.click(there.x + 50, there.y + 50)
    until(lambda: desktop.focused() != chat.window.id, what="the focus to leave")
    desktop.end(other)
    desktop.mouse.click(*chat.place_of_text())
    until(lambda: desktop.focused() == chat.window.id, what="the focus to return")
    desktop.keyboard.press("End", "Return")
    assert chat.wait_for(1) == ["한글"]
