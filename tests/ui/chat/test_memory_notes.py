"""What became of the memory, below the reply in which it was asked for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from pet.chat.events import Choice, MemoryNote
from pet.chat.retelling import Retold
from pet.ui.chat.messages import ReplyMessage, SaidMessage
from tests.ui.chat.conftest import turn

SAVED = MemoryNote("receipt", "Saved as #1: I like tea", (Choice("Undo", "/undo"),))
UNSAVED = MemoryNote("not_saved", "This was not saved.", (Choice("Save it", "/remember tea"),))


@pytest.mark.parametrize(("note", "is_proof"), [(SAVED, True), (UNSAVED, False)])
def test_below_a_reply_stands_what_became_of_the_memory(chat, sent, qtbot, note, is_proof):
    chat.outbox.submit("remember that I like tea")
    chat.show_user_message("remember that I like tea")
    chat.append_reply("Sure!")
    chat.finish_reply("Sure!", notes=(note,))
    shown = chat.findChildren(SaidMessage)
    assert [message.source for message in shown][-1] == note.text
    assert shown[-1].bubble.is_proof is is_proof
    button = next(one for one in chat.findChildren(QPushButton) if one.objectName() == "choice")
    button.click()
    assert sent[-1] == note.choices[0].command


def test_what_was_not_saved_can_be_saved_as_long_as_it_is_shown(chat, sent):
    chat.show_user_message("remember that I like tea")
    chat.finish_reply("Sure!", notes=(UNSAVED,))
    chat.outbox.submit("how are you?")
    chat.show_user_message("how are you?")
    chat.finish_reply("Fine.")
    (button,) = choices(chat)
    assert button.isVisible()
    button.click()
    assert sent[-1] == "/remember tea"
    assert choices(chat) == []
    chat.transcript.stack.load(chat.transcript.stack._lines, has_earlier=False)
    assert choices(chat) == []  # done once


def test_an_undo_is_offered_only_until_something_else_is_said(chat):
    chat.show_user_message("remember that I like tea")
    chat.finish_reply("Sure!", notes=(SAVED,))
    assert len(choices(chat)) == 1
    chat.outbox.submit("how are you?")
    assert choices(chat) == []


def test_a_receipt_looks_the_same_when_it_is_shown_again(chat):
    chat.show_history(
        (
            turn("/remember tea", "Saved as #1: tea", "command", told="proof"),
            turn("/help", "Commands", "command"),
        )
    )
    shown = [one for one in chat.findChildren(SaidMessage) if one.bubble.side == "answer"]
    assert [message.bubble.is_proof for message in shown] == [True, False]


def test_what_was_not_saved_is_shown_again_with_its_button(chat, sent):
    told = Retold(7, 1, "somi", "remember tea", "Sure!", "done", 0, False, notes=(UNSAVED,))
    chat.show_history((told, turn("hm", "Hm.")))
    (button,) = choices(chat)
    button.click()
    assert sent == ["/remember tea"]


def choices(chat) -> list[QPushButton]:
    """The buttons that can be pressed now."""
    buttons = [one for one in chat.findChildren(QPushButton) if one.objectName() == "choice"]
    return [one for one in buttons if one.isVisible()]


def test_a_reply_without_words_shows_only_the_receipt(chat):
    chat.show_user_message("remember that I like tea")
    chat.show_reading()
    chat.finish_reply("", notes=(SAVED,))
    assert [message.source for message in chat.findChildren(SaidMessage)][-1] == SAVED.text
    assert chat.findChildren(ReplyMessage) == []


def test_a_badge_says_that_nothing_is_remembered(chat):
    badge = chat.title.findChild(QLabel, "unremembered")
    assert badge.isHidden()
    for memory in ("off", "incognito"):
        chat.title.show_memory(memory)
        assert badge.isVisible()
        assert badge.text()
        assert badge.toolTip()
    chat.title.show_memory("on")
    assert badge.isHidden()
