"""What a reply was made from: the bar of sections, what was left out, what was known, the words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from pet.chat import why_text
from pet.chat.desk import shortened
from pet.chat.why import Why
from pet.i18n import Texts
from pet.ui.frame.window import Window
from pet.ui.theme import Theme
from pet.ui.why.bar import SectionBar
from pet.ui.why.pieces import LinesCard, RawText, SectionTable, label

USUAL: Final = QSize(560, 660)  # px
_COPIED_MS: Final = 1400
_ONCE: Final = Qt.ConnectionType.SingleShotConnection


class WhyWindow(Window):
    """Shows one `Why`; another one takes its place."""

    def __init__(self, theme: Theme, texts: Texts, size: QSize) -> None:
        super().__init__(theme, texts("why.title"), size)
        self._texts = texts
        self._why: Why | None = None
        self.page: WhyPage | None = None
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.copy = QPushButton(texts("why.copy"), self)
        self.copy.setEnabled(False)
        self.copy.clicked.connect(self._copy)
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(_COPIED_MS)
        self._copied.timeout.connect(self._offer_copy)
        self._arrange(theme)

    def _arrange(self, theme: Theme) -> None:
        space = theme.spacing
        foot = QHBoxLayout()
        foot.setContentsMargins(space.l, 0, space.l, 0)
        foot.addStretch()
        foot.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, space.m, 0, space.m)
        column.setSpacing(space.s)
        column.addWidget(self._scroll, 1)
        column.addLayout(foot)

    @property
    def is_filled(self) -> bool:
        """Whether there is an account to see."""
        return self.page is not None

    def show_why(self, why: Why | None) -> None:
        """Show what is known; the same again moves nothing. None: nothing was kept of it."""
        if why is not None and why == self._why:
            return
        self._why = why
        self.copy.setEnabled(why is not None)
        if why is None:
            self.page = None
            self._scroll.setWidget(self._nothing())
            return
        self.page = WhyPage(why, self.theme, self._texts)
        self._scroll.setWidget(self.page)
        self.page.raw.opened.connect(self._show_raw)

    def show_theme(self, theme: Theme) -> None:
        if self.page is not None:
            self.page.show_theme(theme)

    def _nothing(self) -> QWidget:
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        space = self.theme.spacing
        column.setContentsMargins(space.l, space.xs, space.l, space.xs)
        column.addWidget(label(self._texts("why.no_report"), page, "quiet"))
        column.addStretch()
        return page

    @Slot()
    def _show_raw(self) -> None:
        self._scroll.verticalScrollBar().rangeChanged.connect(self._follow_raw, _ONCE)

    @Slot()
    def _follow_raw(self) -> None:
        """The page is as high now as the box wants it."""
        if self.page is not None:
            self._scroll.ensureWidgetVisible(self.page.raw)

    @Slot()
    def _copy(self) -> None:
        if self._why is None or self.page is None:
            return
        text = why_text.told(self._texts, self._why)
        if self.page.raw.is_open:
            text += f"\n\n{self._texts('why.raw')}\n\n{self.page.raw.text}"
        QGuiApplication.clipboard().setText(text)
        self.copy.setText(self._texts("why.copied"))
        self._copied.start()

    @Slot()
    def _offer_copy(self) -> None:
        self.copy.setText(self._texts("why.copy"))


class WhyPage(QWidget):
    """The whole account, one part below the other."""

    def __init__(self, why: Why, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        space = theme.spacing
        report = why.report
        column = QVBoxLayout(self)
        column.setContentsMargins(space.l, space.xs, space.l, space.xs)
        column.setSpacing(space.m)
        column.addWidget(label(texts("why.parts"), self, "title"))
        column.addWidget(label(f"“{shortened(' '.join(why.said.split()))}”", self, "quiet"))
        self.bar = SectionBar(theme, texts, self)
        self.bar.show_report(report)
        column.addWidget(self.bar)
        column.addWidget(label(why_text.head(texts, report), self, "quiet"))
        self.table = SectionTable(report, theme, texts, self)
        column.addWidget(self.table)
        for title, lines in _cards(texts, why):
            column.addWidget(LinesCard(title, lines, theme, self))
        self.raw = RawText(why.messages, theme, texts, self)
        column.addWidget(self.raw)
        column.addStretch()

    def show_theme(self, theme: Theme) -> None:
        self.bar.show_theme(theme)
        self.table.show_theme(theme)


def _cards(texts: Texts, why: Why) -> list[tuple[str, list[str]]]:
    left = why_text.left_lines(texts, why.report)
    title, *lines = left or [texts("why.left_head"), texts("why.nothing_left")]
    cards = [(title, [line.removeprefix("- ") for line in lines])]
    tokens = texts("why.memory_tokens", tokens=why.report.tokens_of("preferences"))
    used = [why_text.line_text(texts, line) for line in why.used]
    cards.append((texts("why.used"), [*used, tokens]))
    if why.left:
        out = [why_text.line_text(texts, line) for line in why.left]
        cards.append((texts("why.left_out"), out))
    before = [why_text.before(texts, why), *why_text.changes(texts, why)]
    cards.append((texts("why.before"), before))
    return cards
