"""One line at the foot of the window: what was just done, and a button for what comes next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from pet.i18n import Texts
from pet.ui.chat.buttons import PictureButton
from pet.ui.memory.paragraph import Paragraph
from pet.ui.theme import Theme


class ToldLine(QFrame):
    """Hidden until something is told."""

    pressed = Signal()

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._sentence = Paragraph(theme, self, color="notice_text")
        self.button = QPushButton(self)
        self.button.setObjectName("action")
        self._close = PictureButton("close", texts("chat.dismiss"), theme, self, size=24)
        row = QHBoxLayout(self)
        row.setContentsMargins(
            theme.spacing.m, theme.spacing.xs, theme.spacing.xs, theme.spacing.xs
        )
        row.setSpacing(theme.spacing.s)
        row.addWidget(self._sentence, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setMinimumHeight(38)
        self.button.clicked.connect(self.pressed)
        self._close.clicked.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        return self._sentence.text

    def tell(self, sentence: str, label: str = "") -> None:
        """Show *sentence*, and a button with *label*, until another takes its place."""
        self._sentence.show_text(sentence)
        self.button.setText(label)
        self.button.setVisible(bool(label))
        self.show()

    def show_theme(self, theme: Theme) -> None:
        self._sentence.show_theme(theme)
        self._close.show_theme(theme)
