"""The window behind a reply's "why?": its button, the numbers, the words, the copy."""

from __future__ import annotations

import contextlib

import pytest
from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from pet.app import open_pet
from pet.chat.events import CommandAnswered, OpenWhy, TurnStarted
from pet.engines.base import Stop
from pet.memory import erase, memos
from pet.memory.store import Store
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.theme import DARK_THEME, LIGHT_THEME
from pet.ui.why_room import WhyRoom
from pet.ui.windows import Windows
from tests.fakes.engines import ScriptedEngine


@pytest.fixture
def pet(paths, clock):
    with open_pet(paths, clock, language="en", engine=ScriptedEngine(counted=0)) as opened:
        yield opened


@pytest.fixture
def room(pet, background):
    windows = Windows(pet, background, LIGHT_THEME)
    made = WhyRoom(pet, windows, background)
    yield made
    windows.close()


def said(pet, text):
    started, *_ = pet.session.turn(text, Stop())
    return started.turn


def opened(qtbot, room, turn):
    room.open(turn)
    qtbot.waitUntil(lambda: room.window.page is not None)
    return room.window


def words(widget):
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def test_the_bar_is_to_the_scale_of_the_budget(qtbot, room, pet):
    page = opened(qtbot, room, said(pet, "hello")).page
    pieces = page.bar.pieces()
    report = pet.session.why(1).report
    assert [name for name, _ in pieces] == [one.name for one in report.sections if one.kept_bytes]
    end = pieces[-1][1].right()
    assert end == pytest.approx(page.bar.width() * report.size / report.budget, abs=0.01)
    assert "rules" in page.bar.accessibleName()


def test_it_shows_the_words_of_the_memos_and_what_memory_costs(qtbot, room, pet):
    memos.add(pet.store, "I like tea", origin="command")
    page = opened(qtbot, room, said(pet, "hello")).page
    assert "#1 I like tea" in words(page)
    assert "Memory takes about" in words(page)
    assert "“hello”" in words(page)


def test_the_raw_text_is_folded_away_and_copied_only_where_it_is_open(qtbot, room, pet):
    window = opened(qtbot, room, said(pet, "hello there"))
    raw = window.page.raw
    assert not raw.is_open
    window.copy.click()
    assert "bytes" in QGuiApplication.clipboard().text()
    assert "hello there" not in QGuiApplication.clipboard().text()
    raw.toggle.click()
    assert raw.is_open
    assert "hello there" in raw.box.toPlainText()
    window.copy.click()
    assert "hello there" in QGuiApplication.clipboard().text()


def test_where_the_raw_text_is_gone_it_says_so(qtbot, room, pet):
    turn = said(pet, "hello")
    pet.session.recent.clear()
    page = opened(qtbot, room, turn).page
    assert page.raw.toggle.isHidden()
    assert "The raw text is gone" in words(page)


def test_another_reply_takes_its_place_in_the_same_window(qtbot, room, pet):
    first, second = said(pet, "first words"), said(pet, "second words")
    window = opened(qtbot, room, first)
    room.open(second)
    qtbot.waitUntil(lambda: "second words" in words(window.page))
    assert room.window is window


def test_a_reply_without_a_report_says_so(qtbot, room, pet):
    room.open(4711)
    qtbot.waitUntil(lambda: "No report was kept" in words(room.window))
    assert not room.window.copy.isEnabled()


def test_closing_before_the_answer_comes_harms_nothing(qtbot, room, pet):
    turn = said(pet, "hello")
    room.open(turn)
    window = room.window
    window.close()
    qtbot.waitUntil(lambda: not isValid(window))
    assert opened(qtbot, room, turn).isVisible()


def test_it_changes_its_colours_while_it_is_open(qtbot, room, pet):
    window = opened(qtbot, room, said(pet, "hello"))
    window.wear(DARK_THEME)
    name, area = window.page.bar.pieces()[0]
    color = window.page.bar.grab().toImage().pixelColor(area.center().toPoint()).name()
    assert color == "#9a9082"
    assert name == "trusted"


def test_a_command_that_wishes_for_it_opens_it_and_others_do_not(qtbot, room, pet):
    turn = said(pet, "hello")
    room.show(TurnStarted(turn))
    room.show(CommandAnswered("text"))
    assert room.window is None
    room.show(CommandAnswered("text", wish=OpenWhy(turn)))
    qtbot.waitUntil(lambda: room.window is not None and room.window.page is not None)


@pytest.fixture
def chat(qtbot, pet):
    window = QuickChat(LIGHT_THEME, pet.texts, "Somi")
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.open_for_user(QRect(700, 500, 100, 100))
    return window


def why_buttons(chat):
    return [
        button
        for button in chat.transcript.findChildren(QObject)
        if getattr(button, "accessibleName", str)() == "Why this reply?" and not button.isHidden()
    ]


def test_every_reply_can_be_asked_with_mouse_and_keyboard(qtbot, chat):
    chat.show_user_message("hello")
    chat.finish_reply("Hi.", turn=12)
    (button,) = why_buttons(chat)
    assert button.focusPolicy() == Qt.FocusPolicy.TabFocus
    with qtbot.waitSignal(chat.why_requested) as clicked:
        button.click()
    button.setFocus()
    with qtbot.waitSignal(chat.why_requested) as pressed:
        qtbot.keyClick(button, Qt.Key.Key_Return)
    assert clicked.args == pressed.args == [12]


def test_what_did_not_fit_is_told_below_the_reply_and_leads_there(qtbot, chat):
    chat.show_user_message("hello")
    chat.finish_reply("Hi.", turn=12, left_out="3 of 8 older messages did not fit")
    link = next(one for one in chat.transcript.findChildren(QObject) if one.objectName() == "hint")
    assert link.text().startswith("3 of 8")
    with qtbot.waitSignal(chat.why_requested) as asked:
        link.click()
    assert asked.args == [12]


def test_a_reply_without_words_has_nothing_to_ask(chat):
    chat.show_user_message("hello")
    chat.finish_reply("", "stopped", turn=12)
    assert why_buttons(chat) == []


def test_a_reply_as_wide_as_can_be_leaves_room_for_its_buttons(qtbot, chat):
    chat.show_user_message("hello")
    chat.finish_reply("long words " * 40, turn=12)
    (button,) = why_buttons(chat)
    stack = chat.transcript.widget()
    qtbot.waitUntil(lambda: stack.width() == chat.transcript.viewport().width())
    right = button.mapTo(stack, button.rect().topRight()).x()
    assert right < stack.width()


def test_an_erased_note_leaves_the_open_window(qtbot, room, pet, paths, clock):
    saved = memos.add(pet.store, "I like tea", origin="command").memo
    window = opened(qtbot, room, said(pet, "hello"))
    window.page.raw.toggle.click()
    assert "I like tea" in window.page.raw.box.toPlainText()
    with contextlib.closing(Store.open(paths, clock)) as other:  # another copy, or the terminal
        erase.erase_memo(other, saved.id)
    qtbot.waitUntil(lambda: "I like tea" not in words(window.page), timeout=3000)
    assert "I like tea" not in window.page.raw.box.toPlainText()


def test_the_raw_text_comes_into_view_and_the_same_account_moves_nothing(qtbot, room, pet):
    window = opened(qtbot, room, said(pet, "hello"))
    window.page.raw.toggle.click()
    bar = window._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)
    page = window.page
    window.show_why(pet.session.why(1))
    assert window.page is page
