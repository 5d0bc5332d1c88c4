"""The conversations: listed, read at any place however long, and erased."""

from __future__ import annotations

import contextlib
import time
import uuid

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from pet.memory import conversations, erase, sessions, summaries, turns
from pet.ui.memory.turn_model import PAGE
from tests.ui.memory.conftest import confirm, talk

LONG = 100_000


def open_talks(qtbot, open_window):
    """The window with its conversations in front, all of what is read there already."""
    window = open_window()
    window.tabs.setCurrentWidget(window.talks)
    return window


def words_of(window):
    """What the transcript has, row by row; None where the words have not come."""
    model = window.talks.transcript.turns
    found = [model.turn(row) for row in range(model.rowCount())]
    return [turn.user_text if turn else None for turn in found]


def read(qtbot, window, *said):
    qtbot.waitUntil(lambda: words_of(window) == list(said))


def turn_wheel(view, px):
    at = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(0, -px),
        QPoint(),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


@pytest.fixture
def two_talks(store, clock):
    """An old conversation of two turns, and one of today."""
    old = talk(store, "Good morning, Somi", "It rains")
    clock.advance(days=2)
    return old, talk(store, "What is for lunch?")


def test_the_last_conversation_is_first_and_open(qtbot, open_window, two_talks):
    window = open_talks(qtbot, open_window)
    read(qtbot, window, "What is for lunch?")
    rows = window.talks._rows
    assert [row.title for row in rows.rows] == ["What is for lunch?", "Good morning, Somi"]
    assert "Somi" in rows.details(rows.rows[1])
    assert "2 messages" in rows.details(rows.rows[1])


def test_arrows_in_the_list_open_another_conversation(qtbot, open_window, two_talks):
    window = open_talks(qtbot, open_window)
    read(qtbot, window, "What is for lunch?")
    qtbot.keyClick(window.talks.sessions, Qt.Key.Key_Down)
    read(qtbot, window, "Good morning, Somi", "It rains")
    assert window.talks._title._whole == "Good morning, Somi"


def test_commands_are_shown_and_hidden_ones_are_not(qtbot, open_window, store):
    with contextlib.closing(sessions.begin(store, "somi")) as lease:
        turns.record_command(store, lease.session, "/help", "Commands")
        talk(store, "Hello", session=lease.session)
    window = open_talks(qtbot, open_window)
    read(qtbot, window, "/help", "Hello")


def test_what_another_copy_says_is_added_where_it_belongs(qtbot, open_window, other, store):
    said = talk(store, *(f"number {n}" for n in range(30)))
    window = open_talks(qtbot, open_window)
    qtbot.waitUntil(lambda: len(words_of(window)) == 30 and None not in words_of(window))
    view = window.talks.transcript
    view.let_go()
    view.place.go(10, 5.0)
    session = conversations.session_of(store, said[0])
    talk(other, "from elsewhere", session=session)
    qtbot.waitUntil(lambda: words_of(window)[-1] == "from elsewhere", timeout=3000)
    assert (view.place.row, view.place.above) == (10, 5.0)


def test_at_the_end_it_follows_what_is_said(qtbot, open_window, other, store):
    said = talk(store, *(f"number {n}" for n in range(30)))
    window = open_talks(qtbot, open_window)
    qtbot.waitUntil(lambda: len(words_of(window)) == 30 and None not in words_of(window))
    talk(other, "from elsewhere", session=conversations.session_of(store, said[0]))
    view = window.talks.transcript
    qtbot.waitUntil(lambda: words_of(window)[-1] == "from elsewhere")
    qtbot.waitUntil(lambda: list(view.place.seen())[-1][0] == 30)


def test_the_line_stands_over_the_oldest_turn_that_the_pet_still_sees(
    qtbot, open_window, pet, store
):
    said = talk(store, *(f"number {n}" for n in range(12)))
    summaries.save(store, conversations.session_of(store, said[0]), "Numbers.", said[1])
    window = open_talks(qtbot, open_window)
    qtbot.waitUntil(lambda: len(words_of(window)) == 12 and None not in words_of(window))
    view = window.talks.transcript
    oldest = pet.session.seat.outlook().turns[0].turn
    assert oldest == said[4]  # eight are seen
    lines = [bool(view._extras(view.turns.turn(row)).oldest) for row in range(12)]
    assert lines.index(True) == 4
    assert lines.count(True) == 1
    assert pet.session.prompt_now("Hi").report.oldest_turn == oldest


def test_a_summary_is_folded_at_its_place_and_unfolds(qtbot, open_window, store):
    said = talk(store, "one", "two", "three")
    summaries.save(store, conversations.session_of(store, said[0]), "One and two.", said[1])
    window = open_talks(qtbot, open_window)
    read(qtbot, window, "one", "two", "three")
    view = window.talks.transcript
    width = view.viewport().width()
    folded = view.sketches.of(view.turns.turn(1), width)
    place = folded.summary_head.center() + QPointF(0, view.visualRect(view.turns.index(1)).top())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert view.sketches.of(view.turns.turn(1), width).height > folded.height
    view.setCurrentIndex(view.turns.index(1))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.sketches.of(view.turns.turn(1), width).height == folded.height


def test_turns_are_copied_and_erased_after_the_word(qtbot, open_window, store, paths, qapp):
    said = talk(store, "one", "my secret garden", "three")
    window = open_talks(qtbot, open_window)
    read(qtbot, window, "one", "my secret garden", "three")
    view = window.talks.transcript
    view.setFocus()
    view.setCurrentIndex(view.turns.index(1))
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert qapp.clipboard().text() == "my secret garden\n\nSo: my secret garden"
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    confirm(qtbot, window)
    read(qtbot, window, "one", "three")
    assert [turn.id for turn in turns.some(store, said)] == [said[0], said[2]]
    assert not any(
        b"secret garden" in path.read_bytes() for path in paths.root.rglob("*") if path.is_file()
    )


def test_a_conversation_is_erased_after_the_word(qtbot, open_window, store, two_talks):
    window = open_talks(qtbot, open_window)
    read(qtbot, window, "What is for lunch?")
    window.talks.sessions.setFocus()
    qtbot.keyClick(window.talks.sessions, Qt.Key.Key_Delete)
    confirm(qtbot, window)
    read(qtbot, window, "Good morning, Somi", "It rains")
    assert [row.title for row in conversations.listed(store)] == ["Good morning, Somi"]


def test_the_place_stays_while_turns_above_are_erased_elsewhere(qtbot, open_window, store, other):
    said = talk(store, *(f"number {n}" for n in range(40)))
    window = open_talks(qtbot, open_window)
    qtbot.waitUntil(lambda: len(words_of(window)) == 40 and None not in words_of(window))
    view = window.talks.transcript
    view.let_go()
    view.place.go(20, 0.0)
    erase.erase_turns(other, said[:5])
    qtbot.waitUntil(lambda: view.turns.rowCount() == 35)
    assert view.turns.numbers[view.place.row] == said[20]


def test_without_conversations_it_says_how_to_begin(qtbot, open_window):
    window = open_talks(qtbot, open_window)
    qtbot.waitUntil(lambda: window.talks._empty.isVisible())
    assert window.talks._split.isHidden()


@pytest.fixture
def long_talk(store):
    """One conversation of a hundred thousand turns; the number of its first."""
    with contextlib.closing(sessions.begin(store, "somi")) as lease:
        session = lease.session

    def fill(connection):
        connection.executemany(
            "INSERT INTO turns (uuid, session, persona, user_text, reply, state, created_ms)"
            " VALUES (?, ?, 'somi', ?, 'A reply of some length, ' || ?, 'done', ?)",
            (
                (str(uuid.UUID(int=n)), session, f"turn {n}", "words " * (n % 40), n * 1000)
                for n in range(LONG)
            ),
        )

    store.write(fill)
    return store.rows("SELECT min(id) FROM turns")[0][0]


@pytest.mark.timeout(240)
def test_a_hundred_thousand_turns_scroll_smoothly(qtbot, open_window, long_talk):
    window = open_talks(qtbot, open_window)
    view = window.talks.transcript
    qtbot.waitUntil(lambda: view.turns.rowCount() == LONG, timeout=30_000)
    qtbot.waitUntil(lambda: view.turns.turn(LONG - 1) is not None)
    assert view.turns.turn(LONG - 1).user_text == f"turn {LONG - 1}"
    spent = []
    for _ in range(60):
        began = time.perf_counter()
        turn_wheel(view, -180)
        view.viewport().repaint()
        spent.append(time.perf_counter() - began)
    spent.sort()
    assert spent[len(spent) // 2] < 0.016 * 2, spent  # twice the goal: other programs run too
    view.go_to(long_talk + 50_000)
    qtbot.waitUntil(lambda: view.turns.turn(50_000) is not None)
    assert view.visualRect(view.turns.index(50_000)).isValid()
    assert len(view.turns._pages) * PAGE < 2000
