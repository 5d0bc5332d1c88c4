"""The popup: what it offers, which keys it takes, and that it never takes the focus."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pet.ui.chat.suggestions import Suggestion
from tests.ui.chat.conftest import compose

RETURN, TAB, ESC = Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape
UP, DOWN = Qt.Key.Key_Up, Qt.Key.Key_Down
OFFERED = (
    Suggestion("/remember", "/remember ", "save something"),
    Suggestion("/undo", "/undo", "take the last change back"),
    Suggestion("/기억", "/기억 ", "저장"),
    Suggestion("/기억목록", "/기억목록", "보기"),
    *(Suggestion(f"#{number}", f"#{number}", f"memo {number}") for number in range(1, 31)),
)


@pytest.fixture
def box(chat):
    chat.set_suggestions(OFFERED)
    return chat.composer


@pytest.fixture
def popup(chat):
    return chat.foot.popup


def labels(popup) -> list[str]:
    return [popup.item(row).text() for row in range(popup.count())]


def test_a_slash_opens_it_and_typing_filters(qtbot, box, popup):
    qtbot.keyClicks(box, "/")
    assert popup.is_open
    qtbot.keyClicks(box, "un")
    assert labels(popup) == ["/undo"]
    qtbot.keyClicks(box, "x")
    assert not popup.is_open


def test_what_is_saved_elsewhere_comes_into_the_open_popup(qtbot, chat, box, popup):
    qtbot.keyClicks(box, "#")
    qtbot.keyClick(box, DOWN)
    new = Suggestion("#31", "#31", "saved by another copy")
    chat.set_suggestions((*OFFERED, new))
    assert labels(popup)[-1] == "#31"
    assert popup.chosen.label == "#2"
    qtbot.keyClick(box, ESC)
    chat.set_suggestions(OFFERED)
    assert not popup.is_open


def test_what_comes_after_the_slash_was_typed_is_offered_too(qtbot, chat, popup):
    qtbot.keyClicks(chat.composer, "/un")
    assert not popup.is_open
    chat.set_suggestions(OFFERED)
    assert labels(popup) == ["/undo"]


def test_a_path_is_no_command(qtbot, box, popup, sent):
    qtbot.keyClicks(box, "/usr/bin")
    assert not popup.is_open
    qtbot.keyClick(box, RETURN)
    assert sent == ["/usr/bin"]


def test_tab_completes_and_the_cursor_stays_behind_it(qtbot, box, popup, sent):
    qtbot.keyClicks(box, "/re")
    qtbot.keyClick(box, TAB)
    assert box.toPlainText() == "/remember "
    assert not popup.is_open
    qtbot.keyClicks(box, "tea")
    qtbot.keyClick(box, RETURN)
    assert sent == ["/remember tea"]


def test_enter_completes_a_part_and_runs_the_whole(qtbot, box, sent):
    qtbot.keyClicks(box, "/un")
    qtbot.keyClick(box, RETURN)
    assert (box.toPlainText(), sent) == ("/undo", [])
    qtbot.keyClick(box, RETURN)
    assert sent == ["/undo"]


def test_enter_on_a_whole_command_runs_it_at_once(qtbot, box, popup, sent):
    box.insertPlainText("/기억")  # /기억목록 is offered too
    assert len(labels(popup)) == 2
    qtbot.keyClick(box, RETURN)
    assert sent == ["/기억"]


def test_enter_before_anything_is_offered_sends_just_what_was_typed(qtbot, chat, sent):
    chat.set_suggestions(())
    qtbot.keyClicks(chat.composer, "/undo")
    qtbot.keyClick(chat.composer, RETURN)
    assert sent == ["/undo"]


def test_up_and_down_choose_round_the_ends(qtbot, box, popup):
    qtbot.keyClicks(box, "/")
    qtbot.keyClick(box, UP)
    assert popup.chosen.label == "/기억목록"
    qtbot.keyClick(box, DOWN)
    assert popup.chosen.label == "/remember"
    qtbot.keyClick(box, DOWN)
    qtbot.keyClick(box, RETURN)
    assert box.toPlainText() == "/undo"


def test_escape_closes_only_the_popup(qtbot, box, popup, chat):
    qtbot.keyClicks(box, "/un")
    qtbot.keyClick(box, ESC)
    assert not popup.is_open
    assert chat.isVisible()
    qtbot.keyClick(box, ESC)
    assert not chat.isVisible()
    assert box.draft() == "/un"


def test_a_click_completes_and_leaves_the_focus(qtbot, box, popup):
    qtbot.keyClicks(box, "/")
    place = popup.visualItemRect(popup.item(1)).center()
    qtbot.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert box.toPlainText() == "/undo"
    assert QApplication.focusWidget() is box


def test_a_click_in_the_middle_of_a_syllable_replaces_the_whole_word(qtbot, box, popup):
    box.insertPlainText("/기")
    compose(box, "어")
    assert labels(popup) == ["/기억", "/기억목록"]
    place = popup.visualItemRect(popup.item(1)).center()
    qtbot.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: box.toPlainText() == "/기억목록")


def test_enter_in_the_middle_of_a_syllable_completes_only_after_it(qtbot, box, sent):
    box.insertPlainText("/기")
    compose(box, "억")
    qtbot.keyClick(box, DOWN)
    compose(box, "", commit="억")  # Down ended the syllable; the choice stays
    qtbot.keyClick(box, RETURN)
    qtbot.waitUntil(lambda: box.toPlainText() == "/기억목록")
    assert sent == []


def test_memos_are_found_by_their_words_in_the_middle_of_a_message(qtbot, box, popup):
    qtbot.keyClicks(box, "/forget #memo")
    assert popup.is_open
    qtbot.keyClicks(box, "x")
    assert not popup.is_open


def test_a_long_list_scrolls_to_what_is_chosen(qtbot, box, popup):
    qtbot.keyClicks(box, "#")
    assert popup.count() == 30
    assert popup.height() < 300
    for _ in range(20):
        qtbot.keyClick(box, DOWN)
    assert popup.viewport().rect().contains(popup.visualItemRect(popup.currentItem()))


def test_the_popup_and_its_list_cannot_be_given_the_focus(box, popup):
    popup.setFocus()
    assert QApplication.focusWidget() is box
    assert popup.focusPolicy() == Qt.FocusPolicy.NoFocus
