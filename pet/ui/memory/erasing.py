"""Erasing for good is asked for in writing: what will go is shown, and a word has to be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from pet.i18n import Texts
from pet.memory.turns import Turn
from pet.memory.wording import folded
from pet.ui.frame.look import style_sheet
from pet.ui.frame.tick import Tick
from pet.ui.memory.editor import LineEditor
from pet.ui.memory.paragraph import Paragraph
from pet.ui.memory.wishes import EraseMemo, EraseSession, EraseTurns
from pet.ui.theme import Theme

_WIDTH: Final = 460  # px
_OFFERED_PX: Final = 150
_PIECE: Final = 140  # scalars of a turn that is offered
_WORD_LIMIT: Final = 20


class EraseDialog(QDialog):
    """`confirmed` with the wish, once the word was typed and the button pressed."""

    confirmed = Signal(object)  # EraseMemo | EraseTurns | EraseSession

    def __init__(
        self,
        wish: EraseMemo | EraseTurns | EraseSession,
        what: str,
        goes: str,
        theme: Theme,
        texts: Texts,
        parent: QWidget,
        *,
        offered: Sequence[Turn] = (),
    ) -> None:
        """*what* is shown as the text that goes, *goes* says what else; *offered* may go too."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(texts("memory.erase.title"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setStyleSheet(style_sheet(theme) + f"QDialog {{ background: {theme.palette.card}; }}")
        self.setFont(theme.font())
        self._wish = wish
        self._theme = theme
        self._texts = texts
        self._word = texts("memory.erase.word")
        self._boxes: list[tuple[Tick, Turn]] = []
        self.editor = LineEditor(theme, _WORD_LIMIT, texts("memory.erase.type_name"), self)
        self.erase = QPushButton(texts("memory.erase.yes"), self)
        self.erase.setObjectName("danger")
        self.erase.setAutoDefault(False)
        self.erase.setEnabled(False)
        self._keep = QPushButton(texts("memory.erase.no"), self)
        self._keep.setAutoDefault(False)
        self._arrange(what, goes, offered)
        self.editor.changed.connect(self._compare)
        self.editor.entered.connect(self._confirm)
        self.editor.given_up.connect(self.reject)
        self.erase.clicked.connect(self._confirm)
        self._keep.clicked.connect(self.reject)
        self.editor.setFocus()

    def _arrange(self, what: str, goes: str, offered: Sequence[Turn]) -> None:
        space = self._theme.spacing
        column = QVBoxLayout(self)
        column.setContentsMargins(space.l, space.l, space.l, space.l)
        column.setSpacing(space.m)
        card = QFrame(self)
        card.setObjectName("card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(space.m, space.m, space.m, space.m)
        inside.addWidget(self._words(what, card))
        column.addWidget(card)
        column.addWidget(self._words(goes, self))
        if offered:
            column.addWidget(self._words(self._texts("memory.erase.also"), self))
            column.addWidget(self._choices(offered))
        column.addWidget(self._words(self._texts("memory.erase.type", word=self._word), self))
        column.addWidget(self.editor)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._keep)
        row.addWidget(self.erase)
        column.addLayout(row)
        self.setMinimumWidth(_WIDTH)

    def _choices(self, offered: Sequence[Turn]) -> QScrollArea:
        """The turns in which the text stands, each to be ticked."""
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setMaximumHeight(_OFFERED_PX)
        page = QWidget(area)
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        for turn in offered:
            piece = " ".join(f"{turn.user_text} – {turn.reply}".split())[:_PIECE]
            box = Tick(piece, page)
            self._boxes.append((box, turn))
            column.addWidget(box)
        column.addStretch(1)
        area.setWidget(page)
        return area

    def _words(self, text: str, parent: QWidget) -> Paragraph:
        paragraph = Paragraph(self._theme, parent)
        paragraph.show_text(text)
        return paragraph

    def _is_typed(self) -> bool:
        return folded(self.editor.draft()) == folded(self._word)

    @Slot()
    def _compare(self) -> None:
        self.erase.setEnabled(self._is_typed())

    @Slot()
    def _confirm(self) -> None:
        if not self._is_typed():
            return
        wish = self._wish
        if isinstance(wish, EraseMemo):
            chosen = tuple(turn.id for box, turn in self._boxes if box.isChecked())
            wish = EraseMemo(wish.memo, chosen)
        self.confirmed.emit(wish)
        self.accept()
