"""The whole desktop, offscreen, on a clock of the test's own: a night that the user talks into.

Run as a program, because a desktop takes the signals of its process. Prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from pet.app import Pet, open_pet
from pet.memory import ledger, profile
from pet.paths import Paths
from pet.ui.desktop import Desktop, build_application
from pet.ui.night_watch import NightWatch
from pet.ui.single_instance import SingleInstance
from tests.fakes.clocks import FixedClock
from tests.jobs.conftest import SEOUL, Talk
from tests.jobs.note_taker import NoteTaker, note

SAID = "나는 간호사로 일하고 있어"


class Hands(QObject):
    """Goes through *steps* in the loop of the application: each yields what it waits for."""

    def __init__(self, steps: Iterator[Callable[[], bool]]) -> None:
        super().__init__()
        self._steps = steps
        self._waits_for = next(steps)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(10)

    @Slot()
    def _look(self) -> None:
        if self._waits_for():
            step = next(self._steps, None)
            if step is None:
                self._timer.stop()
                QApplication.quit()
            else:
                self._waits_for = step


class Evening:
    """What the user does, and what became of it."""

    def __init__(self, pet: Pet, engine: NoteTaker, desktop: Desktop, clock: FixedClock) -> None:
        self._pet = pet
        self._engine = engine
        self._desktop = desktop
        self._clock = clock
        self.told: dict[str, object] = {}

    def steps(self) -> Iterator[Callable[[], bool]]:
        watch = self._desktop.findChild(NightWatch)
        self._clock.advance(hours=6)
        watch._timer.timeout.emit()  # the minutes between two looks are over
        yield lambda: len(self._engine.asked) == 1
        self._engine.will_say("안녕!")
        began = time.monotonic()
        self._desktop.room.submit("자니?")
        yield lambda: not watch._is_looking
        self.told["stopped_in"] = time.monotonic() - began
        yield lambda: not self._desktop.room.chat.outbox.is_busy
        self.told["state"] = self._state()
        self.told["answer"] = self._pet.session.seat.shown(1)[0].reply
        self._clock.advance(minutes=11)
        watch._timer.timeout.emit()
        yield lambda: self._state() == "done"
        self.told["lines"] = [line.text for line in profile.lines(self._pet.store)]

    def _state(self) -> str:
        return ledger.runs(self._pet.store)[0].state


def main(home: str) -> None:
    clock = FixedClock(datetime(2026, 3, 2, 22, 0, tzinfo=SEOUL))
    engine = NoteTaker({SAID: [note("간호사로 일하고", "work", "간호사로 일함")]})
    engine.will_hang('{"notes"')
    app = build_application()
    paths = Paths(Path(home))
    with open_pet(paths, clock, language="ko", engine=engine) as pet:
        Talk(pet.store, clock).session(SAID)
        desktop = Desktop(pet, SingleInstance(paths), app)
        desktop.open()
        evening = Evening(pet, engine, desktop, clock)
        hands = Hands(evening.steps())
        app.exec()
        desktop.close()
        hands.deleteLater()
    sys.stdout.write(json.dumps(evening.told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
