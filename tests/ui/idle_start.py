"""A start with nobody there, offscreen: `idle_start.py HOME` prints what it has loaded by then.

Everything that a start does in the background is done, and the night was looked for.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from pet.app import open_pet
from pet.memory import ledger
from pet.paths import Paths
from pet.ui.desktop import Desktop, build_application
from pet.ui.single_instance import SingleInstance


class Watcher(QObject):
    """Ends the program once nothing is under way any more."""

    def __init__(self, desktop: Desktop) -> None:
        super().__init__()
        self._desktop = desktop
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(20)

    @Slot()
    def _look(self) -> None:
        if not self._desktop._background._running:
            QApplication.quit()


def main(home: str) -> None:
    app = build_application()
    paths = Paths(Path(home))
    with open_pet(paths, language="en") as pet:
        desktop = Desktop(pet, SingleInstance(paths), app)
        desktop.open()
        desktop._upkeep.night.look()
        watcher = Watcher(desktop)
        app.exec()
        loaded = sorted(sys.modules)
        desktop.close()
        watcher.deleteLater()
        nights = [run.state for run in ledger.runs(pet.store, 5)]
    sys.stdout.write("\n".join([*nights, "--", *loaded]))
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
