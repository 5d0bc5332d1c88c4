"""The text of a message: its size, its cost while it grows, and what can be done with it."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from pet.ui.chat.message_text import MessageText
from pet.ui.theme import DARK_THEME, LIGHT_THEME


@pytest.fixture
def text(qtbot):
    browser = MessageText(LIGHT_THEME, "pet_text", 300)
    qtbot.addWidget(browser)
    browser.show()
    return browser


def test_it_is_as_wide_as_its_line_and_as_tall_as_its_text(text):
    text.show_plain("응")
    narrow = text.size()
    text.show_plain("가나다라 " * 60)
    assert narrow.width() < 60
    assert text.width() <= 300
    assert text.height() > 5 * narrow.height()
    assert text.verticalScrollBar().maximum() == 0
    assert text.horizontalScrollBar().maximum() == 0


def test_a_word_without_spaces_wraps(text):
    text.show_plain("x" * 500)
    assert text.width() <= 300
    assert text.horizontalScrollBar().maximum() == 0


def test_pieces_make_the_same_text_as_the_whole(text):
    whole = "안녕하세요 솜이예요. " * 200 + "\n끝\n\n" + "x" * 900
    for start in range(0, len(whole), 7):
        text.append(whole[start : start + 7])
    growing = text.size()
    assert text.toPlainText().replace("\n", "") == whole.replace("\n", "")
    text.show_plain(whole)
    assert abs(text.height() - growing.height()) < 40


def test_a_reply_of_12000_characters_grows_in_short_steps(text):
    steps = []
    source = "안녕하세요 **솜이**예요. " * 900
    for start in range(0, 12_000, 16):
        began = time.perf_counter()
        text.append(source[start : start + 16])
        steps.append(time.perf_counter() - began)
    steps.sort()
    total = sum(steps)
    assert steps[len(steps) // 2] < 0.016
    assert total < 12  # seconds; laying the whole paragraph out each time took 17


def test_the_wheel_is_left_to_the_transcript(text):
    text.show_plain("x")
    size = text.font().pointSizeF()
    event = QWheelEvent(
        QPointF(1, 1),
        QPointF(1, 1),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(text.viewport(), event)
    assert text.font().pointSizeF() == size


def test_what_is_selected_can_be_asked_for(qtbot, text):
    text.show_plain("one two")
    with qtbot.waitSignal(text.selection_begun):
        text.selectAll()
    assert text.selected_text() == "one two"
    text.clear_selection()
    assert text.selected_text() == ""


def fragments(text):
    """Each run of text that is shown, with what is special in its look."""
    found = {}
    block = text.document().begin()
    while block.isValid():
        runs = block.begin()
        while not runs.atEnd():
            form = runs.fragment().charFormat()
            look = "b" * (form.fontWeight() >= 600) + "i" * form.fontItalic()
            found[runs.fragment().text()] = look + "c" * bool(form.background().style().value)
            runs += 1
        block = block.next()
    return found


def test_a_reply_has_its_looks_while_it_comes(text):
    source = "**굵게** 그리고 *기울여*, `code`\n- 하나\n- 둘"
    for letter in source:
        text.append(letter)
    looks = fragments(text)
    assert looks["굵게"] == "b"
    assert looks["기울여"] == "i"
    assert looks["code"] == "c"
    assert looks["• 하나"] == ""
    growing = text.height()
    text.show_markdown(source, LIGHT_THEME)
    assert fragments(text)["굵게"] == "b"
    assert abs(text.height() - growing) <= 12


def test_another_theme_in_the_middle_keeps_what_has_come(text):
    text.append("**Hel")
    text.wear(DARK_THEME)
    text.show_growing("**Hel")
    text.append("lo** you")
    assert text.toPlainText() == "Hello you"
    assert fragments(text)["Hello"] == "b"


@pytest.mark.parametrize(
    ("source", "bold"),
    [
        ('**"솜이"**는 말했다', '"솜이"'),
        ("**한국어(Korean)**은 쉽다", "한국어(Korean)"),
        ("정말 **100%**예요", "100%"),
    ],
)
def test_a_korean_particle_behind_a_quotation_closes_the_emphasis(text, source, bold):
    text.show_markdown(source, LIGHT_THEME)
    assert fragments(text)[bold] == "b"
    assert text.toPlainText() == source.replace("**", "")
