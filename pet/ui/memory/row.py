"""A row with one text, edited where it stands; memos and profile lines are rows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.memory.memos import MAX_MEMO_SCALARS
from pet.ui.chat.buttons import Picture, PictureButton
from pet.ui.chat.strip import ElidedLabel
from pet.ui.memory.editor import LineEditor
from pet.ui.memory.paragraph import Paragraph
from pet.ui.theme import Theme

_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class _Ringed(QFrame):
    """A field with an edge, which is a ring while it has the focus."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        edge = self.theme.color("accent" if focused else "card_border")
        painter.setPen(QPen(edge, 2.0 if focused else 1.0))
        painter.setBrush(self.theme.color("field"))
        radius = self.theme.spacing.radius_small + 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)


class Row(_Ringed):
    """The text, buttons beside it, a quiet line below it, and all of it reached by keys.

    Enter edits, Up and Down go to the next row, Ctrl+C copies, Menu opens the rest. A kind of row
    says what it holds, what becomes of a new text, and what else there is to do.
    """

    focus_step_wanted = Signal(int)  # to the row before or after

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget, *, left: int = 12) -> None:
        """*left*: px of room at the left edge."""
        super().__init__(theme, parent)
        self.setObjectName("row")
        self.texts = texts
        self.paragraph = Paragraph(theme, self)
        self.below = QHBoxLayout()
        self.about = ElidedLabel(self)
        self.about.setObjectName("quiet")
        self._buttons: list[PictureButton] = []
        self._editor: LineEditor | None = None  # None: not being edited
        self._line = QHBoxLayout()
        self._line.setSpacing(2)
        self._line.addWidget(self.paragraph, 1, Qt.AlignmentFlag.AlignVCenter)
        self.below.setSpacing(theme.spacing.s)
        self.column = QVBoxLayout(self)
        space = theme.spacing
        self.column.setContentsMargins(left, space.s, space.s, space.s)
        self.column.setSpacing(space.xs)
        self.column.addLayout(self._line)
        self.column.addLayout(self.below)

    # -- what a kind of row says ------------------------------------------------------------------

    def content(self) -> str:
        """The text that is edited and copied."""
        return self.paragraph.text

    def save(self, text: str) -> None:
        """The user has written *text* in its place."""

    def begin_edit(self) -> None:
        """Editing begins."""

    def fill(self, menu: QMenu) -> None:
        """Put into *menu* what can be done with it."""

    def take_key(self, event: QKeyEvent) -> bool:
        """Whether a key of its own was pressed."""
        return False

    # -- what all do ------------------------------------------------------------------------------

    @property
    def is_edited(self) -> bool:
        return self._editor is not None

    @property
    def has_changes(self) -> bool:
        """Whether what is written in its place is not what it says."""
        return self._editor is not None and self._editor.draft().strip() != self.content()

    def add_button(self, picture: Picture, name: str) -> PictureButton:
        """A button beside the text; the row has a key for it too, so it takes no focus."""
        button = PictureButton(picture, name, self.theme, self)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._line.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._buttons.append(button)
        return button

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.paragraph.show_theme(theme)
        for button in self._buttons:
            button.show_theme(theme)
        if self._editor is not None:
            self._editor.show_theme(theme)
        self.update()

    @Slot()
    def edit(self) -> None:
        """Turn the text into a box with it."""
        if self._editor is None:
            name = self.texts("memory.edit")
            self._editor = LineEditor(self.theme, MAX_MEMO_SCALARS, name, self)
            self._editor.entered.connect(self._enter)
            self._editor.given_up.connect(self.end_edit)
            self._line.insertWidget(0, self._editor, 1)
            self.paragraph.hide()
            self._editor.show()
            self.begin_edit()
            self._editor.begin(self.content())
        self._editor.box.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def end_edit(self) -> None:
        """Back to the text."""
        if self._editor is None:
            return
        editor, self._editor = self._editor, None
        had_focus = editor.box.hasFocus()
        self._line.removeWidget(editor)
        editor.hide()
        editor.deleteLater()
        self.paragraph.show()
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _enter(self, text: str) -> None:
        if text.strip() == self.content():
            self.end_edit()
        else:
            self.save(text)

    @Slot()
    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.content())

    @Slot()
    def open_menu(self) -> None:
        """What can be done, below the last button."""
        button = self._buttons[-1]
        self._menu(button.mapToGlobal(button.rect().bottomLeft()))

    def _menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill(menu)
        menu.popup(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.take_key(event) or self._take_common(event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _take_common(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit()
        elif (step := _STEPS.get(Qt.Key(event.key()), 0)) and not event.modifiers():
            self.focus_step_wanted.emit(step)
        else:
            return False
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._menu(event.globalPos())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.edit()
