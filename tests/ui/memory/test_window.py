"""The window as a whole: search, the switch, the keys, the colours, and its end."""

from __future__ import annotations

import contextlib

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from pet.app import open_pet
from pet.memory import memos, profile
from pet.memory.profile import ProfileLine
from pet.settings import Settings
from pet.ui.memory.room import MemoryRoom
from pet.ui.theme import DARK_THEME
from pet.ui.windows import Windows
from tests.ui.memory.conftest import compose, talk

Key = Qt.Key
Control = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def filled(store):
    """A memo, a profile line and a conversation about tea."""
    memo = memos.add(store, "I like black tea", origin="command").memo
    profile.save(store, [ProfileLine(0, "interest", "Collects tea pots", 1)], expected=0)
    said = talk(store, "Good morning", "Where do I buy tea?", "Thanks")
    return memo, said


def search(qtbot, window, words):
    """Type *words* into the field that Ctrl+F goes to; the hits."""
    qtbot.keyClick(window, Key.Key_F, Control)
    assert window.search.hasFocus()
    qtbot.keyClicks(window.search, words)
    qtbot.waitUntil(lambda: window.hits.isVisible())
    return window.hits.list


def kinds(hits):
    return {hit.kind for hit in hits.hits}


def test_a_search_finds_memos_profile_and_talk_with_the_words_marked(qtbot, open_window, filled):
    window = open_window()
    hits = search(qtbot, window, "tea")
    qtbot.waitUntil(lambda: kinds(hits) == {"memo", "profile", "turn"})
    marked = [hit.snippet for hit in hits.hits if "tea" in hit.snippet.text.lower()]
    assert len(marked) >= 3
    for piece in marked:
        (start, stop), *_ = piece.marks
        assert piece.text[start:stop].lower() == "tea"


def test_enter_opens_the_conversation_there_with_the_words_marked(qtbot, open_window, filled):
    window = open_window()
    hits = search(qtbot, window, "tea")
    qtbot.waitUntil(lambda: "turn" in kinds(hits))
    qtbot.keyClick(window.search, Key.Key_Return)
    assert hits.hasFocus()
    row = next(
        row for row, hit in enumerate(hits.hits) if (hit.kind, hit.id) == ("turn", filled[1][1])
    )
    for _ in range(row):
        qtbot.keyClick(hits, Key.Key_Down)
    qtbot.keyClick(hits, Key.Key_Return)
    view = window.talks.transcript
    qtbot.waitUntil(lambda: view.currentIndex().row() == 1 and view.turns.turn(1) is not None)
    assert window.tabs.isVisible()
    assert view._extras(view.turns.turn(1)).user_marks == ((15, 18),)


def test_a_memo_that_was_found_is_shown_among_the_memos(qtbot, open_window, filled):
    window = open_window()
    hits = search(qtbot, window, "black")
    qtbot.waitUntil(lambda: [hit.kind for hit in hits.hits] == ["memo"])
    qtbot.keyClick(hits, Key.Key_Return)
    assert window.memos.isVisible()
    assert window.memos.list.rows[0].hasFocus()


def test_a_search_counts_the_syllable_under_way(qtbot, open_window, store):
    memos.add(store, "홍차를 좋아해", origin="command")
    window = open_window()
    window.search.setFocus()
    compose(window.search, "차", "홍")
    qtbot.waitUntil(lambda: [hit.kind for hit in window.hits.list.hits] == ["memo"])
    compose(window.search, "", "차")
    assert window.search.text() == "홍차"


def test_what_is_nowhere_is_said_and_escape_ends_the_search(qtbot, open_window, filled):
    window = open_window()
    search(qtbot, window, "zebra")
    qtbot.waitUntil(lambda: "zebra" in window.hits._told.text)
    qtbot.keyClick(window.search, Key.Key_Escape)
    assert window.tabs.isVisible()
    assert window.isVisible()


def test_the_switch_is_saved_and_off_says_what_off_means(qtbot, open_window, pet, paths):
    window = open_window()
    qtbot.mouseClick(window.switch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: Settings(paths)["memory"] is False)
    qtbot.waitUntil(lambda: window._off.isVisible())
    window.memos._reading.open()
    column = window.memos._reading.column
    qtbot.waitUntil(lambda: column.count() > 0)
    assert "off" in column.itemAt(0).widget().text
    window.switch.setFocus()
    qtbot.keyClick(window.switch, Key.Key_Space)
    qtbot.waitUntil(lambda: Settings(paths)["memory"] is True)


def test_a_switch_turned_by_a_command_is_seen(qtbot, open_window, pet):
    window = open_window()
    pet.settings.change(memory=False)
    qtbot.waitUntil(lambda: not window.switch.isChecked(), timeout=2000)


def test_a_switch_turned_in_another_copy_is_seen(qtbot, open_window, paths):
    window = open_window()
    Settings(paths).change(memory=False)
    qtbot.waitUntil(lambda: not window.switch.isChecked(), timeout=2000)


def test_off_still_shows_and_erases(qtbot, open_window, pet, filled):
    pet.settings.change(memory=False)
    window = open_window()
    qtbot.waitUntil(lambda: len(window.memos.list.rows) == 1)
    row = window.memos.list.rows[0]
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Delete)
    qtbot.waitUntil(lambda: window.memos.list.rows == ())


def test_a_hidden_window_asks_the_disk_for_nothing(qtbot, open_window, other):
    window = open_window()
    window.hide()
    assert not window._follower._timer.isActive()
    memos.add(other, "I play the piano", origin="command")
    window.show()
    qtbot.waitUntil(lambda: len(window.memos.list.rows) == 1)


def test_every_button_and_field_has_a_name_and_every_label_is_plain(qtbot, open_window, filled):
    window = open_window()
    for tab in (window.profile, window.talks, window.memos):
        window.tabs.setCurrentWidget(tab)
    qtbot.waitUntil(lambda: len(window.memos.list.rows) == 1)
    nameless = [
        type(one).__name__
        for one in window.findChildren(QWidget)
        if one.isVisible()
        and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and type(one).__name__ not in ("QTabBar", "QTabWidget")
        and not (one.accessibleName() or getattr(one, "text", str)())
    ]
    assert nameless == []
    formats = {label.textFormat() for label in window.findChildren(QLabel)}
    assert formats == {Qt.TextFormat.PlainText}


def test_tab_goes_through_everything_and_comes_back(qtbot, open_window, filled):
    window = open_window()
    qtbot.waitUntil(lambda: len(window.memos.list.rows) == 1)
    window.search.setFocus()
    seen = []
    for _ in range(20):
        seen.append(window.focusWidget())
        qtbot.keyClick(window.focusWidget(), Key.Key_Tab)
        if window.focusWidget() is window.search:
            break
    assert window.focusWidget() is window.search
    names = {type(one).__name__ for one in seen}
    assert {"SearchField", "Switch", "LineBox", "MemoRow"} <= names


def test_the_dark_theme_reaches_every_part(qtbot, open_window, filled):
    window = open_window()
    qtbot.waitUntil(lambda: len(window.memos.list.rows) == 1)
    window.wear(DARK_THEME)
    row = window.memos.list.rows[0]
    picture = row.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 6).name() == DARK_THEME.palette.field
    window.tabs.setCurrentWidget(window.talks)
    assert window.talks.transcript.theme is DARK_THEME


@pytest.mark.parametrize("language", ["en", "ko"])
def test_it_fits_a_low_screen_in_both_languages(new_background, paths, clock, engine, language):
    with open_pet(paths, clock, language=language, engine=engine) as pet:
        background = new_background()
        windows = Windows(pet, background, DARK_THEME)
        room = MemoryRoom(pet, windows, background)
        room.open()
        window = room.window
        hint = window.minimumSizeHint()
        assert hint.height() <= 560, hint
        assert hint.width() <= 800, hint
        room.open()
        assert room.window is window
        windows.close()
        background.close()


def test_a_store_that_cannot_be_written_says_so_and_keeps_what_was_typed(
    qtbot, open_window, paths, pet, store
):
    window = open_window()
    window.memos.writer.begin("something")
    with contextlib.ExitStack() as held:
        held.enter_context(store._writer.lock)
        store._writer._patience = 0.1
        pet.store.close()
        window.memos.writer.box.enter()
        qtbot.waitUntil(lambda: bool(window.told.text))
    assert window.memos.writer.draft() == "something"
