"""What stands in the window below the bar: the table of sections, cards of lines, the raw text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from pet.chat import why_text
from pet.chat.recent_prompts import MAX_KEPT
from pet.chat.why import SentMessage
from pet.i18n import Texts
from pet.prompt.report import Report
from pet.ui.theme import Theme
from pet.ui.why.bar import Swatch

_RAW_LINES: Final = 16  # that are seen at once


def label(text: str, parent: QWidget, rank: str = "") -> QLabel:
    """Words of that rank (see `look`), which can be selected and read aloud."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setObjectName(rank)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


class SectionTable(QWidget):
    """A row for each section: its colour, its name, what it has and costs."""

    def __init__(
        self, report: Report, theme: Theme, texts: Texts, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._swatches: list[Swatch] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.spacing.s)
        grid.setVerticalSpacing(theme.spacing.xs)
        grid.setColumnStretch(1, 1)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        shown = [one for one in report.sections if one.offered_bytes]
        for row, section in enumerate(shown):
            swatch = Swatch(section.name, theme, self)
            self._swatches.append(swatch)
            name = label(why_text.section_name(texts, section.name), self)
            amount = label(why_text.section_amount(texts, report, section), self, "quiet")
            amount.setWordWrap(False)
            grid.addWidget(swatch, row, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(name, row, 1)
            grid.addWidget(amount, row, 2, right)

    def show_theme(self, theme: Theme) -> None:
        for swatch in self._swatches:
            swatch.show_theme(theme)


class LinesCard(QFrame):
    """A heading and lines below it, on a ground of their own."""

    def __init__(
        self, title: str, lines: Sequence[str], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        space = theme.spacing
        column = QVBoxLayout(self)
        column.setContentsMargins(space.m, space.s + 2, space.m, space.s + 2)
        column.setSpacing(space.xs)
        head = label(title, self)
        head.setFont(theme.font(bold=True))
        column.addWidget(head)
        for line in lines:
            column.addWidget(label(line, self))


class RawText(QWidget):
    """The prompt word for word, folded away until somebody is curious."""

    opened = Signal()

    def __init__(
        self,
        messages: Sequence[SentMessage],
        theme: Theme,
        texts: Texts,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._texts = texts
        self.text = "\n\n".join(_told(texts, message) for message in messages)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.spacing.xs)
        head = QHBoxLayout()
        title = label(texts("why.raw"), self)
        title.setFont(theme.font(bold=True))
        head.addWidget(title)
        head.addStretch()
        column.addLayout(head)
        self.toggle = QPushButton(texts("why.raw_show"), self)
        self.toggle.setVisible(bool(messages))
        self.toggle.clicked.connect(self._turn)
        head.addWidget(self.toggle)
        if not messages:
            column.addWidget(label(texts("why.raw_gone", kept=MAX_KEPT), self, "quiet"))
        self.box = self._box()
        column.addWidget(self.box)

    @property
    def is_open(self) -> bool:
        return not self.box.isHidden()

    def _box(self) -> QPlainTextEdit:
        box = QPlainTextEdit(self)
        box.setReadOnly(True)
        box.setTabChangesFocus(True)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setFamilies([*fixed.families(), *self.font().families()])
        box.setFont(fixed)
        box.setPlainText(self.text)
        box.setFixedHeight(_RAW_LINES * box.fontMetrics().lineSpacing())
        box.setAccessibleName(self._texts("why.raw"))
        box.hide()
        return box

    @Slot()
    def _turn(self) -> None:
        self.box.setVisible(self.box.isHidden())
        self.toggle.setText(self._texts("why.raw_hide" if self.is_open else "why.raw_show"))
        if self.is_open:
            self.opened.emit()


def _told(texts: Texts, message: SentMessage) -> str:
    role, change = texts(f"why.role.{message.role}"), texts(f"why.change.{message.change}")
    return f"[{role} · {change}]\n{message.text}"
