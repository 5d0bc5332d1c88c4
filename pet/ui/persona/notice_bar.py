"""A quiet sentence at the top of a window, with at most one button beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from pet.i18n import Texts


class NoticeBar(QFrame):
    """Stays until it is closed or another sentence takes its place; hidden while there is none."""

    action_chosen = Signal(str)

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._texts = texts
        self._action = ""
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._button = QPushButton(self)
        self._button.clicked.connect(self._choose)
        self._close = QPushButton("✕", self)
        self._close.setObjectName("flat")
        self._close.setAccessibleName(texts("editor.notice.close"))
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 6, 6)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        row.addWidget(self._close)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says; empty while it says nothing."""
        return "" if self.isHidden() else self._label.text()

    def tell(self, sentence: str, action: str = "") -> None:
        """Say *sentence*; *action* is what its button stands for."""
        self._action = action
        self._label.setText(sentence)
        self._button.setVisible(bool(action))
        if action:
            self._button.setText(self._texts(f"editor.action.{action}"))
        self.show()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    @Slot()
    def press(self) -> None:
        """Press its button."""
        self._button.click()

    @Slot()
    def _choose(self) -> None:
        self.hide()
        self.action_chosen.emit(self._action)
