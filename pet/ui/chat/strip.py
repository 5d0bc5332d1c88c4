"""The quiet lines between the conversation and the text box; each is there only when needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from pet.chat.events import Choice
from pet.i18n import Texts
from pet.ui.chat.buttons import PictureButton
from pet.ui.notices import Notice
from pet.ui.theme import Theme
from pet.ui.tips import plain_tip

_MAX_CHOICES: Final = 6


class NoticeLine(QFrame):
    """One sentence about what went wrong, and a button that helps."""

    action_requested = Signal(str)

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._action = ""
        self._sentence = QLabel(self)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setWordWrap(True)
        self._button = QPushButton(self)
        self._button.setObjectName("action")
        self._button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._button.clicked.connect(self._act)
        self._close = PictureButton("close", texts("chat.dismiss"), theme, self, size=22)
        self._close.clicked.connect(self.hide)
        top = QHBoxLayout()
        top.addWidget(self._sentence, 1)
        top.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        space = theme.spacing
        column.setContentsMargins(space.m, space.s, space.s, space.s + 1)
        column.setSpacing(space.s - 1)
        column.addLayout(top)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_notice(self, notice: Notice) -> None:
        self._action = notice.action
        self._sentence.setText(notice.sentence)
        self._button.setText(notice.label)
        self._button.setVisible(bool(notice.action))
        self.show()

    def show_theme(self, theme: Theme) -> None:
        self._close.show_theme(theme)

    @Slot()
    def _act(self) -> None:
        self.action_requested.emit(self._action)


class QueuedLine(QFrame):
    """What will be sent next, and a button that gives it back to the box."""

    taken_back = Signal()

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("queued")
        self._texts = texts
        self._label = ElidedLabel(self)
        self._back = PictureButton("close", texts("chat.take_back"), theme, self, size=22)
        self._back.clicked.connect(self.taken_back)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.spacing.m, 3, theme.spacing.xs + 1, 3)
        row.addWidget(self._label, 1)
        row.addWidget(self._back)
        self.hide()

    @Slot(object)
    def show_queue(self, queue: tuple[str, ...]) -> None:
        if queue:
            key = "chat.queued" if len(queue) == 1 else "chat.queued_more"
            self._label.show_text(self._texts(key, text=queue[0], more=len(queue) - 1))
        self.setVisible(bool(queue))

    def show_theme(self, theme: Theme) -> None:
        self._back.show_theme(theme)


class ChoiceRows(QWidget):
    """What may be clicked next, one below the other."""

    command_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.spacing.xs + 1)
        self._buttons: list[_ChoiceButton] = []
        self.hide()

    def show_choices(self, choices: Sequence[Choice]) -> None:
        for button in self._buttons:
            self._column.removeWidget(button)
            button.deleteLater()
        self._buttons = [_ChoiceButton(choice, self) for choice in choices[:_MAX_CHOICES]]
        for button in self._buttons:
            button.chosen.connect(self._choose)
            self._column.addWidget(button)
        self.setVisible(bool(self._buttons))

    @Slot(str)
    def _choose(self, command: str) -> None:
        self.hide()
        self.command_chosen.emit(command)


class _ChoiceButton(QPushButton):
    chosen = Signal(str)

    def __init__(self, choice: Choice, parent: QWidget) -> None:
        super().__init__(parent)
        self._choice = choice
        self.setObjectName("choice")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(plain_tip(choice.command))
        self.setAccessibleName(choice.label)
        self.clicked.connect(self._tell)

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        label = " ".join(self._choice.label.split()).replace("&", "&&")
        self.setText(
            self.fontMetrics().elidedText(label, Qt.TextElideMode.ElideRight, self.width() - 28)
        )

    @Slot()
    def _tell(self) -> None:
        self.chosen.emit(self._choice.command)


class ElidedLabel(QLabel):
    """One line that ends in … where there is no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._whole = ""

    def show_text(self, text: str) -> None:
        self._whole = " ".join(text.split())
        self.setToolTip(plain_tip(self._whole))
        self._elide()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().horizontalAdvance(self._whole) + 2
        return QSize(wide, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        mode = Qt.TextElideMode.ElideRight
        self.setText(self.fontMetrics().elidedText(self._whole, mode, self.width()))
