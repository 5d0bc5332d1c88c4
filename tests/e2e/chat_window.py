"""A program for the tests: the quick chat alone, which prints what happens as lines of JSON."""

from __future__ import annotations

import json
import os
import sys

from pet.ui import input_method

if module := input_method.choose(os.environ, input_method.bundled_plugins()):
    os.environ["QT_IM_MODULE"] = module

from PySide6.QtCore import QObject, QRect, Slot
from PySide6.QtWidgets import QApplication

from pet.i18n import Texts
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.chat.suggestions import Suggestion
from pet.ui.theme import LIGHT_THEME


class Printer(QObject):
    """Answers every message at once, so that the next one is not kept waiting."""

    def __init__(self, chat: QuickChat) -> None:
        super().__init__(chat)
        self._chat = chat
        chat.message_submitted.connect(self.take)
        chat.closed.connect(self.tell_draft)

    @Slot(str)
    def take(self, text: str) -> None:
        self._print("sent", text)
        self._chat.show_user_message(text)
        self._chat.finish_reply("")

    @Slot()
    def tell_draft(self) -> None:
        self._print("closed", self._chat.composer.draft())

    @staticmethod
    def _print(what: str, text: str) -> None:
        sys.stdout.write(json.dumps({what: text}) + "\n")
        sys.stdout.flush()


def main() -> int:
    app = QApplication(sys.argv)
    chat = QuickChat(LIGHT_THEME, Texts("ko"), "솜이")
    Printer(chat)
    chat.set_suggestions(
        (Suggestion("/기억", "/기억 ", "저장"), Suggestion("/기억목록", "/기억목록", "보기"))
    )
    chat.open_for_user(QRect(900, 500, 180, 200))
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
