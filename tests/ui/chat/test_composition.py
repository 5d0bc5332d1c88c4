"""Whatever an input method does, a message is whole, and sent once.

The sequences are those that ibus-hangul and fcitx 5 were seen to send (tests/e2e/test_hangul.py
types through the real ones).
"""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication, QMouseEvent

from pet.ui.chat.composer import Composer
from tests.ui.chat.conftest import compose

RETURN = Qt.Key.Key_Return
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def sent(composer):
    messages: list[str] = []
    composer.message_submitted.connect(messages.append)
    return messages


def test_return_before_the_commit_sends_the_whole_word(qtbot, composer, sent):
    compose(composer, "글", commit="한")
    qtbot.keyClick(composer, RETURN)
    assert sent == []
    compose(composer, "", commit="글")  # fcitx 5: up to a millisecond later
    qtbot.waitUntil(lambda: sent == ["한글"])
    assert composer.draft() == ""


def test_return_between_clearing_and_commit_sends_the_whole_word(qtbot, composer, sent):
    compose(composer, "글", commit="한")
    compose(composer, "")  # ibus clears first
    qtbot.keyClick(composer, RETURN)
    compose(composer, "", commit="글")
    qtbot.waitUntil(lambda: sent == ["한글"])


def test_a_commit_that_never_comes_is_made_up_for(qtbot, composer, sent):
    compose(composer, "글", commit="한")
    qtbot.keyClick(composer, RETURN)
    qtbot.waitUntil(lambda: sent == ["한글"])
    compose(composer, "", commit="글")  # far too late: it was taken already
    assert composer.draft() == ""


def test_a_syllable_that_the_input_method_drops_when_asked_is_kept(qtbot, composer, sent):
    compose(composer, "글", commit="한")
    composer.submit()  # the button: nothing but us asks for the commit
    compose(composer, "")  # fcitx 5 through ibus throws it away
    qtbot.waitUntil(lambda: sent == ["한글"])


def test_two_returns_in_a_row_send_one_message(qtbot, composer, sent):
    compose(composer, "글", commit="한")
    qtbot.keyClick(composer, RETURN)
    qtbot.keyClick(composer, RETURN)
    compose(composer, "", commit="글")
    qtbot.waitUntil(lambda: len(sent) > 0)
    assert sent == ["한글"]


def test_typing_on_at_once_begins_the_next_message(qtbot, composer, sent):
    compose(composer, "글", commit="한")
    qtbot.keyClick(composer, RETURN)
    compose(composer, "", commit="글")
    compose(composer, "ㅇ")  # within the 30 ms
    assert sent == ["한글"]
    assert composer.draft() == "ㅇ"
    compose(composer, "", commit="안")
    assert composer.draft() == "안"


def test_a_commit_that_begins_the_next_syllable_at_once_is_parted_rightly(qtbot, composer, sent):
    compose(composer, "글", commit="한")
    qtbot.keyClick(composer, RETURN)
    compose(composer, "ㅇ", commit="글")
    assert sent == ["한글"]
    assert composer.composition.preedit == "ㅇ"
    compose(composer, "", commit="안")
    assert composer.toPlainText() == "안"


def test_a_syllable_that_comes_all_at_once_after_its_return_belongs_to_it(qtbot, composer, sent):
    compose(composer, "한")
    compose(composer, "", commit="한")
    qtbot.waitUntil(lambda: time.monotonic() - composer.composition._committed_at > 0.04)
    qtbot.keyClick(composer, RETURN)  # a busy machine: the input method is late
    compose(composer, "그")
    compose(composer, "글")
    compose(composer, "", commit="글")
    qtbot.waitUntil(lambda: sent == ["한글"])


def test_a_syllable_that_stays_open_after_the_return_belongs_to_the_next_message(
    qtbot, composer, sent
):
    compose(composer, "한")
    compose(composer, "", commit="한")
    qtbot.waitUntil(lambda: time.monotonic() - composer.composition._committed_at > 0.04)
    qtbot.keyClick(composer, RETURN)
    compose(composer, "그")
    qtbot.waitUntil(lambda: sent == ["한"])
    assert composer.draft() == "그"
    compose(composer, "", commit="글")
    assert composer.toPlainText() == "글"


def test_a_plain_key_within_the_wait_belongs_to_the_next_message(qtbot, composer, sent):
    compose(composer, "", commit="한글")
    qtbot.keyClick(composer, RETURN)
    qtbot.keyClicks(composer, "a")
    assert sent == ["한글"]
    assert composer.draft() == "a"


def test_shift_and_return_break_the_line_behind_the_syllable(qtbot, composer):
    compose(composer, "글", commit="한")
    qtbot.keyClick(composer, RETURN, SHIFT)
    compose(composer, "", commit="글")
    qtbot.waitUntil(lambda: composer.toPlainText() == "한글\n")


def test_losing_the_focus_keeps_the_syllable(composer):
    compose(composer, "글", commit="한")
    event = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    QGuiApplication.sendEvent(composer, event)
    assert composer.toPlainText() == "한글"


def test_a_syllable_dropped_just_before_the_focus_goes_is_kept(qtbot, composer):
    compose(composer, "글", commit="한")
    compose(composer, "")  # Qt asked, and the input method threw it away
    then = composer.composition._changed_at
    qtbot.waitUntil(lambda: time.monotonic() - then > 0.4)  # Qt is slow to believe it
    event = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    QGuiApplication.sendEvent(composer, event)
    assert composer.toPlainText() == "한글"


def test_a_letter_that_was_erased_stays_erased_when_the_focus_goes(qtbot, composer):
    compose(composer, "ㅎ")
    compose(composer, "")
    then = composer.composition._changed_at
    qtbot.waitUntil(lambda: time.monotonic() - then > 0.04)
    event = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    QGuiApplication.sendEvent(composer, event)
    assert composer.toPlainText() == ""


def test_a_click_into_the_text_keeps_the_syllable(composer):
    compose(composer, "글", commit="한")
    press = QMouseEvent(
        QEvent.Type.MouseButtonPress,
        QPointF(2, 5),
        composer.viewport().mapToGlobal(QPointF(2, 5)),
        Qt.MouseButton.LeftButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QGuiApplication.sendEvent(composer.viewport(), press)
    assert composer.toPlainText() == "한글"


def test_closing_keeps_the_syllable_in_the_draft(composer):
    compose(composer, "글", commit="한")
    assert composer.draft() == "한글"
    composer.hide()
    assert composer.toPlainText() == "한글"


def test_what_is_given_back_waits_for_the_syllable(qtbot, composer):
    compose(composer, "글", commit="한")
    composer.give_back("refused")
    compose(composer, "", commit="글")
    qtbot.waitUntil(lambda: composer.toPlainText() == "refused\n한글")


@pytest.mark.parametrize("key", [Qt.Key.Key_Enter, Qt.Key.Key_Return])
@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier]
)
def test_every_kind_of_enter_doubles_nothing(qtbot, composer, sent, key, modifier):
    compose(composer, "녕", commit="안")
    qtbot.keyClick(composer, key, modifier)
    compose(composer, "", commit="녕")
    qtbot.waitUntil(lambda: sent == ["안녕"])
    assert composer.draft() == ""


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.sampled_from("한글안녕"), min_size=1, max_size=5), st.data())
def test_no_order_of_events_loses_or_doubles_a_syllable(qtbot, syllables, data):
    box, sent = Composer(), []
    qtbot.addWidget(box)
    box.message_submitted.connect(sent.append)
    *first, last = syllables
    for syllable in first:
        compose(box, syllable)
        compose(box, "", commit=syllable)
    compose(box, last)
    ends = data.draw(st.permutations(["return", "clear", "commit"]))
    if ends.index("clear") > ends.index("commit"):
        ends.remove("clear")
    for end in ends:
        if end == "return":
            qtbot.keyClick(box, RETURN)
        else:
            compose(box, "", commit=last if end == "commit" else "")
    qtbot.waitUntil(lambda: len(sent) > 0)
    assert sent == ["".join(syllables)]
    assert box.draft() == ""
