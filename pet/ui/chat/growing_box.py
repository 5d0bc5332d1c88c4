"""A plain text box that grows with its text and keeps whole what an input method composes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QHideEvent,
    QInputMethodEvent,
    QMouseEvent,
    QResizeEvent,
    QTextCursor,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from pet.ui.chat.composition import Composition

_MAX_LINES: Final = 6
_MAX_PASTE: Final = 20_000  # code points; a message is far shorter, and one long line is slow


class GrowingBox(QPlainTextEdit):
    """As tall as its text, from one line to *most_lines*; then it scrolls. Plain text only."""

    paste_refused = Signal(int)  # its size in code points
    composed = Signal()  # the input method changed what is being composed

    def __init__(self, parent: QWidget | None = None, *, most_lines: int = _MAX_LINES) -> None:
        super().__init__(parent)
        self._most_lines = most_lines
        self.composition = Composition(self)
        self._placeholder = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.textChanged.connect(self.fit_height)

    def set_placeholder(self, text: str) -> None:
        """What an empty box shows; hidden while a syllable is composed."""
        self._placeholder = text
        self.setPlaceholderText("" if self.composition.preedit else text)

    def draft(self) -> str:
        """What stands in the box, with the syllable being composed."""
        before, after = self.around_cursor()
        return before + self.composition.preedit + after

    def set_draft(self, text: str) -> None:
        """Put *text* into the box, in place of what is there."""
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def around_cursor(self) -> tuple[str, str]:
        """The text before and after the cursor."""
        place, end = self.textCursor().position(), self.document().characterCount() - 1
        cursor = QTextCursor(self.document())
        return _span(cursor, 0, place), _span(cursor, place, end)

    def replace_before_cursor(self, old: str, new: str) -> None:
        """Put *new* in the place of *old*, which ends at the cursor."""
        units = len(old.encode("utf-16-le")) // 2
        cursor = self.textCursor()
        cursor.setPosition(cursor.position() - units, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(new)
        self.setTextCursor(cursor)

    def empty(self) -> None:
        """Clear the box, but not with `clear`: that resets the input method.

        A syllable that was begun meanwhile goes on being composed.
        """
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        self.document().firstBlock().layout().setPreeditArea(0, self.composition.preedit)
        self.document().clearUndoRedoStacks()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        event = self.composition.filter(event)
        super().inputMethodEvent(event)
        self.composition.note(event)
        self.setPlaceholderText("" if self.composition.preedit else self._placeholder)
        self.fit_height()
        self.composed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.composition.finish()  # where the click puts the cursor, nothing is composed
        super().mousePressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.composition.finish()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.composition.finish()
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_height()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasFormat("text/plain")

    def insertFromMimeData(self, source: QMimeData) -> None:
        if not source.hasFormat("text/plain"):
            return
        text = source.text().replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
        if len(text) > _MAX_PASTE:
            self.paste_refused.emit(len(text))
            return
        self.textCursor().insertText(text)
        self.ensureCursorVisible()

    def fit_height(self) -> None:
        """Take the height of the text; also to be called when the font has changed."""
        height, lines, whole = 0.0, 0, True
        block = self.document().firstBlock()
        while block.isValid() and whole:
            self.blockBoundingRect(block)  # lays the block out
            for index in range(block.layout().lineCount()):
                height += block.layout().lineAt(index).height()
                lines += 1
                whole = lines < self._most_lines
                if not whole:
                    break
            block = block.next()
        self._take_height(round(max(height, line_height(self.font()))))
        if self._shows_all(lines):
            self.verticalScrollBar().setValue(0)

    def _shows_all(self, lines: int) -> bool:
        policy = Qt.ScrollBarPolicy
        fits = lines < self._most_lines
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded
        )
        return fits

    def _take_height(self, height: int) -> None:
        if not self.minimumHeight() == height == self.maximumHeight():
            self.setFixedHeight(height)


def line_height(font: QFont) -> float:
    """The height in px of a line with Latin and Hangul, which often come from two fonts."""
    layout = QTextLayout("Ag가", font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return float(line.height())


def _span(cursor: QTextCursor, start: int, end: int) -> str:
    """The document's text between two positions, with line breaks as they are typed."""
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")
