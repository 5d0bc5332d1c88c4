"""The field at the top: looks while somebody types, also for a syllable that is not finished."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

_PAUSE_MS: Final = 150  # after the last key


class SearchField(QLineEdit):
    """`searched` with the words, shortly after they changed; empty: the search is over."""

    searched = Signal(str)
    down_pressed = Signal()  # to the results
    left = Signal()  # Escape in an empty field

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setClearButtonEnabled(True)
        self._preedit = ""
        self._told = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.tell)
        self.textChanged.connect(self._wait)

    def words(self) -> str:
        """What stands in the field, with what is being composed."""
        place = self.cursorPosition()
        return (self.text()[:place] + self._preedit + self.text()[place:]).strip()

    @Slot()
    def tell(self) -> None:
        """Search now."""
        self._timer.stop()
        if self.words() != self._told:
            self._told = self.words()
            self.searched.emit(self._told)

    @Slot()
    def _wait(self) -> None:
        if self.text() or self._preedit:
            self._timer.start()
        else:
            self.tell()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._preedit = event.preeditString()
        super().inputMethodEvent(event)
        self._wait()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.tell()
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _escape(self) -> None:
        if self.text() or self._preedit:
            self.clear()
        else:
            self.left.emit()
