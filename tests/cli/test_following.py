"""A turn followed from the main thread."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest

from pet.chat.events import TextDelta, TurnFinished
from pet.cli.following import follow
from tests.cli.scripted import EndlessTalk, ScriptedTalk
from tests.waiting import until

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent with os.kill")


def press_ctrl_c_when(event):
    """Ctrl+C, from another thread, once *event* is set."""

    def press():
        assert event.wait(20)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    return thread


def test_events_are_shown_in_order_on_the_thread_that_asked():
    events = [TextDelta("a"), TextDelta("b"), TurnFinished(1, "ab", "done")]
    seen = []
    follow(ScriptedTalk(events), "hi", lambda event: seen.append((event, threading.get_ident())))
    assert seen == [(event, threading.get_ident()) for event in events]


def test_what_a_turn_dies_of_is_raised_here():
    with pytest.raises(ZeroDivisionError):
        follow(ScriptedTalk([TextDelta("a"), ZeroDivisionError()]), "hi", lambda event: None)


@posix
def test_ctrl_c_stops_the_reply_and_nothing_else():
    talk, seen = EndlessTalk(), []
    former = signal.getsignal(signal.SIGINT)
    presser = press_ctrl_c_when(talk.waiting)
    follow(talk, "hi", seen.append)
    presser.join()
    assert seen == [TextDelta("well"), TurnFinished(1, "well", "stopped")]
    assert signal.getsignal(signal.SIGINT) is former


@posix
def test_a_second_ctrl_c_leaves_a_turn_that_will_not_stop():
    talk = EndlessTalk()
    stubborn = threading.Event()

    def keep_talking(text, stop):
        yield TextDelta("a")
        while not stop.wait(0.01):
            pass
        talk.waiting.set()
        stubborn.wait(20)
        yield TurnFinished(1, "a", "stopped")

    talk.turn = keep_talking
    started = threading.Event()
    first = press_ctrl_c_when(started)
    second = press_ctrl_c_when(talk.waiting)
    with pytest.raises(KeyboardInterrupt):
        follow(talk, "hi", lambda event: started.set())
    stubborn.set()
    first.join()
    second.join()


def test_a_reader_that_goes_away_stops_the_turn():
    talk = EndlessTalk()

    def show(event):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        follow(talk, "hi", show)
    assert talk.ended.wait(20)
    assert talk.was_stopped


@posix
def test_a_long_silence_is_told_once_and_ends_nothing():
    talk, told, seen = EndlessTalk(), [], []
    presser = press_ctrl_c_when(SecondLook(told))
    follow(talk, "hi", seen.append, tell_silence=lambda: told.append(len(seen)), patience_s=0.2)
    presser.join()
    assert told == [1]
    assert seen[-1] == TurnFinished(1, "well", "stopped")


class SecondLook:
    """Waits until it was told, and then for as long again."""

    def __init__(self, told):
        self._told = told

    def wait(self, seconds):
        until(lambda: self._told, seconds)
        threading.Event().wait(0.5)
        return True
