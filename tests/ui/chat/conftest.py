"""The chat window of the tests, and what an input method does to a text box."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtGui import QInputMethodEvent

from pet.i18n import Texts
from pet.ui.chat.composer import Composer
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.theme import LIGHT_THEME


@pytest.fixture
def texts():
    return Texts("en")


@pytest.fixture
def composer(qtbot):
    box = Composer()
    qtbot.addWidget(box)
    box.resize(300, 40)
    with qtbot.waitExposed(box):
        box.show()
    box.setFocus()
    return box


@pytest.fixture
def chat(qtbot, texts):
    window = QuickChat(LIGHT_THEME, texts, "Somi")
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.open_for_user(QRect(700, 500, 100, 100))
    return window


@pytest.fixture
def sent(chat):
    """Every message that leaves the chat window."""
    messages: list[str] = []
    chat.message_submitted.connect(messages.append)
    return messages


def compose(box, preedit: str, commit: str = "") -> None:
    """What an input method sends: *commit* becomes text, *preedit* is under way."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QCoreApplication.sendEvent(box, event)


def turn(
    user: str,
    reply: str = "",
    state: str = "done",
    *,
    unreliable: bool = False,
    fault: str | None = None,
    row: int = 7,
    told: str | None = None,
):
    """A stored turn as the windows are given it."""
    return SimpleNamespace(
        id=row,
        user_text=user,
        reply=reply,
        state=state,
        unreliable=unreliable,
        fault=fault,
        told=told,
    )
