"""A program for the tests: the tray icon alone, which prints what happens to it."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from pet.i18n import Texts
from pet.ui.tray import MenuActions, Tray


class Printer(QObject):
    """Writes a line for each thing that is told."""

    @Slot()
    def appear(self) -> None:
        self._print("appeared")

    @Slot()
    def click(self) -> None:
        self._print("clicked")

    @Slot()
    def choose_chat(self) -> None:
        self._print("chat chosen")

    @staticmethod
    def _print(what: str) -> None:
        sys.stdout.write(what + "\n")
        sys.stdout.flush()


def main() -> int:
    app = QApplication(sys.argv)
    app.setQuitOnLastWindowClosed(False)
    picture = QPixmap(64, 64)
    picture.fill()
    texts = Texts("en")
    actions = MenuActions(texts, app)
    tray = Tray(QIcon(picture), texts, actions, app)
    printer = Printer(app)
    tray.appeared.connect(printer.appear)
    tray.clicked.connect(printer.click)
    actions.chat_chosen.connect(printer.choose_chat)
    tray.look()
    sys.stdout.write(f"at the start: {tray.is_there}\n")
    sys.stdout.flush()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
