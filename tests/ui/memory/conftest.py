"""The memory window over a real store, and what a test needs to look into it."""

from __future__ import annotations

import contextlib

import pytest
from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QInputMethodEvent
from shiboken6 import isValid

from pet.memory import memos, sessions, turns
from pet.memory.store import Store
from pet.ui.memory.erasing import EraseDialog
from pet.ui.memory.window import MemoryWindow
from pet.ui.theme import LIGHT_THEME


@pytest.fixture
def store(pet):
    return pet.store


@pytest.fixture
def other(pet, paths, clock):
    """The memory as another running copy has it."""
    with contextlib.closing(Store.open(paths, clock)) as opened:
        yield opened


@pytest.fixture
def open_window(qtbot, pet, background):
    """Opens memory windows; they are closed when the test ends."""
    opened: list[MemoryWindow] = []

    def open_one() -> MemoryWindow:
        window = MemoryWindow(pet, background, LIGHT_THEME, QSize(760, 560))
        opened.append(window)
        with qtbot.waitExposed(window):
            window.come_forward()
        return window

    yield open_one
    for window in opened:
        if isValid(window) and not window.close():
            window.close()


@pytest.fixture
def saved(store):
    """Three memos, from the top as the window shows them."""
    texts = ("My cat is called Bori", "I like black tea", "I live near the harbour")
    return tuple(memos.add(store, text, origin="command").memo for text in texts)


@pytest.fixture
def window(qtbot, open_window, saved):
    """The window with three memos in it."""
    made = open_window()
    qtbot.waitUntil(lambda: len(made.memos.list.rows) == 3)
    return made


def shown(window) -> list[str]:
    """The texts of the memos from the top."""
    return [row.memo.text for row in window.memos.list.rows]


def compose(box, preedit: str, commit: str = "") -> None:
    """What an input method sends: *commit* becomes text, *preedit* is under way."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QCoreApplication.sendEvent(box, event)


def talk(store, *said: str, session: int | None = None, persona: str = "somi") -> list[int]:
    """Turns of one session, each answered; their numbers."""
    if session is None:
        with contextlib.closing(sessions.begin(store, persona)) as lease:
            session = lease.session
    numbers = []
    for words in said:
        turn = turns.ask(store, session, words)
        turns.finish(store, turn, f"So: {words}", "done")
        numbers.append(turn)
    return numbers


def confirm(qtbot, window) -> None:
    """Type the word that erases, and press Enter."""
    qtbot.waitUntil(lambda: window.findChild(EraseDialog) is not None)
    box = window.findChild(EraseDialog).editor.box
    qtbot.keyClicks(box, "erase")
    qtbot.keyClick(box, Qt.Key.Key_Return)
