"""The thin line in the conversation above which the pet sees nothing word for word any more."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from pet.i18n import Texts
from pet.ui.theme import Theme


class SeenLine(QWidget):
    """A rule with a few quiet words in it; the style sheet of the chat colours both."""

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        label = QLabel(texts("chat.oldest_seen"), self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setObjectName("seen")
        label.setToolTip(texts("chat.oldest_seen_hint"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.spacing.s)
        row.addWidget(_rule(self), 1)
        row.addWidget(label)
        row.addWidget(_rule(self), 1)


def _rule(parent: QWidget) -> QFrame:
    rule = QFrame(parent)
    rule.setObjectName("rule")
    rule.setFixedHeight(1)
    return rule
