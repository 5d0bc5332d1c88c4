"""Jobs on disk keep their order, also when the window closes in the middle of one."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject, Slot

from pet.errors import PetError
from pet.ui.background import Background
from pet.ui.persona.errands import Errands
from tests.waiting import until


class Receiver(QObject):
    def __init__(self):
        super().__init__()
        self.got = []

    @Slot(object)
    def take(self, value):
        self.got.append(value)


@pytest.fixture
def receiver(qtbot):
    return Receiver()


@pytest.fixture
def errands(receiver):
    background = Background(receiver.take)
    yield Errands(background)
    background.close()


def test_a_slow_job_is_not_overtaken(qtbot, errands, receiver):
    slow = threading.Event()

    def first():
        slow.wait(5)
        return "first"

    errands.run(first, receiver.take, receiver.take)
    errands.run(lambda: "second", receiver.take, receiver.take)
    slow.set()
    qtbot.waitUntil(lambda: receiver.got == ["first", "second"])


def test_a_job_that_fails_does_not_hold_the_others_up(qtbot, errands, receiver):
    def fail():
        raise PetError("store.full")

    errands.run(fail, receiver.take, receiver.take)
    errands.run(lambda: "next", receiver.take, receiver.take)
    qtbot.waitUntil(lambda: len(receiver.got) == 2)
    assert receiver.got[1] == "next"


def test_at_the_end_what_waits_is_done_in_order_after_what_runs(errands, receiver):
    slow, done = threading.Event(), []

    def first():
        slow.wait(5)
        done.append("first")

    errands.run(first, receiver.take, receiver.take)
    errands.run(lambda: done.append("second"), receiver.take, receiver.take)
    errands.finish(lambda: done.append("last"))
    slow.set()
    until(lambda: len(done) == 3)
    assert done == ["first", "second", "last"]
