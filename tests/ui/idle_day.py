"""The idle pet, offscreen, on a clock that runs as fast as the machine can: hours in minutes.

Run as a program: `idle_day.py HOME HOURS`. Every step of the character is made and painted, and
what the pet does by itself is done when its time has come, among it a night. Prints one line of
JSON: steps, megabytes after half of the time and at the end, and what the night brought.
"""

from __future__ import annotations

import gc
import json
import sys
from datetime import date, datetime
from pathlib import Path

import psutil
from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from pet.app import Pet, open_pet
from pet.memory import ledger, profile
from pet.paths import Paths
from pet.ui import garbage
from pet.ui.desktop import Desktop, build_application
from pet.ui.night_watch import LOOK_MS
from pet.ui.single_instance import SingleInstance
from tests.fakes.clocks import FixedClock
from tests.jobs.conftest import SEOUL, Talk
from tests.jobs.note_taker import NoteTaker, note

SAID = "나는 간호사로 일하고 있어"
_HOUR_MS = 3_600_000
_SLEEPY_MS = 15 * 60_000


class Day(QObject):
    """Lets the time pass that each timer asks for, without waiting for it."""

    def __init__(self, pet: Pet, desktop: Desktop, clock: FixedClock, hours: float) -> None:
        super().__init__()
        self._pet = pet
        self._desktop = desktop
        self._clock = clock
        self._whole_ms = hours * _HOUR_MS
        self._passed_ms = 0
        self.steps = 0
        self.megabytes: list[float] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        self._timer.start(0)

    @Slot()
    def _step(self) -> None:
        if self._desktop._upkeep.night._is_looking:
            return  # a night takes real seconds, in which this clock would run for hours
        animator = self._desktop.character._animator
        step_ms = animator.interval or 1000
        before, self._passed_ms = self._passed_ms, self._passed_ms + step_ms
        self._clock.advance(milliseconds=step_ms)
        animator.advance()
        self.steps += 1
        upkeep = self._desktop._upkeep
        if self._comes(before, garbage.LOOK_MS):
            self._desktop._garbage.look()
        if self._comes(before, LOOK_MS):
            upkeep.night._timer.timeout.emit()
        if self._comes(before, _HOUR_MS):
            upkeep._backup_timer.timeout.emit()
        if before < _SLEEPY_MS <= self._passed_ms:
            self._desktop._stage._rest.timeout.emit()
        if before < self._whole_ms / 2 <= self._passed_ms or self._passed_ms >= self._whole_ms:
            self.megabytes.append(psutil.Process().memory_info().rss / 1e6)
        if self._passed_ms >= self._whole_ms:
            self._timer.stop()
            QApplication.quit()

    def _comes(self, before: int, every_ms: int) -> bool:
        return before // every_ms < self._passed_ms // every_ms


def main(home: str, hours: float) -> None:
    clock = FixedClock(datetime(2026, 3, 2, 2, 45, tzinfo=SEOUL))
    engine = NoteTaker({SAID: [note("간호사로 일하고", "work", "간호사로 일함")]})
    app = build_application()
    paths = Paths(Path(home))
    with open_pet(paths, clock, language="ko", engine=engine) as pet:
        ledger.note(pet.store, "night", date(2026, 3, 1), "done", {})
        Talk(pet.store, clock).session(SAID)
        desktop = Desktop(pet, SingleInstance(paths), app)
        desktop.open()
        day = Day(pet, desktop, clock, hours)
        app.exec()
        desktop.close()
        day.deleteLater()
        told = {
            "steps": day.steps,
            "megabytes": day.megabytes,
            "python_collects": gc.isenabled(),
            "asked": len(engine.asked),
            "lines": [line.text for line in profile.lines(pet.store)],
        }
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
