"""A start that cannot be made, from an icon: somebody is told, in a window."""

from __future__ import annotations

import signal

import pytest

from tests.e2e.pets import NOBODY, PROGRAM
from tests.waiting import until

pytestmark = pytest.mark.e2e


def test_without_a_terminal_the_reason_is_shown_in_a_window(desktop, tmp_path):
    home = tmp_path / "home"
    home.write_text("a file where the folder should be")
    pet = desktop.run(PROGRAM, "--home", str(home), "--lang", "en")
    box = desktop.wait_for_window("Desktop pet", pid=pet.pid)
    assert box.width > 200
    desktop.keyboard.press("Escape")
    until(lambda: pet.poll() is not None, what="the end of the program")
    assert pet.returncode == 4
    assert "no folder I could use" in desktop.output(pet)
    assert home.read_text() == "a file where the folder should be"


def test_a_copy_that_hangs_is_told_of_as_well(desktop, start, home):
    pet = start("--engine", "ollama", OLLAMA_HOST=NOBODY)
    assert pet.character
    pet.process.send_signal(signal.SIGSTOP)
    try:
        second = desktop.run(PROGRAM, "--home", str(home.folder), "--lang", "en")
        assert desktop.wait_for_window("Desktop pet", pid=second.pid)
        desktop.keyboard.press("Escape")
        until(lambda: second.poll() is not None, what="the end of the second start")
        assert "answer" in desktop.output(second)
    finally:
        pet.process.send_signal(signal.SIGCONT)
