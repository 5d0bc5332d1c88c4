"""One line of the profile as a row: what it says, where it comes from, whether a memo hides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QPushButton, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.memory.conversations import Quote
from pet.memory.profile import ProfileLine
from pet.ui.memory import words
from pet.ui.memory.fold import emptied
from pet.ui.memory.row import Row
from pet.ui.memory.wishes import ChangeLine, RejectLine
from pet.ui.theme import Theme

_PIECE_SCALARS = 70


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line, as it is spoken today, and what was said."""

    line: ProfileLine
    spoken: str
    quotes: tuple[Quote, ...]
    hidden_by_text: str = ""  # of the memo that says otherwise


class ProfileRow(Row):
    """Keys: Enter edits (then the line is the user's), Delete rejects, Space shows the sources."""

    wished = Signal(object)  # wishes.Wish
    origin_wanted = Signal(int)  # a turn

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget) -> None:
        super().__init__(theme, texts, parent)
        self._shown: ShownLine | None = None  # None: nothing was shown yet
        self._seen = 0  # the version that is shown
        self._seen_at_edit = 0
        self._now: datetime | None = None
        self._sources = QPushButton(self)
        self._sources.setObjectName("link")
        self._sources.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._sources.setCursor(Qt.CursorShape.PointingHandCursor)
        self._sources.clicked.connect(self._toggle_sources)
        self.below.addWidget(self.about)
        self.below.addWidget(self._sources)
        self.below.addStretch(1)
        self._quotes = QWidget(self)
        self._quotes_column = QVBoxLayout(self._quotes)
        self._quotes_column.setContentsMargins(0, 0, 0, 0)
        self._quotes_column.setSpacing(0)
        self._quotes.hide()
        self.column.addWidget(self._quotes)
        self.add_button("pen", texts("memory.edit")).clicked.connect(self.edit)
        self.add_button("close", texts("memory.reject")).clicked.connect(self._wish_reject)

    @property
    def line(self) -> ProfileLine:
        assert self._shown is not None
        return self._shown.line

    def show_line(self, shown: ShownLine, version: int, now: datetime) -> None:
        """Show it as it is in *version*, the newest; what is being typed over it stays."""
        changed = self._shown is None or self._shown.quotes != shown.quotes
        self._shown, self._seen, self._now = shown, version, now
        texts, line = self.texts, shown.line
        self.paragraph.show_text(shown.spoken)
        hidden = line.state == "hidden"
        self.paragraph.show_color("muted" if hidden else "text")
        about = self._state(shown)
        self.about.show_text(about)
        self.about.setVisible(bool(about))
        self._sources.setText(texts.count("memory.sources", len(shown.quotes)))
        self._sources.setVisible(bool(shown.quotes))
        self.setAccessibleName(f"{shown.spoken} {about}".strip())
        if changed and not self._quotes.isHidden():
            self._fill_quotes(shown.quotes)

    def _state(self, shown: ShownLine) -> str:
        line = shown.line
        if line.state == "hidden":
            if shown.hidden_by_text:
                return self.texts(
                    "memory.hidden_by", number=line.hidden_by, text=shown.hidden_by_text
                )
            return self.texts("memory.hidden_forgotten")
        return self.texts("memory.theirs") if line.theirs else ""

    def content(self) -> str:
        return self.line.text

    def begin_edit(self) -> None:
        self._seen_at_edit = self._seen

    def take_newer(self) -> None:
        """The user has been told what another copy wrote: the next Enter writes over it."""
        self._seen_at_edit = self._seen

    def save(self, text: str) -> None:
        self.wished.emit(ChangeLine(self.line.id, text, self._seen_at_edit))

    def fill(self, menu: QMenu) -> None:
        texts = self.texts
        menu.addAction(texts("memory.edit"), self.edit)
        menu.addAction(texts("memory.copy"), self.copy)
        menu.addSeparator()
        menu.addAction(texts("memory.reject"), self._wish_reject)

    def take_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Delete:
            self._wish_reject()
        elif event.key() == Qt.Key.Key_Space and self.line.turns:
            self._toggle_sources()
        else:
            return False
        return True

    @Slot()
    def _wish_reject(self) -> None:
        self.wished.emit(RejectLine(self.line.id))

    @Slot()
    def _toggle_sources(self) -> None:
        assert self._shown is not None
        opens = self._quotes.isHidden()
        if opens:
            self._fill_quotes(self._shown.quotes)
        self._quotes.setVisible(opens)

    def _fill_quotes(self, quotes: Sequence[Quote]) -> None:
        assert self._now is not None
        column = emptied(self._quotes_column)
        for quote in quotes:
            piece = " ".join(quote.piece.split())
            short = piece if len(piece) <= _PIECE_SCALARS else piece[: _PIECE_SCALARS - 1] + "…"
            day = words.day(self.texts, quote.said_ms, self._now)
            button = QPushButton(f"“{short}” · {day}".replace("&", "&&"), self._quotes)
            button.setObjectName("link")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setToolTip(self.texts("memory.open_origin"))
            button.setProperty("turn", quote.turn)
            button.clicked.connect(self._go_to_quote)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    @Slot()
    def _go_to_quote(self) -> None:
        self.origin_wanted.emit(self.sender().property("turn"))
