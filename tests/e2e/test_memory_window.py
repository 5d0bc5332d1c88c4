"""The memory window, opened and used with the keyboard alone, and what is left on the disk."""

from __future__ import annotations

import pytest

from pet.ui.theme import LIGHT
from tests.e2e.pets import NOBODY
from tests.e2e.pictures import picture_of
from tests.e2e.test_menu import MEMORY
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")
CHIP, MARK = LIGHT.user_ground, LIGHT.selection  # what a row has, and what a hit has
TEA = "I like smoky tea"


def holders(home, text):
    """The files of the home folder in which *text* stands."""
    needles = [text.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    return [
        path.name
        for path in home.folder.rglob("*")
        if path.is_file() and any(needle in path.read_bytes() for needle in needles)
    ]


def test_a_memo_is_edited_forgotten_brought_back_and_erased_for_good(
    desktop, start, home, tmp_path
):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    assert pet.character
    for text in (TEA, "My cat is called Bori"):
        assert pet.tell("remember", text).returncode == 0
    press = desktop.keyboard.press

    pet.choose(MEMORY)
    window = desktop.wait_for_window("Memory", pid=pet.process.pid)
    until(lambda: desktop.focused() == window.id, what="the focus in the memory window")
    until(lambda: picture_of(desktop, window, tmp_path).has(CHIP), what="the rows")
    press("Down", "Return")
    desktop.keyboard.type(" with milk\n")
    until(lambda: f"{TEA} with milk" in home.memos(), what="the edit on the disk")

    press("Delete")
    until(lambda: home.memos() == ["My cat is called Bori"], what="the memo to be forgotten")
    press("ctrl+z")
    until(lambda: len(home.memos()) == 2, what="the memo to come back")

    press("ctrl+f")
    desktop.keyboard.type("milk")
    until(lambda: picture_of(desktop, window, tmp_path).has(MARK), what="the hit")
    press("Return")
    press("Return", "shift+Delete")
    desktop.wait_for_window("Erase for good\\?", pid=pet.process.pid)
    desktop.keyboard.type("erase\n")
    until(lambda: home.memos() == ["My cat is called Bori"], what="the memo to be erased")
    until(
        lambda: not holders(home, "smoky tea"), what=f"no byte of it: {holders(home, 'smoky tea')}"
    )

    press("Escape")
    until(lambda: not desktop.windows("Memory"), what="the window to close")


def test_pet_memory_opens_the_window_of_the_running_copy(desktop, start):
    pet = start(*ENGINE, lang="ko", OLLAMA_HOST=NOBODY)
    assert pet.character
    assert pet.tell("memory").returncode == 0
    window = desktop.wait_for_window("기억", pid=pet.process.pid)
    assert pet.tell("memory").returncode == 0
    until(lambda: desktop.focused() == window.id)
    assert len(desktop.windows("기억", pid=pet.process.pid)) == 1
