"""Work leaves the UI thread and its results come back to it; nobody is called who is gone."""

from __future__ import annotations

import threading
import weakref
from functools import partial

import pytest
from PySide6.QtCore import QObject, Slot
from shiboken6 import Shiboken

from pet.errors import EngineUnreachable, PetError
from pet.ui.background import Background, Newest
from tests.waiting import until


class Window(QObject):
    """Receives what comes back, and notes on which thread."""

    def __init__(self) -> None:
        super().__init__()
        self.came: list[object] = []
        self.failures: list[PetError] = []
        self.faults: list[BaseException] = []
        self.threads: set[threading.Thread] = set()
        self.endings = 0

    @Slot(object)
    def take(self, value: object) -> None:
        self.came.append(value)
        self.threads.add(threading.current_thread())

    @Slot(object)
    def take_failure(self, error: PetError) -> None:
        self.failures.append(error)
        self.threads.add(threading.current_thread())

    @Slot(object)
    def take_fault(self, error: BaseException) -> None:
        self.faults.append(error)

    @Slot()
    def end(self) -> None:
        self.endings += 1


@pytest.fixture
def window(qtbot):
    return Window()


@pytest.fixture
def background(window):
    doorway = Background(window.take_fault)
    yield doorway
    assert doorway.close()


def test_a_job_runs_elsewhere_and_its_result_comes_back_here(qtbot, background, window):
    background.run(threading.current_thread, window.take, window.take_failure)
    qtbot.waitUntil(lambda: len(window.came) == 1)
    assert window.came[0] is not threading.main_thread()
    assert window.threads == {threading.main_thread()}


def test_a_stream_comes_in_order_and_ends_once(qtbot, background, window):
    background.stream(lambda: range(2000), window.take, window.take_failure, window.end)
    qtbot.waitUntil(lambda: window.endings == 1)
    assert window.came == list(range(2000))
    assert window.failures == []


def test_an_expected_failure_comes_after_what_came_before_it(qtbot, background, window):
    def items():
        yield 1
        raise EngineUnreachable("engine.unreachable")

    background.stream(items, window.take, window.take_failure, window.end)
    qtbot.waitUntil(lambda: len(window.failures) == 1)
    assert window.came == [1]
    assert window.failures[0].key == "engine.unreachable"
    assert (window.endings, window.faults) == (0, [])


def test_a_fault_of_ours_is_reported_and_nobody_keeps_waiting(qtbot, background, window):
    def job():
        raise ZeroDivisionError

    background.run(job, window.take, window.take_failure)
    qtbot.waitUntil(lambda: len(window.failures) == 1)
    assert isinstance(window.faults[0], ZeroDivisionError)
    assert window.failures[0].key == "unexpected"


@pytest.mark.parametrize("receive", [print, lambda value: None])
def test_only_methods_of_qt_objects_may_receive(background, window, receive):
    with pytest.raises(TypeError):
        background.run(int, receive, window.take_failure)
    with pytest.raises(TypeError):
        background.stream(list, window.take, receive, window.end)


def test_a_receiver_that_is_gone_is_passed_over_and_its_stream_is_ended(qtbot, background, window):
    closed = threading.Event()
    gone = Window()

    def items():
        try:
            while True:
                yield 1
        finally:
            closed.set()

    background.stream(items, gone.take, gone.take_failure, gone.end)
    qtbot.waitUntil(lambda: len(gone.came) > 0)
    Shiboken.delete(gone)
    background.run(int, window.take, window.take_failure)  # the doorway still works
    qtbot.waitUntil(closed.is_set)
    qtbot.waitUntil(lambda: window.came == [0])
    assert window.faults == []


def test_closing_waits_no_longer_than_it_was_told_and_delivers_nothing_more(qtbot, window, caplog):
    doorway = Background(window.take_fault)
    release = threading.Event()
    doorway.run(release.wait, window.take, window.take_failure)
    assert not doorway.close(0.05)
    release.set()
    until(lambda: not [t for t in threading.enumerate() if t.name == "pet-background"])
    doorway.run(int, window.take, window.take_failure)
    assert doorway.close()
    assert window.came == []
    assert "left behind" in caplog.text


def test_closing_ends_a_stream_at_its_next_item(qtbot, window):
    doorway = Background(window.take_fault)
    closed = threading.Event()

    def items():
        try:
            while True:
                yield 1
        finally:
            closed.set()

    doorway.stream(items, window.take, window.take_failure, window.end)
    qtbot.waitUntil(lambda: len(window.came) > 0)
    assert doorway.close()
    assert closed.is_set()


def test_many_streams_at_once_keep_their_own_order(qtbot, background):
    windows = [Window() for _ in range(8)]
    for window in windows:
        background.stream(lambda: range(300), window.take, window.take_failure, window.end)
    qtbot.waitUntil(lambda: all(window.endings == 1 for window in windows), timeout=10_000)
    assert all(window.came == list(range(300)) for window in windows)


def test_the_last_to_let_go_of_a_window_is_never_a_worker(qtbot, window):
    lingering = threading.Event()

    class Lingering(Background):
        def _post(self, *values):
            super()._post(*values)
            lingering.wait(20)  # as a worker does that waits for its turn of the interpreter

    doorway = Lingering(window.take_fault)
    asker = Window()
    destroyed_on = []
    weakref.finalize(asker, lambda: destroyed_on.append(threading.current_thread()))
    came = asker.came
    doorway.run(partial(len, [asker]), asker.take, asker.take_failure)
    qtbot.waitUntil(lambda: came == [1])
    del asker
    lingering.set()
    assert doorway.close()
    assert destroyed_on == [threading.main_thread()]


def test_of_a_question_asked_again_only_the_newest_answer_comes(qtbot, background, window):
    late = threading.Event()
    question = Newest(background)
    question.run(lambda: late.wait(20) and "the first", window.take, window.take_failure)
    question.run(lambda: "the second", window.take, window.take_failure)
    qtbot.waitUntil(lambda: window.came == ["the second"])
    late.set()
    qtbot.waitUntil(lambda: not background._running)
    background.run(lambda: "something else", window.take, window.take_failure)
    qtbot.waitUntil(lambda: len(window.came) > 1)
    assert window.came == ["the second", "something else"]
    assert (window.failures, window.faults) == ([], [])


def test_a_question_may_be_asked_again_before_its_worker_has_begun(qtbot, background, window):
    question = Newest(background)
    for number in range(200):
        question.run(partial(int, number), window.take, window.take_failure)
    qtbot.waitUntil(lambda: not background._running)
    qtbot.waitUntil(lambda: bool(window.came) and window.came[-1] == 199)
    assert window.came == sorted(window.came)
    assert (window.failures, window.faults) == ([], [])
