"""Whatever a reply says, showing it loads nothing: no address is called and no file is read."""

from __future__ import annotations

import socket

import pytest
from PySide6.QtCore import QRect

from pet.body.placement import Rect, Whereabouts
from pet.i18n import Texts
from pet.ui.character.bubble import SpeechBubble
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.theme import LIGHT_THEME


@pytest.fixture
def door():
    """A port of this computer, and whether anybody knocked."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        yield listening


def nobody_came(door):
    with pytest.raises(BlockingIOError):
        door.accept()


REPLIES = (
    "![x](http://127.0.0.1:{port}/leak?what=secret)",
    "<img src='http://127.0.0.1:{port}/a.png'>",
    "[![x](http://127.0.0.1:{port}/a.png)](http://127.0.0.1:{port}/b)",
    "<link rel=stylesheet href=http://127.0.0.1:{port}/a.css> http://127.0.0.1:{port}/",
    "[x]: http://127.0.0.1:{port}/\n![x]",
)


@pytest.mark.parametrize("reply", REPLIES)
def test_the_chat_calls_nobody(qtbot, door, reply):
    chat = QuickChat(LIGHT_THEME, Texts("en"), "Somi")
    qtbot.addWidget(chat)
    chat.open_for_user(QRect(700, 500, 100, 100))
    said = reply.format(port=door.getsockname()[1])
    chat.show_user_message("hello")
    for letter in said:
        chat.append_reply(letter)
    chat.transcript.flush()
    chat.grab()
    chat.finish_reply(said)
    chat.grab()
    nobody_came(door)


@pytest.mark.parametrize("reply", REPLIES)
def test_the_bubble_calls_nobody(qtbot, door, reply):
    bubble = SpeechBubble(Texts("en"), LIGHT_THEME)
    qtbot.addWidget(bubble)
    bubble.stand_beside(Whereabouts(Rect(600, 590, 110, 150), Rect(0, 0, 1366, 740)))
    bubble.begin()
    bubble.append(reply.format(port=door.getsockname()[1]))
    bubble.finish()
    bubble.grab()
    nobody_came(door)
