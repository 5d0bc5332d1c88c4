"""What the character says is never cut, never in the way, and stays long enough to be read."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QGuiApplication,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu

from pet.body.placement import Rect, Whereabouts
from pet.ui.theme import DARK_THEME

ROOM = Rect(0, 0, 1366, 740)
CORNER = Whereabouts(Rect(1230, 590, 110, 150), ROOM)
KOREAN = "안녕하세요! 저는 솜이예요. 오늘은 날씨가 참 좋아서 산책하기 좋겠어요. "
LONG = KOREAN * 40


@pytest.fixture
def beside(bubble):
    bubble.stand_beside(CORNER)
    return bubble


def card(bubble):
    rect = bubble.card_rect.translated(bubble.pos())
    return Rect(rect.x(), rect.y(), rect.width(), rect.height())


def pages(bubble):
    """The text of every page, as it is shown."""
    script = bubble._view.script
    bubble.turn_page(-1000)
    shown = []
    for _ in range(script.page_count):
        shown.append("".join(script.shown_lines()))
        bubble.turn_page(1)
    return shown


def test_it_never_takes_the_focus(bubble):
    assert bubble.windowFlags() & Qt.WindowType.WindowDoesNotAcceptFocus
    assert bubble.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert all(
        child.focusPolicy() is Qt.FocusPolicy.NoFocus
        for child in (bubble, bubble._close, bubble._footer)
    )


def test_dots_wait_for_the_first_word_which_is_shown_at_once(beside):
    beside.begin()
    assert beside.isVisible()
    assert beside._view.is_waiting
    assert beside._view._dots.isActive()
    beside.append("네")
    assert beside._view.script.text == "네"
    assert not beside._view._dots.isActive()


def test_in_calm_the_dots_stand_still(beside):
    beside.set_calm(True)
    beside.begin()
    assert not beside._view._dots.isActive()


def test_pieces_that_come_fast_are_shown_together(beside, qtbot):
    beside.begin()
    beside.append("one")
    arranged = []
    beside._view.append, append = arranged.append, beside._view.append
    for n in range(50):
        beside.append(f" {n}")
    assert arranged == []
    beside._view.append = append
    beside.finish()
    assert beside.text == "one" + "".join(f" {n}" for n in range(50))


def test_coalesced_pieces_arrive_by_themselves(beside, qtbot):
    beside.begin()
    beside.append("one")
    beside.append(" two")
    qtbot.waitUntil(lambda: beside._view.script.text == "one two", timeout=1000)


def test_a_short_text_has_a_small_card_and_a_long_one_a_larger(beside):
    beside.show_sentence("네!")
    small = card(beside)
    beside.show_sentence(KOREAN)
    assert card(beside).width > small.width
    assert card(beside).height > small.height


def test_a_long_text_has_pages_that_hold_every_letter(beside):
    beside.begin()
    for start in range(0, len(LONG), 7):
        beside.append(LONG[start : start + 7])
    beside.finish("여기까지예요.")
    shown = pages(beside)
    assert len(shown) > 3
    assert "".join(shown).replace(" ", "") == LONG.replace(" ", "")
    assert beside.text == LONG + "\n여기까지예요."


def test_every_page_fits_into_the_card(beside):
    beside.show_sentence(LONG, "다시 시도")
    view = beside._view
    for _ in range(view.script.page_count):
        assert len(view.script.shown_lines()) * view.script.line_height <= view.height() + 1
        assert view.geometry().bottom() < beside._footer.geometry().top()
        assert beside.card_rect.contains(view.geometry())
        beside.turn_page(1)


def test_the_newest_page_is_followed_unless_the_user_turned_back(beside):
    beside.begin()
    beside.append(LONG)
    script = beside._view.script
    assert script.page == script.page_count - 1 > 1
    beside.turn_page(-1)
    page = script.page
    beside.append(LONG)
    assert beside.text == LONG * 2  # and nothing is pending
    assert script.page == page
    beside.turn_page(1000)
    beside.append(LONG)
    assert beside.text == LONG * 3
    assert script.page == script.page_count - 1


def test_a_sentence_that_is_long_opens_at_its_beginning(beside):
    beside.show_sentence(LONG)
    assert beside._view.script.page == 0
    assert beside._footer._page.text().startswith("1 / ")


def test_the_wheel_and_the_arrows_turn_pages(beside, qtbot):
    beside.show_sentence(LONG)
    script = beside._view.script
    roll(beside, -120)
    assert script.page == 1
    roll(beside, -60)
    roll(beside, -60)
    assert script.page == 2
    qtbot.mouseClick(beside._footer._back, Qt.MouseButton.LeftButton)
    assert script.page == 1
    qtbot.mouseClick(beside._footer._on, Qt.MouseButton.LeftButton)
    assert script.page == 2
    qtbot.mouseClick(beside, Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert script.page == 3


@pytest.mark.parametrize("x", [0, 300, 1256])
@pytest.mark.parametrize("y", [0, 300, 590])
def test_it_stays_on_the_screen_and_off_the_character_however_it_grows(bubble, x, y):
    where = Whereabouts(Rect(x, y, 110, 150), ROOM)
    bubble.stand_beside(where)
    bubble.begin()
    sides = set()
    for _ in range(40):
        bubble.append(KOREAN)
        bubble._take_pending()
        assert ROOM.holds(card(bubble))
        assert not card(bubble).overlaps(where.body)
        sides.add(bubble._side)
    assert len(sides) == 1


def test_it_follows_the_character(beside):
    beside.show_sentence(KOREAN)
    before = card(beside)
    beside.stand_beside(Whereabouts(Rect(200, 300, 110, 150), ROOM))
    after = card(beside)
    assert after != before
    assert ROOM.holds(after)
    assert not after.overlaps(Rect(200, 300, 110, 150))


def test_it_goes_by_itself_when_there_was_time_to_read(beside):
    beside.show_sentence("네!")
    assert 3000 <= beside._stay.left_ms <= 4300  # a coarse timer is 5 % free
    beside.show_sentence("가" * 160)
    assert 18_500 <= beside._stay.left_ms <= 21_500
    beside.show_sentence(LONG)
    assert beside._stay.left_ms is None


def test_while_words_come_it_does_not_go(beside):
    beside.begin()
    beside.append("네!")
    assert beside._stay.left_ms is None


def test_an_offer_stays_longer(beside, qtbot):
    beside.show_sentence("Ollama does not answer.", "Try again")
    assert beside._stay.left_ms > 19_000
    with qtbot.waitSignal(beside.action_clicked):
        qtbot.mouseClick(beside._footer._action, Qt.MouseButton.LeftButton)


def test_a_long_label_does_not_widen_the_card(beside):
    beside.show_sentence("No.", "A label that says far too much about what will happen " * 3)
    assert card(beside).width <= 340
    beside.grab()


def test_it_waits_while_the_mouse_is_over_it(beside):
    beside.show_sentence("네!")
    QApplication.sendEvent(beside, QEnterEvent(QPointF(9, 9), QPointF(9, 9), QPointF(9, 9)))
    assert not beside._stay._timer.isActive()
    assert beside._stay.left_ms > 0
    QApplication.sendEvent(beside, QEvent(QEvent.Type.Leave))
    assert beside._stay._timer.isActive()
    assert beside._stay.left_ms >= 1900


def test_a_new_sentence_under_a_resting_mouse_waits_too(beside):
    beside.show_sentence("네!")
    QApplication.sendEvent(beside, QEnterEvent(QPointF(9, 9), QPointF(9, 9), QPointF(9, 9)))
    beside.show_sentence("아니요!")
    assert not beside._stay._timer.isActive()
    QApplication.sendEvent(beside, QEvent(QEvent.Type.Leave))
    assert beside._stay._timer.isActive()


def test_the_cross_puts_it_away(beside, qtbot):
    beside.show_sentence(KOREAN)
    with qtbot.waitSignal(beside.closed):
        qtbot.mouseClick(beside._close, Qt.MouseButton.LeftButton)
    assert not beside.isVisible()
    assert beside.text == ""


def test_a_sentence_can_be_given_a_note(beside):
    beside.begin()
    beside.append("one")
    beside.show_sentence("another")
    beside.finish("Not saved.")
    assert beside.text == "another\nNot saved."
    assert beside._stay.left_ms is not None


def test_put_away_in_the_middle_of_a_reply_it_stays_away(beside, qtbot):
    beside.begin()
    beside.append("one")
    qtbot.mouseClick(beside._close, Qt.MouseButton.LeftButton)
    assert not beside.is_listening
    beside.append("two")
    beside.finish("Stopped.")
    assert not beside.isVisible()
    assert beside.text == ""
    beside.begin()
    assert beside.isVisible()


def test_put_away_under_the_mouse_the_next_one_still_ends(beside):
    beside.show_sentence("네!")
    QApplication.sendEvent(beside, QEnterEvent(QPointF(9, 9), QPointF(9, 9), QPointF(9, 9)))
    beside.hide_now()
    beside.show_sentence("네!")
    assert beside._stay._timer.isActive()


def test_when_its_time_is_over_it_says_so(beside, qtbot):
    beside.show_sentence("네!")
    with qtbot.waitSignal(beside.closed):
        beside._stay.begin(0.01)
    assert not beside.isVisible()


def test_hidden_it_needs_no_timer(beside):
    beside.begin()
    beside.append("one")
    beside.append("two")
    beside.hide_now()
    timers = (beside._stay._timer, beside._coalesce, beside._view._dots)
    assert not any(timer.isActive() for timer in timers)


def test_a_reply_without_a_word_shows_nothing_but_its_note(beside):
    beside.begin()
    beside.finish()
    assert not beside.isVisible()
    beside.begin()
    beside.finish("Stopped.")
    assert beside.isVisible()
    assert beside.text == "Stopped."


@pytest.mark.qt_log_ignore("This plugin does not support grabbing", extend=True)
def test_it_is_copied_whole(beside, qtbot):
    beside.show_sentence(LONG)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(50, 50), QPoint(400, 400))
    QApplication.sendEvent(beside, event)
    menu = beside.findChild(QMenu)
    (copy,) = menu.actions()
    copy.trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == LONG


def test_markup_is_shown_as_it_is(beside):
    beside.show_sentence("<b>bold</b> & <img src='file:///etc/passwd'> **x**")
    assert "".join(beside._view.script.shown_lines()).startswith("<b>bold</b>")


@pytest.mark.parametrize(
    "text",
    [
        "\ud800 half",
        "nul \x00 esc \x1b",
        "👩‍👩‍👧‍👦" * 60,
        "ㅋ" * 500,
        "a" * 900,
        "\n\n\n",
        "שלום " * 90,
    ],
)
def test_strange_text_is_painted_without_a_fault(beside, text):
    beside.begin()
    beside.append(text)
    beside.finish()
    for _ in range(3):
        beside.grab()
        beside.turn_page(1)


def test_leading_blank_lines_of_a_model_are_not_shown(beside):
    beside.begin()
    beside.append("\n\n ")
    beside.append(" 네")
    assert "".join(beside._view.script.shown_lines()) == "네"


def test_another_theme_keeps_the_words_and_the_page(beside):
    beside.show_sentence(LONG)
    beside.turn_page(1)
    before = beside.grab().toImage()
    beside.use_theme(DARK_THEME)
    assert beside.text == LONG
    assert beside._view.script.page == 1
    assert beside.grab().toImage() != before


def test_screen_readers_get_the_whole_text(beside):
    beside.show_sentence(LONG)
    assert beside.accessibleDescription() == LONG
    assert beside.accessibleName()


def test_a_small_screen_has_smaller_cards(bubble):
    bubble.stand_beside(Whereabouts(Rect(600, 450, 110, 150), Rect(0, 0, 800, 600)))
    bubble.show_sentence(LONG)
    assert card(bubble).width <= 320
    assert card(bubble).height <= 240


def test_a_reply_of_12000_letters_keeps_the_window_free(beside):
    """Every step of a streaming reply is short, also at its end."""
    text = (KOREAN + "https://example.com/" + "x" * 40 + " ") * 120
    beside.begin()
    steps = []
    for start in range(0, 12_000, 24):
        begun = time.perf_counter()
        beside.append(text[start : start + 24])
        beside._take_pending()
        beside.repaint()
        steps.append(time.perf_counter() - begun)
    late = sorted(steps[-100:])
    assert late[50] < 0.016
    assert late[50] < 4 * sorted(steps[20:120])[50]


def roll(bubble, eighths):
    event = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(),
        QPoint(0, eighths),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(bubble, event)
