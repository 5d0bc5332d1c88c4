"""What went wrong is told in the user's words, and never with theirs."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType, qWarning
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox
from shiboken6 import isValid

from pet.errors import EngineUnreachable, PetError
from pet.i18n import Texts
from pet.remote import NotAnswering
from pet.ui import notices as room
from pet.ui.notices import Notices, QtMessages, describe, details, no_screen

ROOT = Path(__file__).parents[2]
SECRET = "나는 비밀이에요"


@pytest.fixture
def texts():
    return Texts("en")


@pytest.fixture
def notices(qtbot, texts):
    told = Notices(texts)
    yield told
    told.give_hooks_back()
    for box in _dialogs():
        box.close()
        qtbot.waitUntil(lambda box=box: not isValid(box))


def _dialogs() -> list[QMessageBox]:
    return [box for box in QApplication.topLevelWidgets() if isinstance(box, QMessageBox)]


def test_an_expected_failure_is_its_sentence(texts):
    notice = describe(texts, NotAnswering("remote.not_answering", seconds=2.0))
    assert "2 seconds" in notice.sentence
    assert notice.action == ""


@pytest.mark.parametrize(
    "error", [PetError("no.such.key"), PetError("remote.not_answering"), PetError("unexpected")]
)
def test_where_there_is_no_sentence_something_is_said_all_the_same(texts, error, caplog):
    assert describe(texts, error).sentence == texts("error.unexpected")


def test_what_is_told_reaches_whoever_shows_it(qtbot, notices, texts):
    with qtbot.waitSignal(notices.told) as told:
        notices.tell(EngineUnreachable("remote.not_running"))
    assert told.args[0].sentence == texts("error.remote.not_running")


def test_the_details_hold_places_and_no_word_that_was_said():
    def say(text: str) -> None:
        raise ValueError(text)

    with pytest.raises(ValueError, match=SECRET) as caught:
        say(SECRET)
    report = details(caught.value)
    assert "ValueError" in report
    assert "tests/ui/test_notices.py" in report
    assert SECRET not in report


def test_the_details_follow_the_causes_and_keep_private_facts_out():
    def fail() -> None:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise PetError("store.damaged", size=3, memo_text=SECRET) from error

    with pytest.raises(PetError) as caught:
        fail()
    report = details(caught.value)
    assert "store.damaged {'size': 3}" in report
    assert "KeyError" in report
    assert SECRET not in report


def test_a_fault_is_shown_once_and_its_details_can_be_copied(qtbot, notices, caplog):
    with caplog.at_level(logging.ERROR, "pet"):
        notices.show_unexpected(ValueError(SECRET))
        notices.show_unexpected(KeyError(SECRET))
    (box,) = _dialogs()
    assert SECRET not in box.detailedText() + caplog.text
    copy = next(button for button in box.buttons() if button.text() == "Copy details")
    copy.click()
    assert QGuiApplication.clipboard().text() == box.detailedText()
    assert box.isVisible()
    box.buttons()[0].click()
    qtbot.waitUntil(lambda: not isValid(box))
    notices.show_unexpected(ValueError())
    assert [shown.isVisible() for shown in _dialogs()].count(True) == 1


def test_both_hooks_lead_here_and_are_given_back(qtbot, notices, caplog):
    before = (sys.excepthook, threading.excepthook)
    notices.take_hooks()
    heard: list[BaseException] = []
    notices._reported.connect(heard.append)

    def fail() -> None:
        raise ZeroDivisionError

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    sys.excepthook(ValueError, ValueError(), None)
    qtbot.waitUntil(lambda: len(_dialogs()) == 1)
    assert {type(error) for error in heard} == {ZeroDivisionError, ValueError}
    notices.give_hooks_back()
    assert (sys.excepthook, threading.excepthook) == before
    assert "ZeroDivisionError" in caplog.text


def test_what_qt_writes_goes_to_the_log(qtbot, texts, caplog):
    heard = QtMessages(texts)
    with caplog.at_level(logging.WARNING, "pet.qt"):
        heard.hear(QtMsgType.QtWarningMsg, QMessageLogContext(), "something about a widget")
    assert "something about a widget" in caplog.text


def test_a_start_without_a_screen_is_one_plain_sentence(texts, caplog):
    out, left = io.StringIO(), []
    heard = QtMessages(texts, out, left.append)
    heard.hear(
        QtMsgType.QtFatalMsg,
        QMessageLogContext(),
        "This application failed to start because no Qt platform plugin could be initialized.",
    )
    assert left == [1]
    assert out.getvalue() == no_screen(texts) + "\n"
    assert "pet chat" in out.getvalue()


START = """
import sys
from pet.i18n import Texts
from pet.ui.notices import QtMessages
QtMessages(Texts("en")).take()
from PySide6.QtWidgets import QApplication
QApplication([])
"""


def test_a_real_start_without_a_screen_ends_with_that_sentence(texts):
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "xcb", "DISPLAY": ":0.9"}
    environ.pop("WAYLAND_DISPLAY", None)
    start = subprocess.run(
        [sys.executable, "-c", START], env=environ, capture_output=True, text=True, timeout=30
    )
    assert start.returncode == 1
    assert start.stderr.strip().endswith(no_screen(texts))


def test_missing_libraries_are_named_with_the_command_that_brings_them(texts, monkeypatch):
    monkeypatch.setattr(room.libraries, "missing_packages", lambda: ("libxcb-cursor0", "libegl1"))
    assert "sudo apt install libxcb-cursor0 libegl1" in no_screen(texts)


def test_the_handler_can_be_taken_and_given_back(qtbot, texts, caplog):
    heard = QtMessages(texts)
    heard.take()
    try:
        with caplog.at_level(logging.WARNING, "pet.qt"):
            qWarning("hello from Qt")
    finally:
        heard.give_back()
    assert "hello from Qt" in caplog.text
