"""The whole desktop, offscreen, in which one message is sent: made to be killed right afterwards.

Run as a program. Prints "sent" in the moment in which the message leaves the box.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from pet.app import open_pet
from pet.paths import Paths
from pet.ui.desktop import Desktop, build_application
from pet.ui.single_instance import SingleInstance
from tests.fakes.engines import ScriptedEngine


class Hand(QObject):
    """Opens the chat, and once its draft has come writes *text* and sends it at once."""

    def __init__(self, desktop: Desktop, text: str) -> None:
        super().__init__()
        self._chat = desktop.room.chat
        self._seat = desktop._pet.session.seat
        self._text = text
        self._chat.message_submitted.connect(self._tell)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(10)

    @Slot()
    def _look(self) -> None:
        if self._seat._lease is not None:
            self._timer.stop()
            self._chat.composer.set_draft(self._text)
            self._chat.composer.submit()

    @Slot(str)
    def _tell(self, _text: str) -> None:
        sys.stdout.write("sent\n")
        sys.stdout.flush()


def main(home: str, text: str) -> None:
    app = build_application()
    paths = Paths(Path(home))
    engine = ScriptedEngine()
    engine.will_hang("Well,")
    with open_pet(paths, language="en", engine=engine) as pet:
        desktop = Desktop(pet, SingleInstance(paths), app)
        hand = Hand(desktop, text)
        app.exec()
        hand.deleteLater()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
