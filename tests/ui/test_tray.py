"""The tray icon is there only where a tray is, and hiding is never a trap."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QSystemTrayIcon
from shiboken6 import isValid

from pet.i18n import Texts
from pet.ui import tray as room
from pet.ui.tray import HideQuestion, MenuActions, Tray

# The offscreen platform has no tray of its own to hear from.
pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged")

TRIGGER = QSystemTrayIcon.ActivationReason.Trigger
DOUBLE = QSystemTrayIcon.ActivationReason.DoubleClick


class Desktop:
    """Says whether it has a tray."""

    def __init__(self, has_tray: bool) -> None:
        self.has_tray = has_tray
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.has_tray


@pytest.fixture
def texts():
    return Texts("en")


@pytest.fixture
def actions(qtbot, texts):
    return MenuActions(texts)


@pytest.fixture
def start(qtbot, texts, actions):
    """Starts a tray on a desktop; closed at the end."""
    started: list[Tray] = []

    def start_tray(desktop: Desktop) -> Tray:
        picture = QPixmap(16, 16)
        picture.fill()
        tray = Tray(QIcon(picture), texts, actions, available=desktop)
        started.append(tray)
        tray.look()
        return tray

    yield start_tray
    for tray in started:
        tray.close()


def labels(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions()]


def test_both_menus_hold_the_same_actions(qtbot, actions):
    menu = QMenu()
    qtbot.addWidget(menu)
    actions.fill(menu)
    assert labels(menu) == [
        "Quick chat",
        "Hide",
        "Bring to the corner",
        "",
        "Memory…",
        "Edit personas…",
        "",
        "Quit",
    ]
    actions.show_hidden(True)
    assert labels(menu)[1] == "Show"


@pytest.mark.parametrize(
    ("place", "signal"),
    [
        *((0, "chat_chosen"), (1, "hide_chosen"), (2, "return_chosen")),
        *((4, "memory_chosen"), (5, "personas_chosen"), (7, "quit_chosen")),
    ],
)
def test_each_action_says_what_was_chosen(qtbot, actions, place, signal):
    menu = QMenu()
    qtbot.addWidget(menu)
    actions.fill(menu)
    with qtbot.waitSignal(getattr(actions, signal)):
        menu.actions()[place].trigger()


def test_where_there_is_a_tray_the_icon_is_there_at_once(qtbot, start):
    assert start(Desktop(True)).is_there


def test_where_there_is_none_it_is_not_pretended(qtbot, start):
    tray = start(Desktop(False))
    assert not tray.is_there


def test_a_tray_that_comes_up_later_is_found(qtbot, start, monkeypatch):
    monkeypatch.setattr(room, "_RETRY_MS", 5)
    desktop = Desktop(False)
    tray = start(desktop)
    with qtbot.waitSignal(tray.appeared):
        desktop.has_tray = True
    assert tray.is_there


def test_after_a_while_it_is_looked_for_no_more(qtbot, start, monkeypatch):
    monkeypatch.setattr(room, "_RETRY_MS", 1)
    desktop = Desktop(False)
    tray = start(desktop)
    qtbot.waitUntil(lambda: not tray._retry.isActive())
    assert desktop.asked == 31


def test_a_tray_that_goes_away_is_noticed(qtbot, start):
    desktop = Desktop(True)
    tray = start(desktop)
    desktop.has_tray = False
    assert not tray.is_there


def test_a_double_click_counts_once(qtbot, start, monkeypatch):
    tray = start(Desktop(True))
    clicks = QSignalSpy(tray.clicked)
    for reason in (TRIGGER, DOUBLE, TRIGGER):
        tray._icon.activated.emit(reason)
    assert clicks.count() == 1
    monkeypatch.setattr(room, "_DEBOUNCE", 0.0)
    tray._icon.activated.emit(DOUBLE)
    assert clicks.count() == 2


def test_the_right_button_only_opens_the_menu(qtbot, start):
    tray = start(Desktop(True))
    with qtbot.assertNotEmitted(tray.clicked):
        tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    assert tray._icon.contextMenu() is not None


def test_with_a_tray_hiding_is_not_talked_about(qtbot, start, texts):
    question = HideQuestion(texts, start(Desktop(True)))
    with qtbot.waitSignal(question.hide_confirmed):
        question.ask()


@pytest.mark.parametrize(("answer", "hides"), [(0, 1), (1, 0)])
def test_without_a_tray_hiding_says_first_how_to_come_back(qtbot, start, texts, answer, hides):
    question = HideQuestion(texts, start(Desktop(False)))
    confirmed = QSignalSpy(question.hide_confirmed)
    question.ask()
    assert confirmed.count() == 0
    (box,) = [box for box in QApplication.topLevelWidgets() if isinstance(box, QMessageBox)]
    assert "start it again" in box.informativeText()
    box.buttons()[answer].click()
    assert confirmed.count() == hides
    qtbot.waitUntil(lambda: not isValid(box))
