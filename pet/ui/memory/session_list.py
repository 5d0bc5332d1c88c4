"""The conversations as a list: how each began, when, with whom and how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from pet.i18n import Texts
from pet.memory.conversations import Conversation
from pet.ui.memory import words
from pet.ui.memory.row_list import ROLE, TOP, Index, RowList, RowPainter
from pet.ui.theme import Theme
from pet.ui.tips import plain_tip

_PAD: Final = 8  # px


class SessionModel(QAbstractListModel):
    """Rows are conversations, the last one first."""

    def __init__(
        self, texts: Texts, name_of: Callable[[str], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._texts = texts
        self._name_of = name_of  # a persona's
        self._now: datetime | None = None
        self.rows: tuple[Conversation, ...] = ()

    def show(self, rows: Sequence[Conversation], now: datetime) -> bool:
        """The conversations there are now; whether anything is different."""
        rows = tuple(rows)
        self._now = now
        if rows == self.rows:
            return False
        if [row.session for row in rows] == [row.session for row in self.rows]:
            self.rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return True
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = TOP) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # as Qt has
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROLE:
            return self.details(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.title)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}, {self.details(row)}"
        return None

    def details(self, row: Conversation) -> str:
        """When, with whom, and how many turns."""
        assert self._now is not None
        when = words.moment(self._texts, row.last_ms, self._now)
        count = self._texts.count("memory.turns", row.turns)
        return f"{when} · {self._name_of(row.persona)} · {count}"


class _Painter(RowPainter):
    """Two lines: how it began, and the quiet rest."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, option.fontMetrics.height() * 2 + 2 * _PAD + 4)

    def write(self, painter: QPainter, body: QRect, index: Index, *, chosen: bool) -> None:
        place = body.adjusted(_PAD, 4, -_PAD, -4)
        half = place.height() // 2
        lines = ((index.data(), 1.0, "text"), (index.data(ROLE), 0.87, "muted"))
        for number, (text, scale, color) in enumerate(lines):
            painter.setFont(self.theme.font(scale))
            painter.setPen(self.theme.color("selection_text" if chosen else color))
            area = QRect(place.x(), place.y() + number * half, place.width(), half)
            short = painter.fontMetrics().elidedText(
                str(text), Qt.TextElideMode.ElideRight, area.width()
            )
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, short)


class SessionList(RowList):
    """`session_chosen` when the user goes to a conversation; Delete asks to erase it."""

    session_chosen = Signal(int)
    erase_wanted = Signal(int)

    def __init__(self, model: SessionModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_Painter(theme), parent=parent)
        self._rows = model
        self._is_showing = False
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.selectionModel().currentChanged.connect(self._tell)

    def current(self) -> int | None:
        """The session that is chosen."""
        row = self.currentIndex().row()
        return self._rows.rows[row].session if 0 <= row < len(self._rows.rows) else None

    def show_rows(self, rows: Sequence[Conversation], now: datetime) -> None:
        """The conversations there are now; what was chosen stays so, where it is still there."""
        chosen, scrolled = self.current(), self.verticalScrollBar().value()
        if self._rows.show(rows, now) and chosen is not None:
            self.choose(chosen, told=False)
            self.verticalScrollBar().setValue(scrolled)

    def choose(self, session: int, *, told: bool = True) -> None:
        """Make *session* the chosen one; *told*: as if the user had."""
        for number, row in enumerate(self._rows.rows):
            if row.session == session:
                self._is_showing = not told
                self.setCurrentIndex(self._rows.index(number))
                self._is_showing = False

    @Slot(QModelIndex)
    def _tell(self, current: QModelIndex) -> None:
        if current.isValid() and not self._is_showing:
            self.session_chosen.emit(self._rows.rows[current.row()].session)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = self.current()
        if event.key() == Qt.Key.Key_Delete and chosen is not None:
            self.erase_wanted.emit(chosen)
        else:
            super().keyPressEvent(event)
