"""The small dialogs: plain text, above the pet's own windows, gone when closed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def plain_box(title: str, text: str, more: str, parent: QWidget | None = None) -> QMessageBox:
    """A dialog without buttons yet; `open` it, never `exec`. Keep it where it has no parent."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(more)
    return box
