"""The night in a running desktop: by itself, once, and never in the user's way."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from pet.app import open_pet
from pet.memory import ledger, profile, sessions, turns
from pet.ui.night_watch import LOOK_MS, NightWatch
from tests.fakes.clocks import FixedClock
from tests.jobs.conftest import SEOUL, Talk
from tests.jobs.note_taker import NoteTaker, note

ROOT = Path(__file__).parents[2]
NURSE = "나는 간호사로 일하고 있어"
HIKES = "주말마다 등산을 다녀"
TABLE = {
    NURSE: [note("간호사로 일하고", "work", "간호사로 일함")],
    HIKES: [note("주말마다 등산을 다녀", "interest", "주말마다 등산을 다님")],
}


@pytest.fixture
def clock():
    return FixedClock(datetime(2026, 3, 2, 22, 0, tzinfo=SEOUL))


class Copies:
    """Running copies over one folder, each with an engine that takes notes."""

    def __init__(self, paths, clock, started, owner, new_background):
        self._paths = paths
        self.clock = clock
        self._started = started
        self._owner = owner
        self._new_background = new_background

    def start(self, table=None):
        engine = NoteTaker(TABLE if table is None else table)
        pet = open_pet(self._paths, self.clock, language="ko", engine=engine)
        self._started.callback(pet.close)
        return pet

    def watch(self, pet):
        background = self._new_background()
        watch = NightWatch(pet, background, self._owner)
        self._started.callback(background.close)
        self._started.callback(watch.end)
        return watch


@pytest.fixture
def copies(paths, clock, owner, new_background):
    with contextlib.ExitStack() as started:
        yield Copies(paths, clock, started, owner, new_background)


def texts(pet):
    return [line.text for line in profile.lines(pet.store)]


def looked(qtbot, watch):
    """Have *watch* look, and wait until that is over."""
    watch.look()
    qtbot.waitUntil(lambda: not watch._is_looking, timeout=10_000)


def test_nothing_happens_before_three_and_then_it_happens_once(qtbot, copies, clock):
    pet = copies.start()
    Talk(pet.store, clock).session(NURSE)
    watch = copies.watch(pet)
    ledger.note(pet.store, "night", clock.now().date(), "done", {})  # the night before
    clock.advance(hours=4, minutes=50)
    looked(qtbot, watch)
    assert pet.engine.asked == []
    clock.advance(minutes=15)
    looked(qtbot, watch)
    assert texts(pet) == ["간호사로 일함"]
    for _ in range(3):
        clock.advance(minutes=5)
        looked(qtbot, watch)
    assert len(pet.engine.asked) == 1
    assert [run.state for run in ledger.runs(pet.store)] == ["done", "done"]


def test_a_machine_that_slept_is_late_and_the_first_quiet_moment_is_taken(qtbot, copies, clock):
    pet = copies.start()
    talk = Talk(pet.store, clock)
    talk.session(NURSE)
    watch = copies.watch(pet)
    clock.advance(hours=13)
    talk.session("좋은 아침!")
    looked(qtbot, watch)
    assert pet.engine.asked == []
    clock.advance(minutes=11)
    looked(qtbot, watch)
    assert texts(pet) == ["간호사로 일함"]


def test_a_night_with_nothing_to_do_says_so_once(qtbot, copies, clock):
    pet = copies.start()
    Talk(pet.store, clock).session("고마워")
    watch = copies.watch(pet)
    clock.advance(hours=6)
    looked(qtbot, watch)
    clock.advance(days=1)
    for _ in range(2):
        looked(qtbot, watch)
    runs = ledger.runs(pet.store)
    assert [(run.state, run.report.get("why")) for run in runs] == [
        ("skipped", "nothing_new"),
        ("done", None),
    ]


def test_with_the_memory_off_nothing_is_asked(qtbot, copies, clock):
    pet = copies.start()
    Talk(pet.store, clock).session(NURSE)
    pet.settings.change(memory=False)
    clock.advance(hours=6)
    looked(qtbot, copies.watch(pet))
    assert pet.engine.asked == []
    assert ledger.runs(pet.store) == ()


def test_two_running_copies_have_one_night(qtbot, copies, clock):
    pets = [copies.start(), copies.start()]
    for text in (NURSE, HIKES):
        Talk(pets[0].store, clock).session(text)
    watches = [copies.watch(pet) for pet in pets]
    clock.advance(hours=6)
    for watch in watches:
        watch.look()
    qtbot.waitUntil(lambda: not any(watch._is_looking for watch in watches), timeout=10_000)
    for watch in watches:
        looked(qtbot, watch)
    assert sum(len(pet.engine.asked) for pet in pets) == 2
    assert sorted(texts(pets[1])) == ["간호사로 일함", "주말마다 등산을 다님"]
    assert [run.state for run in ledger.runs(pets[0].store)] == ["done"]


def test_words_to_another_copy_stop_the_night_within_a_second(qtbot, copies, clock):
    here, elsewhere = copies.start(), copies.start()
    Talk(here.store, clock).session(NURSE)
    here.engine.will_hang('{"notes"')
    watch = copies.watch(here)
    clock.advance(hours=6)
    watch.look()
    qtbot.waitUntil(lambda: len(here.engine.asked) == 1)
    lease = sessions.begin(elsewhere.store, "somi")
    began = time.monotonic()
    turns.ask(elsewhere.store, lease.session, "자니?")
    qtbot.waitUntil(lambda: not watch._is_looking)
    assert time.monotonic() - began < 1
    assert ledger.runs(here.store)[0].state == "stopped"
    lease.close()


def test_quitting_in_the_middle_does_not_wait_and_loses_nothing(qtbot, copies, clock):
    pet = copies.start()
    for text in (NURSE, HIKES):
        Talk(pet.store, clock).session(text)
    watch = copies.watch(pet)
    first = TABLE[NURSE][0] | {"message": 1, "about": "user"}
    pet.engine.will_say(json.dumps({"notes": [first]}))
    pet.engine.will_hang('{"notes"')
    clock.advance(hours=6)
    watch.look()
    qtbot.waitUntil(lambda: len(pet.engine.asked) == 2)
    began = time.monotonic()
    watch.end()
    qtbot.waitUntil(lambda: not watch._is_looking)
    assert time.monotonic() - began < 1
    looked(qtbot, watch)
    assert sorted(texts(pet)) == ["간호사로 일함", "주말마다 등산을 다님"]
    assert len(pet.engine.asked) == 3


def test_in_the_whole_desktop_a_message_stops_the_night_and_is_answered(paths):
    ended = subprocess.run(
        [sys.executable, "-m", "tests.ui.sleeping_desktop", str(paths.root)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["stopped_in"] < 1
    assert told["state"] == "stopped"
    assert told["answer"] == "안녕!"
    assert told["lines"] == ["간호사로 일함"]


def test_the_watch_wakes_a_hidden_pet_less_than_once_a_minute(qtbot, copies):
    watch = copies.watch(copies.start())
    watch.begin()
    timers = [timer for timer in watch.findChildren(QTimer) if timer.isActive()]
    assert [timer.interval() for timer in timers] == [LOOK_MS]
    assert timedelta(milliseconds=LOOK_MS) > timedelta(minutes=1)
