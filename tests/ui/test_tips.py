"""A tooltip says what it is about letter by letter, whatever a model, a card or a person wrote."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget

from pet.chat.events import Choice
from pet.engines.base import State, Status
from pet.i18n import Texts
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.theme import LIGHT_THEME
from pet.ui.tips import plain_tip

HOSTILE = '<img src="file:///etc/hostname"> <b>bold</b> a &amp; b'


def as_shown(tip: str) -> str:
    """What stands in a tooltip, pictures as U+FFFC."""
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText()


@pytest.mark.parametrize("text", [HOSTILE, "<b>x</b>  y", "<p>one\ntwo</p>"])
def test_markup_is_shown_as_it_was_written(qtbot, text):
    assert as_shown(plain_tip(text)) == text


@pytest.mark.parametrize("text", ["", "fake:1b", "1 < 2 & 3", "한글\ntwo lines"])
def test_what_is_no_markup_stays_untouched(qtbot, text):
    assert plain_tip(text) == text


def test_no_tooltip_of_the_chat_becomes_a_page(qtbot):
    chat = QuickChat(LIGHT_THEME, Texts("en"), "Somi")
    qtbot.addWidget(chat)
    chat.foot.choices.show_choices((Choice("Change #1", f"/edit #1 {HOSTILE}"),))
    chat.show_engine(Status("ollama", State.READY, HOSTILE))
    tips = {child.toolTip() for child in chat.findChildren(QWidget)}
    hostile = [tip for tip in tips if "hostname" in tip]
    assert {as_shown(tip) for tip in hostile} >= {f"/edit #1 {HOSTILE}", HOSTILE}
    assert all("\ufffc" not in as_shown(tip) for tip in hostile)
