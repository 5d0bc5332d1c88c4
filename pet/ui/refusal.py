"""A start that failed, told to somebody who pressed an icon and has no terminal to read."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QApplication, QMessageBox

from pet.i18n import Texts
from pet.ui import environment
from pet.ui.boxes import plain_box
from pet.ui.desktop import build_application
from pet.ui.translator import translate_qt


def show(texts: Texts, sentence: str) -> None:
    """Show *sentence*, and return when it was closed."""
    app = QApplication.instance() or _application(texts)
    box = plain_box(texts("app.name"), sentence, "")
    box.addButton(QMessageBox.StandardButton.Close)
    box.finished.connect(app.quit)
    box.open()
    app.exec()


def _application(texts: Texts) -> QApplication:
    """There is none yet where the memory did not open."""
    environment.prepare(os.environ)
    app = build_application()
    translate_qt(app, texts.language)
    return app
