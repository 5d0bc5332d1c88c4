"""The box in which one line of the memory is written: Enter saves, Escape gives up."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from pet.ui.chat.composer import scalars
from pet.ui.chat.growing_box import GrowingBox
from pet.ui.theme import Theme

_RETURN: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class LineBox(GrowingBox):
    """Every key that ends a syllable waits for it; there are no line breaks to type."""

    entered = Signal(str)
    given_up = Signal()
    left_below = Signal()  # Down in the last line

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _RETURN:
            self.composition.settle(self._enter)
        elif event.key() == Qt.Key.Key_Escape:
            self.composition.settle(self.given_up.emit)
        elif event.key() == Qt.Key.Key_Down and not self._has_line_below():
            self.composition.settle(self.left_below.emit)
        else:
            self.composition.hurry()
            super().keyPressEvent(event)
            return
        event.accept()

    def _has_line_below(self) -> bool:
        return self.textCursor().movePosition(QTextCursor.MoveOperation.Down)

    @Slot()
    def enter(self) -> None:
        """As Enter does, from a button."""
        self.composition.settle(self._enter, by_key=False)

    def _enter(self) -> None:
        self.entered.emit(self.toPlainText())


class LineEditor(QFrame):
    """A framed box with the count beside it; what is too long stays, and is not saved."""

    entered = Signal(str)
    given_up = Signal()
    changed = Signal()

    def __init__(
        self, theme: Theme, limit: int, name: str, parent: QWidget | None = None, *, hint: str = ""
    ) -> None:
        """*limit*: scalars. *name* is for a screen reader, *hint* what an empty box shows."""
        super().__init__(parent)
        self.setObjectName("editor")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._theme = theme
        self._limit = limit
        self.box = LineBox(self)
        self.box.setAccessibleName(name)
        self.box.set_placeholder(hint)
        self.setFocusProxy(self.box)
        self._count = QLabel(self)
        self._count.setTextFormat(Qt.TextFormat.PlainText)
        self._count.setObjectName("quiet")
        row = QHBoxLayout()
        row.setSpacing(theme.spacing.s)
        row.addWidget(self.box, 1)
        row.addWidget(self._count, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.spacing.s, 5, theme.spacing.s, 5)
        column.addLayout(row)
        self.box.entered.connect(self.entered)
        self.box.given_up.connect(self.given_up)
        self.box.textChanged.connect(self._note_change)
        self.box.composed.connect(self._note_change)
        self.box.installEventFilter(self)
        self.show_theme(theme)
        self._note_change()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._show_frame(focused=event.type() == QEvent.Type.FocusIn)
        return super().eventFilter(watched, event)

    def draft(self) -> str:
        """What is written, with the syllable that is being composed."""
        return self.box.draft()

    def begin(self, text: str) -> None:
        """Edit *text*, the cursor at its end."""
        self.box.set_draft(text)
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def empty(self) -> None:
        self.box.empty()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.box.setFont(theme.font())
        self.box.setStyleSheet(
            "QPlainTextEdit { border: none; background: transparent; padding: 0; }"
        )
        self._show_frame(focused=self.box.hasFocus())
        self.box.fit_height()

    def _show_frame(self, *, focused: bool) -> None:
        """The frame shows the focus that the box in it has."""
        color = self._theme.palette
        edge = color.accent if focused else color.field_border
        self.setStyleSheet(
            f"QFrame#editor {{ background: {color.field}; border: 2px solid {edge};"
            f" border-radius: {self._theme.spacing.radius_small}px; }}"
        )

    @Slot()
    def _note_change(self) -> None:
        size = scalars(self.draft().strip())
        self._count.setText(f"{size}/{self._limit}" if size else "")
        name = "error" if size > self._limit else "quiet"
        if self._count.objectName() != name:
            self._count.setObjectName(name)
            self._count.style().unpolish(self._count)  # the sheet asks for the name
            self._count.style().polish(self._count)
        self.changed.emit()
