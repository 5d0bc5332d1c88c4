"""A QObject that has become garbage is destroyed on the UI thread, whoever allocates."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QObject

from pet.ui.garbage import GarbageCollector


class Knot(QObject):
    """Holds itself."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


@pytest.fixture
def destroyed_on():
    """The threads on which the knot that was dropped was destroyed."""
    threads = []
    gc.collect()
    weakref.finalize(Knot(), lambda: threads.append(threading.current_thread()))
    return threads


def allocate_elsewhere():
    """Enough to have the interpreter look for garbage, were it allowed to."""

    def allocate():
        kept = [[] for _ in range(20 * gc.get_threshold()[0])]
        assert kept

    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()


def test_what_another_thread_allocates_destroys_nothing(qtbot, owner, destroyed_on):
    gc.enable()  # as the interpreter starts
    collector = GarbageCollector(owner)
    allocate_elsewhere()
    assert destroyed_on == []
    collector.look()
    assert destroyed_on == [threading.main_thread()]


def test_the_interpreter_by_itself_would_do_it_there(qtbot, destroyed_on):
    """Why there is a collector; when this fails, it may go."""
    gc.enable()
    allocate_elsewhere()
    gc.disable()
    assert destroyed_on != [threading.main_thread()]
    assert destroyed_on


def test_it_looks_by_itself(qtbot, owner, destroyed_on, monkeypatch):
    monkeypatch.setattr("pet.ui.garbage.LOOK_MS", 10)
    collector = GarbageCollector(owner)
    collector.begin()
    allocate_elsewhere()
    qtbot.waitUntil(lambda: destroyed_on == [threading.main_thread()])
    collector.end()
    assert not collector._timer.isActive()


def test_whatever_there_is_is_looked_through_now_and_then(qtbot, owner, monkeypatch):
    monkeypatch.setattr("pet.ui.garbage._ALL_EVERY", 3)
    collector = GarbageCollector(owner)
    old = Knot()
    gone = weakref.ref(old)
    collector.look()
    collector.look()  # it has become old by now
    del old
    assert gone() is not None
    collector.look()
    assert gone() is None
