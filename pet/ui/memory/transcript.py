"""One conversation to be read: its turns, the line of what the pet still sees, its summaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from pet.i18n import Texts
from pet.memory.snippets import Marker
from pet.memory.summaries import Summary
from pet.memory.turns import Turn
from pet.ui.memory import words
from pet.ui.memory.turn_model import TurnModel
from pet.ui.memory.turn_sketch import Extras, Sketches
from pet.ui.memory.turn_view import TurnView
from pet.ui.theme import Theme

_ENDINGS = ("stopped", "failed", "length")


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a conversation beside its turns."""

    oldest_seen: int | None = None  # the oldest turn that the pet still sees, if it is in here
    summaries: Mapping[int, Summary] = field(default_factory=dict)  # by the turn each ends with


class Transcript(TurnView):
    """Copies and erases what is chosen; a click on a summary unfolds it."""

    erase_wanted = Signal(object)  # the numbers of turns

    def __init__(
        self, theme: Theme, texts: Texts, now: datetime, parent: QWidget | None = None
    ) -> None:
        self._texts = texts
        self._now = now
        self._about = About()
        self._words = ""
        self._open: set[int] = set()  # turns whose summary is unfolded
        super().__init__(TurnModel(), Sketches(self._extras, theme), theme, parent)
        self.turns.setParent(self)
        self.setAccessibleName(texts("memory.transcript"))

    def show_about(self, about: About, now: datetime) -> None:
        """Draw the line and the summaries where they belong now."""
        self._about, self._now = about, now
        self.place_again()

    def mark(self, looked_for: str) -> None:
        """Mark what was *looked_for*; empty: nothing."""
        self._words = looked_for
        self.place_again()

    def show_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.sketches.wear(theme)
        self.place_again()

    def chosen(self) -> tuple[int, ...]:
        """The numbers of the selected turns, oldest first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.turns.numbers[row] for row in rows)

    def _extras(self, turn: Turn) -> Extras:
        texts, about = self._texts, self._about
        ending = texts(f"memory.ending.{turn.state}") if turn.state in _ENDINGS else ""
        summary = about.summaries.get(turn.id)
        marks = bool(self._words)
        return Extras(
            when=words.moment(texts, turn.created_ms, self._now),
            ending=ending,
            oldest=texts("memory.oldest_seen") if turn.id == about.oldest_seen else "",
            summary=summary,
            summary_title=texts("memory.summary") if summary else "",
            is_open=turn.id in self._open,
            user_marks=_marks(turn.user_text, self._words) if marks else (),
            reply_marks=_marks(turn.reply, self._words) if marks else (),
        )

    @Slot()
    def _copy(self) -> None:
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        turns = [turn for row in rows if (turn := self.turns.turn(row)) is not None]
        said = "\n\n".join(f"{turn.user_text}\n\n{turn.reply}".strip() for turn in turns)
        if said:
            QGuiApplication.clipboard().setText(said)

    @Slot()
    def _wish_erase(self) -> None:
        if chosen := self.chosen():
            self.erase_wanted.emit(chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.key() == Qt.Key.Key_Delete:
            self._wish_erase()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._toggle(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._texts("memory.copy"), self._copy)
        menu.addAction(self._texts("memory.erase_turns"), self._wish_erase)
        menu.popup(event.globalPos())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        turn = self.turns.turn(index.row()) if index.isValid() else None
        if turn is None:
            return
        head = self.sketches.of(turn, self.viewport().width()).summary_head
        inside = event.position() - QPointF(0, self.visualRect(index).top())
        if head is not None and head.contains(inside):
            self._toggle(index.row())

    def _toggle(self, row: int) -> None:
        if row < 0 or self.turns.numbers[row] not in self._about.summaries:
            return
        self._open ^= {self.turns.numbers[row]}
        self.let_go()
        self.place_again()


@lru_cache(maxsize=256)  # each painting asks again
def _marks(text: str, looked_for: str) -> tuple[tuple[int, int], ...]:
    return Marker(looked_for).places(text)
