"""A turn of which nothing comes any more is told of, and the telling goes when something does."""

from __future__ import annotations

from PySide6.QtCore import QObject

from pet.chat.events import EngineReading, TextDelta, TurnFinished, TurnStarted
from pet.ui.notices import Notice
from pet.ui.silence import Silence


def silence(told, patience_ms=30):
    owner = QObject()
    made = Silence(Notice("Nothing comes."), owner, patience_ms)
    made.began.connect(told.begin)
    made.ended.connect(told.end)
    return owner, made


class Told(QObject):
    def __init__(self):
        super().__init__()
        self.what = []

    def begin(self, notice):
        assert notice.sentence == "Nothing comes."
        self.what.append("began")

    def end(self):
        self.what.append("ended")


def test_silence_begins_once_and_ends_with_the_next_word(qtbot):
    told = Told()
    _owner, made = silence(told)
    made.note(TurnStarted(1))
    made.note(EngineReading())
    qtbot.waitUntil(lambda: told.what == ["began"])
    qtbot.wait(90)
    assert told.what == ["began"]
    made.note(TextDelta("well"))
    assert told.what == ["began", "ended"]
    made.note(TurnFinished(1, "well", "done"))
    qtbot.wait(90)
    assert told.what == ["began", "ended"]


def test_who_goes_on_talking_is_not_silent(qtbot):
    told = Told()
    _owner, made = silence(told, 400)
    made.note(TurnStarted(1))
    for _ in range(6):
        qtbot.wait(100)
        made.note(TextDelta("na "))
    made.note(TurnFinished(1, "na", "done"))
    assert told.what == []
