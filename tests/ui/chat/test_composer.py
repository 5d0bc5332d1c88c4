"""The text box: its keys, its limit, what is pasted, and how tall it is."""

from __future__ import annotations

import unicodedata

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor

from pet.ui.chat.composer import Composer, scalars
from tests.ui.chat.conftest import compose

RETURN, UP, DOWN = Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Down
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def sent(composer):
    messages: list[str] = []
    composer.message_submitted.connect(messages.append)
    return messages


@pytest.fixture
def refused(composer):
    sizes: list[int] = []
    composer.message_refused.connect(sizes.append)
    return sizes


def test_enter_sends_the_trimmed_text_and_empties_the_box(qtbot, composer, sent):
    qtbot.keyClicks(composer, "  hello ")
    qtbot.keyClick(composer, RETURN)
    assert sent == ["hello"]
    assert composer.toPlainText() == ""


def test_shift_and_enter_break_the_line(qtbot, composer, sent):
    qtbot.keyClicks(composer, "one")
    qtbot.keyClick(composer, RETURN, SHIFT)
    qtbot.keyClicks(composer, "two")
    assert sent == []
    qtbot.keyClick(composer, RETURN)
    assert sent == ["one\ntwo"]


def test_nothing_but_spaces_is_not_sent(qtbot, composer, sent):
    qtbot.keyClicks(composer, "   ")
    qtbot.keyClick(composer, RETURN)
    assert sent == []


def test_escape_dismisses_and_keeps_the_draft(qtbot, composer):
    qtbot.keyClicks(composer, "half a")
    with qtbot.waitSignal(composer.dismissed):
        qtbot.keyClick(composer, Qt.Key.Key_Escape)
    assert composer.draft() == "half a"


def test_up_recalls_and_down_returns_to_what_was_being_written(qtbot, composer, sent):
    for message in ("first", "second"):
        qtbot.keyClicks(composer, message)
        qtbot.keyClick(composer, RETURN)
    qtbot.keyClicks(composer, "draft")
    qtbot.keyClick(composer, UP)
    qtbot.keyClick(composer, UP)
    assert composer.toPlainText() == "first"
    qtbot.keyClick(composer, DOWN)
    qtbot.keyClick(composer, DOWN)
    assert composer.toPlainText() == "draft"


def test_up_within_several_lines_moves_the_cursor_first(qtbot, composer):
    composer.load_sent(("earlier",))
    composer.set_draft("one\ntwo")
    qtbot.keyClick(composer, UP)
    assert composer.toPlainText() == "one\ntwo"
    qtbot.keyClick(composer, UP)
    assert composer.toPlainText() == "earlier"


def test_a_thousand_characters_are_sent_and_one_more_is_refused_and_stays(composer, sent, refused):
    composer.set_draft("가" * 1000)
    composer.submit()
    assert [len(text) for text in sent] == [1000]
    composer.set_draft("가" * 1001)
    composer.submit()
    assert len(sent) == 1
    assert refused == [1001]
    assert composer.toPlainText() == "가" * 1001


def test_characters_are_counted_as_the_core_counts_them():
    assert scalars(unicodedata.normalize("NFD", "한글")) == 2  # six loose letters
    assert scalars("😀") == 1


def test_what_is_given_back_stands_before_what_was_begun(composer):
    composer.set_draft("new thought")
    composer.give_back("refused")
    assert composer.toPlainText() == "refused\nnew thought"
    composer.set_draft("")
    composer.give_back("refused")
    assert composer.toPlainText() == "refused"


def test_only_plain_text_is_pasted(composer):
    source = QMimeData()
    source.setHtml("<b>bold</b><img src='file:///etc/passwd'>")
    source.setText("bold\r\nand\0 plain")
    composer.insertFromMimeData(source)
    assert composer.toPlainText() == "bold\nand plain"
    files = QMimeData()
    files.setUrls([QUrl("file:///etc/passwd")])
    assert not composer.canInsertFromMimeData(files)
    composer.insertFromMimeData(files)
    assert composer.toPlainText() == "bold\nand plain"


def test_a_paste_far_beyond_the_limit_is_refused_with_its_size(composer):
    refused: list[int] = []
    composer.paste_refused.connect(refused.append)
    source = QMimeData()
    source.setText("x" * 200_000)
    composer.insertFromMimeData(source)
    assert refused == [200_000]
    assert composer.toPlainText() == ""


def test_the_box_grows_with_its_lines_up_to_six(composer):
    one = composer.height()
    composer.set_draft("\n".join("abc"))
    three = composer.height()
    composer.set_draft("\n".join("abcdef"))
    six = composer.height()
    composer.set_draft("\n".join("abcdefghij"))
    assert one < three < six
    assert composer.height() == six
    composer.set_draft("")
    assert composer.height() == one


def test_a_long_line_grows_the_box_too(composer):
    one = composer.height()
    composer.set_draft("가나다 " * 40)
    assert composer.height() > 2 * one


def test_copying_with_nothing_selected_asks_for_the_conversations_selection(qtbot, composer):
    composer.set_draft("mine")
    with qtbot.waitSignal(composer.copy_requested):
        qtbot.keyClick(composer, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    composer.selectAll()
    with qtbot.assertNotEmitted(composer.copy_requested):
        qtbot.keyClick(composer, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "mine"


def test_page_keys_turn_the_conversation(qtbot, composer):
    with qtbot.waitSignal(composer.page_turned) as up:
        qtbot.keyClick(composer, Qt.Key.Key_PageUp)
    assert up.args == [-1]


def test_a_word_is_replaced_whole_where_it_holds_wide_characters(composer):
    composer.set_draft("hi @😀")
    composer.moveCursor(QTextCursor.MoveOperation.End)
    composer.replace_before_cursor("@😀", "@cat ")
    assert composer.toPlainText() == "hi @cat "


def test_the_placeholder_is_hidden_while_a_syllable_is_composed(composer):
    composer.set_placeholder("Message Somi")
    compose(composer, "ㅎ")
    assert composer.placeholderText() == ""
    compose(composer, "")
    assert composer.placeholderText() == "Message Somi"


def test_the_limit_can_be_smaller(qtbot):
    box = Composer(limit=3)
    qtbot.addWidget(box)
    sizes: list[int] = []
    box.message_refused.connect(sizes.append)
    box.set_draft("four")
    box.submit()
    assert sizes == [4]


def test_what_nobody_can_see_is_not_sent(qtbot, composer, sent):
    composer.set_draft("\u200b\u2060 \u3164")
    qtbot.keyClick(composer, RETURN)
    assert sent == []
