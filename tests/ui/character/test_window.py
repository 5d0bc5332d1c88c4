"""The character stands where it was put, feels the hand, and sleeps when nobody sees it."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QImage, QMouseEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from pet.body.moods import Mood
from pet.body.placement import HOME, Place, Rect
from pet.body.pose import Eyes, Mouth, Sign
from pet.clock import SystemClock
from pet.i18n import Texts
from pet.ui.character.window import CharacterWindow
from pet.ui.chat import placing
from pet.ui.chat.quick_chat import WIDTH

STILL = QPoint(0, 0)


def mouse(window, kind, way=STILL, buttons=Qt.MouseButton.LeftButton, ms=0):
    """One event of the left button on the belly, *way* px from there."""
    at = QPointF(90, 115)
    start = QPointF(window.pos()) if kind is QEvent.Type.MouseButtonPress else window.start
    window.start = start
    event = QMouseEvent(
        kind,
        at,
        start + at + QPointF(way),
        Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )
    event.setTimestamp(ms)
    QApplication.sendEvent(window, event)


def drag(window, *ways):
    mouse(window, QEvent.Type.MouseButtonPress)
    for n, way in enumerate(ways):
        mouse(window, QEvent.Type.MouseMove, way, ms=20 * (n + 1))


PRESS, MOVE, RELEASE = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.MouseButtonRelease,
)
NO_BUTTON = Qt.MouseButton.NoButton


def test_it_never_takes_the_focus_and_stays_on_top(character):
    flags = character.windowFlags()
    for flag in (
        Qt.WindowType.Tool,
        Qt.WindowType.FramelessWindowHint,
        Qt.WindowType.WindowStaysOnTopHint,
        Qt.WindowType.WindowDoesNotAcceptFocus,
    ):
        assert flags & flag == flag
    for attribute in (
        Qt.WidgetAttribute.WA_TranslucentBackground,
        Qt.WidgetAttribute.WA_ShowWithoutActivating,
        Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow,
    ):
        assert character.testAttribute(attribute)
    assert character.focusPolicy() is Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("language", ["en", "ko"])
def test_screen_readers_are_told_what_it_is(qtbot, sprites, clock, language):
    window = CharacterWindow(sprites, Texts(language), clock, Random(1))
    qtbot.addWidget(window)
    assert window.accessibleDescription()


def test_it_first_stands_at_the_bottom_right(character):
    body, room = character.whereabouts.body, character.whereabouts.room
    assert body.bottom == room.bottom
    assert room.right - body.right < 60
    character.show()
    assert character.geometry().contains(QRect(body.x, body.y, 10, 10))


def test_a_picture_replaces_the_one_before_it_whole(character, clock):
    character.show()
    character.show_mood(Mood.THINKING)
    clock.advance(seconds=2)
    character._animator.advance()
    character.show_mood(Mood.IDLE)
    for _ in range(90):
        clock.advance(seconds=0.1)
        character._animator.advance()
    shown = character.grab().toImage().convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    fresh = character._sprites.frame(character._animator.pose, 180, 1.0)
    assert shown == fresh.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def test_a_press_that_does_not_move_is_a_click(character, qtbot):
    character.show()
    with qtbot.waitSignal(character.clicked), qtbot.assertNotEmitted(character.moved):
        mouse(character, PRESS)
        mouse(character, MOVE, QPoint(2, 1))
        mouse(character, RELEASE, QPoint(2, 1), NO_BUTTON)


def test_a_double_click_is_told_once(character):
    character.show()
    clicks, doubles = QSignalSpy(character.clicked), QSignalSpy(character.double_clicked)
    mouse(character, PRESS)
    mouse(character, RELEASE, buttons=NO_BUTTON)
    mouse(character, QEvent.Type.MouseButtonDblClick)
    mouse(character, RELEASE, buttons=NO_BUTTON)
    assert (clicks.count(), doubles.count()) == (1, 1)


def test_dragged_it_follows_the_hand_and_tells_where_it_was_put(character, qtbot, clock):
    character.show()
    before = character.whereabouts.body
    steps = []
    character.body_moved.connect(steps.append)
    with qtbot.assertNotEmitted(character.clicked), qtbot.waitSignal(character.moved) as moved:
        drag(character, QPoint(-40, -30), QPoint(-200, -150))
        assert character._animator.pose.hanging
        mouse(character, RELEASE, QPoint(-200, -150), NO_BUTTON)
    after = character.whereabouts.body
    assert (after.x - before.x, after.y - before.y) == (-200, -150)
    assert not character._animator.pose.hanging
    assert [step.body for step in steps][-1] == after
    place = moved.args[0]
    assert isinstance(place, Place)
    assert 0 < place.x < HOME.x
    assert place.y < HOME.y


def test_it_never_leaves_the_screen_in_the_hand(character):
    character.show()
    drag(character, QPoint(-9000, -9000))
    assert character.whereabouts.room.holds(character.whereabouts.body)


def test_a_release_that_went_astray_does_not_leave_it_in_the_hand(character, qtbot):
    character.show()
    drag(character, QPoint(-60, 0))
    with qtbot.waitSignal(character.moved):
        mouse(character, MOVE, QPoint(-80, 0), NO_BUTTON, ms=60)
    assert not character._animator.pose.hanging
    x = character.whereabouts.body.x
    mouse(character, MOVE, QPoint(-300, 0), NO_BUTTON, ms=80)
    assert character.whereabouts.body.x == x


def test_hidden_in_the_hand_it_is_put_down(character, qtbot):
    character.show()
    drag(character, QPoint(-60, 0))
    with qtbot.waitSignal(character.moved):
        character.hide()


def test_the_right_button_asks_for_the_menu(character, qtbot):
    character.show()
    with qtbot.waitSignal(character.menu_requested) as asked:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(90, 115), QPoint(500, 400))
        QApplication.sendEvent(character, event)
    assert asked.args == [QPoint(500, 400)]


def test_a_place_is_kept_as_it_was_wished(character):
    wish = Place("a screen that is away", "77", 0.25, 0.5)
    character.stand_at(wish)
    assert character.whereabouts.room.holds(character.whereabouts.body)
    assert character._ground.wish == wish


@pytest.mark.parametrize("place", [None, Place("", "", 0.0, 0.5)])
def test_a_second_copy_stands_neither_on_the_first_nor_on_its_chat(character, place):
    character.stand_at(place)
    first = character.whereabouts.body
    chat = placing.beside(QRect(*first), QSize(WIDTH, 300), QRect(*character.whereabouts.room))
    character.stand_at(place, aside=1)
    second = character.whereabouts.body
    assert not second.overlaps(first)
    assert not second.overlaps(Rect(*chat.getRect()))
    assert abs(second.y - first.y) <= 1  # a place is a share of the room


def test_brought_home_it_stands_where_everybody_finds_it(character, qtbot):
    home = character.whereabouts
    character.stand_at(Place("", "", 0.0, 0.0))
    assert character.whereabouts != home
    with qtbot.waitSignal(character.moved):
        character.bring_home()
    assert character.whereabouts == home


def test_its_size_is_what_was_asked_for_however_often_it_is_moved(character):
    character.show()
    for _ in range(5):
        drag(character, QPoint(-30, 0), QPoint(-60, 0))
        mouse(character, RELEASE, QPoint(-60, 0), NO_BUTTON)
    assert (character.width(), character.height()) == (180, 180)
    character.resize_to(240)
    assert (character.width(), character.height()) == (240, 240)
    assert character.whereabouts.room.holds(character.whereabouts.body)


def test_on_a_screen_of_another_scale_its_size_stays(character):
    character.show()
    character.setFixedSize(270, 270)  # as Windows does on the way
    QApplication.sendEvent(character, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert (character.width(), character.height()) == (180, 180)


def test_hidden_there_is_no_timer_at_all(character):
    character.show()
    assert character._animator.interval is not None
    character.hide()
    assert character._animator.interval is None
    character.show_mood(Mood.TALKING)
    character.say_syllable()
    assert character._animator.interval is None
    character.show()
    assert character._animator.interval is not None


def test_calm_and_asleep_there_is_no_timer_either(character):
    character.show()
    character.set_calm(True)
    character.show_mood(Mood.ASLEEP)
    assert character._animator.interval is None
    assert character._animator.pose.eyes is Eyes.CLOSED


def test_the_mood_is_shown_at_once(character):
    character.show()
    character.show_mood(Mood.THINKING)
    assert character.mood is Mood.THINKING
    assert character._animator.pose.sign is Sign.DOTS


def test_the_mouth_moves_while_words_come_and_stops_by_itself(character, clock):
    character.show()
    character.show_mood(Mood.TALKING)
    character.say_syllable()
    assert character._animator.pose.mouth in (Mouth.A, Mouth.B, Mouth.C)
    clock.advance(seconds=0.5)
    character._animator.advance()
    assert character._animator.pose.mouth is Mouth.REST
    character.talk(True)
    clock.advance(seconds=5)
    character._animator.advance()
    assert character._animator.pose.mouth in (Mouth.A, Mouth.B, Mouth.C)
    character.talk(False)
    assert character._animator.pose.mouth is Mouth.REST


def test_nothing_is_painted_while_the_pose_is_the_same(character, clock):
    character.show()
    told = []
    character._animator.pose_changed.connect(told.append)
    for _ in range(20):
        character._animator.advance()
    assert told == []


def test_time_that_passed_while_it_was_hidden_does_not_count(character, clock):
    character.show()
    character.hide()
    clock.advance(hours=8)
    character.show()
    assert character._animator.pose.lift == 0
    assert character._animator.pose.sign is Sign.NONE


def test_with_a_real_clock_it_lives_by_itself(qtbot, sprites, texts):
    window = CharacterWindow(sprites, texts, SystemClock(), Random(1))
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window._animator.pose_changed, timeout=3000):
        window.show_mood(Mood.WAKING)
    qtbot.waitUntil(lambda: window._animator.pose.mouth is Mouth.YAWN, timeout=4000)


def test_a_mouse_that_stays_is_noticed_and_one_that_passes_is_not(qtbot, character):
    spy = QSignalSpy(character.approached)
    at = QPointF(90, 115)
    QApplication.sendEvent(character, QEnterEvent(at, at, at))
    QApplication.sendEvent(character, QEvent(QEvent.Type.Leave))
    with qtbot.assertNotEmitted(character.approached, wait=300):
        pass
    QApplication.sendEvent(character, QEnterEvent(at, at, at))
    qtbot.waitUntil(lambda: spy.count() == 1, timeout=5000)
