"""A text field of a form: as tall as its text, safe for Hangul, without an undo of its own."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from pet.ui.chat.growing_box import GrowingBox, line_height

_RETURN: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_AROUND: Final = 12  # px: the frame and the padding of the window's style sheet, above and below


class TextBox(GrowingBox):
    """Undo and redo belong to the whole form, so the box only says that they are wanted."""

    edited = Signal()  # the text is another now, whoever changed it
    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(
        self, name: str, parent: QWidget | None = None, *, lines: tuple[int, int] = (1, 1)
    ) -> None:
        """*name* is for a screen reader; *lines* are the fewest and the most that are shown.

        One line at most: Return goes on to the next field, and a line break becomes a space.
        """
        super().__init__(parent, most_lines=max(2, lines[1]))
        self._fewest, most = lines
        self._is_single = most == 1
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(name)
        self.setUndoRedoEnabled(False)
        self.textChanged.connect(self.edited)

    def text(self) -> str:
        """What is written, without a syllable that is still being composed."""
        return self.toPlainText()

    def show_text(self, text: str, *, from_start: bool = False) -> None:
        """Put *text* there; the cursor goes to where it differs from what was there.

        *from_start*: it is somebody else's, so it is shown from its beginning.
        """
        before = self.toPlainText()
        if text != before:
            self.setPlainText(text)
        elif not from_start:
            return
        cursor = self.textCursor()
        cursor.setPosition(0 if from_start else _end_of_change(before, text))
        self.setTextCursor(cursor)

    def select_all(self) -> None:
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.moveCursor(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.composition.settle(self.undo_requested.emit)
        elif is_redo(event):
            self.composition.settle(self.redo_requested.emit)
        elif self._is_single and event.key() in _RETURN:
            self.composition.settle(self._go_on)
        else:
            self.composition.hurry()
            self._pass_on(event)
            return
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab comes here before it is a key; the syllable that it ends stays in this field."""
        self.composition.settle(self._go_on if forward else self._go_back)
        return True

    def _pass_on(self, event: QKeyEvent) -> None:
        """The key is for the field that has the keyboard after what was waited for."""
        there = QApplication.focusWidget()
        if isinstance(there, TextBox) and there is not self:
            there.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self._is_single and source.hasText():
            plain = QMimeData()
            plain.setText(" ".join(source.text().split()))
            source = plain
        super().insertFromMimeData(source)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return super().canInsertFromMimeData(source) and not source.hasUrls()

    def _go_on(self) -> None:
        super().focusNextPrevChild(True)

    def _go_back(self) -> None:
        super().focusNextPrevChild(False)

    def _take_height(self, height: int) -> None:
        fewest = round(line_height(self.font()) * self._fewest)
        super()._take_height(max(height, fewest) + _AROUND)


def is_redo(event: QKeyEvent) -> bool:
    """Ctrl+Shift+Z and Ctrl+Y, whatever the system's own key is."""
    control = Qt.KeyboardModifier.ControlModifier
    shift = Qt.KeyboardModifier.ShiftModifier
    if event.key() == Qt.Key.Key_Z:
        return event.modifiers() == control | shift
    return event.key() == Qt.Key.Key_Y and event.modifiers() == control


def _end_of_change(before: str, after: str) -> int:
    """Where *after* is as *before* again, in UTF-16 units, as Qt counts."""
    same = 0
    for one, other in zip(reversed(before), reversed(after), strict=False):
        if one != other:
            break
        same += 1
    changed = after[: max(0, len(after) - same)]
    return len(changed.encode("utf-16-le", "surrogatepass")) // 2
