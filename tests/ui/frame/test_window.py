"""The ordinary window: in the pet's colours, closed by Escape, gone when closed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout
from shiboken6 import isValid

from pet.ui.frame.look import qt_palette, style_sheet
from pet.ui.frame.window import Window
from pet.ui.theme import DARK_THEME, LIGHT_THEME


@pytest.fixture
def window(qtbot):
    made = Window(LIGHT_THEME, "A window", QSize(320, 240))
    column = QVBoxLayout(made)
    column.addWidget(QLabel("Words", made))
    column.addWidget(QLineEdit(made))
    made.come_forward()
    qtbot.waitExposed(made)
    yield made
    if isValid(made):
        made.close()


def ground(window):
    return window.grab().toImage().pixelColor(2, 2).name()


def test_it_is_painted_in_the_theme_and_changes_with_it(window):
    assert ground(window) == LIGHT_THEME.palette.card
    window.wear(DARK_THEME)
    assert ground(window) == DARK_THEME.palette.card
    assert window.theme is DARK_THEME


def test_escape_closes_and_deletes_it(qtbot, window):
    with qtbot.waitSignal(window.closed):
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not isValid(window))


def test_return_presses_the_button_that_has_the_keyboard(qtbot, window):
    button = QPushButton("Go", window)
    button.show()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Return)


def test_it_fits_the_screen_whatever_size_it_asks_for(qtbot):
    made = Window(LIGHT_THEME, "Huge", QSize(9000, 9000))
    room = QGuiApplication.primaryScreen().availableSize()
    assert made.width() < room.width()
    assert made.height() < room.height()
    made.close()


def test_a_window_that_may_not_close_stays(qtbot):
    class Stubborn(Window):
        def may_close(self):
            return False

    made = Stubborn(LIGHT_THEME, "Stays", QSize(300, 200))
    made.come_forward()
    assert not made.close()
    assert made.isVisible()
    made.hide()
    made.deleteLater()


@pytest.mark.parametrize("theme", [LIGHT_THEME, DARK_THEME])
def test_qts_own_menus_and_dialogs_get_the_colours_too(qapp, theme):
    palette = qt_palette(theme)
    assert palette.color(QPalette.ColorRole.Window).name() == theme.palette.card
    assert palette.color(QPalette.ColorRole.WindowText).name() == theme.palette.text
    faint = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert faint != palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Text)


@pytest.mark.parametrize("theme", [LIGHT_THEME, DARK_THEME])
def test_the_sheet_is_one_that_qt_reads(qtbot, theme, caplog):
    made = Window(theme, "Sheet", QSize(300, 200))
    made.setStyleSheet(style_sheet(theme))  # Qt warns of what it cannot read, and warnings fail
    made.close()
