"""The profile: every line with its sources, corrected or rejected; versions, and the night."""

from __future__ import annotations

import json
import threading

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QPushButton

from pet.memory import ledger, memos, profile
from pet.memory.profile import ProfileLine, Source
from pet.ui.memory.paragraph import Paragraph
from tests.ui.memory.conftest import talk

Key = Qt.Key
SAID = ("I work at a bookshop", "I drink a lot of coffee", "I collect fountain pens")
LINES = (
    ("work", "Works at a bookshop"),
    ("interest", "Drinks coffee"),
    ("interest", "Collects fountain pens"),
)


@pytest.fixture
def concluded(store):
    """Three lines, each from a message of its own; their numbers."""
    said = talk(store, *SAID)
    lines = [
        ProfileLine(0, topic, text, 1, (Source(turn, 2, len(words)),))
        for (topic, text), turn, words in zip(LINES, said, SAID, strict=True)
    ]
    profile.save(store, lines, expected=0)
    return [line.id for line in profile.lines(store)]


@pytest.fixture
def window(qtbot, open_window, concluded):
    made = open_window()
    made.tabs.setCurrentWidget(made.profile)
    qtbot.waitUntil(lambda: len(made.profile.rows) == 3)
    return made


def shown(window):
    return [row.paragraph.text for row in window.profile.rows]


def now(store):
    return [line.text for line in profile.lines(store)]


def changes(window):
    """What the versions' panel says is different."""
    return [one.text for one in window.profile.versions._changes.findChildren(Paragraph)]


def test_lines_stand_under_their_headings(window):
    assert [heading.text() for heading in window.profile._headings] == ["Work", "Interests"]
    assert shown(window) == [text for _, text in LINES]


def test_a_line_shows_what_it_came_from_and_leads_there(qtbot, window):
    row = window.profile.rows[1]
    assert row._sources.text() == "from one message"
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Space)
    quote = next(
        button for button in row._quotes.findChildren(QPushButton) if "drink" in button.text()
    )
    quote.click()
    transcript = window.talks.transcript
    qtbot.waitUntil(lambda: transcript.currentIndex().row() == 1)
    assert window.tabs.currentWidget() is window.talks


def test_a_line_that_the_user_edits_is_theirs(qtbot, window, store):
    row = window.profile.rows[1]
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Return)
    row._editor.box.selectAll()
    qtbot.keyClicks(row._editor.box, "Drinks tea")
    qtbot.keyClick(row._editor.box, Key.Key_Return)
    qtbot.waitUntil(lambda: "Drinks tea" in shown(window))
    assert "written by you" in row.about._whole
    assert profile.lines(store)[1].theirs


def test_a_rejected_line_goes_stays_away_and_can_be_taken_back(qtbot, window, store):
    row = window.profile.rows[1]
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Delete)
    qtbot.waitUntil(lambda: len(window.profile.rows) == 2)
    again = ProfileLine(0, "interest", "Drinks coffee", 1)
    before = profile.snapshot(store)
    profile.save(store, (*before.lines, again), expected=before.version)
    assert "Drinks coffee" not in now(store)
    qtbot.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Drinks coffee" in shown(window))


def test_a_memo_that_says_otherwise_hides_a_line_and_is_named(qtbot, window, other):
    memo = memos.add(other, "I do not drink coffee", origin="command").memo
    row = window.profile.rows[1]
    qtbot.waitUntil(lambda: f"#{memo.id}" in row.about._whole, timeout=3000)
    assert "I do not drink coffee" in row.about._whole
    assert row.line.state == "hidden"


def test_the_night_of_another_copy_appears_while_a_line_is_edited(qtbot, window, other):
    row = window.profile.rows[0]
    row.edit()
    qtbot.keyClicks(row._editor.box, ", part time")
    before = profile.snapshot(other)
    new = ProfileLine(0, "skill", "Plays the piano", 1)
    profile.save(other, (*before.lines, new), expected=before.version)
    qtbot.waitUntil(lambda: "Plays the piano" in shown(window), timeout=3000)
    assert row._editor.box.toPlainText() == "Works at a bookshop, part time"
    assert row._editor.box.hasFocus()
    headings = [heading.text() for heading in window.profile._headings]
    assert headings == ["Work", "Skills", "Interests"]


def test_the_differences_shown_are_those_of_the_choice_made_last(
    qtbot, window, store, concluded, monkeypatch
):
    """Each choice is answered on a thread of its own, and the first may be the slowest."""
    profile.edit(store, concluded[0], "Works at a library", seen=1)
    panel = window.profile.versions
    qtbot.waitUntil(lambda: changes(window) == ["Works at a bookshop → Works at a library"])
    slow = threading.Event()
    diff = profile.diff

    def differ(store, other, chosen):
        if other:
            slow.wait(20)
        return diff(store, other, chosen)

    monkeypatch.setattr("pet.ui.memory.versions_panel.profile.diff", differ)
    panel.chosen.setCurrentIndex(1)
    panel.chosen.activated.emit(1)
    panel.compared.setCurrentIndex(panel.compared.findData(0))
    panel.compared.activated.emit(2)
    expected = [f"+ {text}" for _, text in LINES]
    qtbot.waitUntil(lambda: changes(window) == expected)
    slow.set()
    qtbot.waitUntil(lambda: not panel._comparing._background._running)
    timer = QTimer()
    with qtbot.waitSignal(timer.timeout):  # whatever was posted before has come by then
        timer.start(1)
    timer.stop()
    assert changes(window) == expected


def test_versions_are_compared_and_one_is_used_again(qtbot, window, store, concluded):
    profile.edit(store, concluded[0], "Works at a library", seen=1)
    panel = window.profile.versions
    qtbot.waitUntil(lambda: panel.chosen.count() == 2)
    qtbot.waitUntil(lambda: changes(window) == ["Works at a bookshop → Works at a library"])
    assert not panel.use.isEnabled()  # it is the one in use
    panel.chosen.setCurrentIndex(1)
    panel.chosen.activated.emit(1)
    panel.compared.setCurrentIndex(panel.compared.findData(0))
    panel.compared.activated.emit(2)
    qtbot.waitUntil(lambda: changes(window) == [f"+ {text}" for _, text in LINES])
    panel.use.click()
    qtbot.waitUntil(lambda: shown(window)[0] == "Works at a bookshop")
    assert "Version 1 is used again, as version 3" in window.told.text
    window.told.button.click()
    qtbot.waitUntil(lambda: shown(window)[0] == "Works at a library")


def test_the_nights_report_says_what_was_read_and_why_one_was_skipped(qtbot, window, store):
    today = store.clock.now().date()
    report = {"sessions": 2, "messages": 9, "requests": 1, "added": [1]}
    ledger.claim(store, "night", today, {})
    ledger.note(store, "night", today, "done", report)
    night = window.profile.night
    qtbot.waitUntil(lambda: "Conversations read: 2, messages: 9" in night._last.text)
    ledger.note(store, "by_hand", today, "skipped", {"why": "nothing_new"})
    qtbot.waitUntil(lambda: "nothing new" in night._last.text.lower())


def test_a_night_by_hand_reads_now_and_its_lines_appear(qtbot, open_window, store, clock, engine):
    talk(store, "I learn the piano")
    clock.advance(hours=1)  # the conversation rests
    engine.otherwise = json.dumps(
        {
            "notes": [
                {
                    "message": 1,
                    "about": "user",
                    "topic": "skill",
                    "text": "Learns the piano",
                    "quote": "I learn the piano",
                }
            ]
        }
    )
    window = open_window()
    window.tabs.setCurrentWidget(window.profile)
    window.profile.night.run.click()
    qtbot.waitUntil(lambda: "messages: 1" in window.profile.night._last.text, timeout=20_000)
    qtbot.waitUntil(lambda: shown(window) == ["Learns the piano"])
    assert window.profile.rows[0]._sources.text() == "from one message"


def test_a_night_that_runs_stops_at_once(qtbot, open_window, store, clock, engine):
    talk(store, "I learn the piano")
    clock.advance(hours=1)
    engine.will_hang()
    window = open_window()
    window.tabs.setCurrentWidget(window.profile)
    night = window.profile.night
    night.run.click()
    qtbot.waitUntil(lambda: bool(engine.asked))
    assert night.stop.isVisible()
    night.stop.click()
    qtbot.waitUntil(lambda: "Stopped" in night._last.text, timeout=2000)
    assert night.run.isVisible()


def test_a_night_ends_with_its_window(qtbot, open_window, store, clock, engine):
    talk(store, "I learn the piano")
    clock.advance(hours=1)
    engine.will_hang()
    window = open_window()
    window.tabs.setCurrentWidget(window.profile)
    window.profile.night.run.click()
    qtbot.waitUntil(lambda: bool(engine.asked))
    window.close()
    qtbot.waitUntil(lambda: [run.state for run in ledger.runs(store)] == ["stopped"])


def test_without_a_profile_it_says_what_will_be_here(qtbot, open_window):
    window = open_window()
    window.tabs.setCurrentWidget(window.profile)
    qtbot.waitUntil(lambda: window.profile._empty.isVisible())
    assert window.profile.versions.isHidden()
