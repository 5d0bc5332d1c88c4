"""The memos as rows: at most thirty, kept row by row while they change, put in order by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.memory.memos import Memo
from pet.ui.memory.memo_row import MemoRow
from pet.ui.memory.wishes import MoveMemo
from pet.ui.theme import Theme


class MemoList(QScrollArea):
    """Rows that stay as they are (typed text, focus, place) unless their memo changed."""

    wished = Signal(object)  # wishes.Wish
    erase_wanted = Signal(int)
    origin_wanted = Signal(int)

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts = texts
        self._rows: dict[int, MemoRow] = {}
        self._order: list[int] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = QWidget(self)
        self._page.setObjectName("page")
        self._column = QVBoxLayout(self._page)
        self._column.setContentsMargins(0, 0, theme.spacing.s, 0)
        self._column.setSpacing(theme.spacing.s)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._mark = QFrame(self._page)  # where a dragged row would go
        self._mark.hide()
        self.show_theme(theme)

    @property
    def rows(self) -> tuple[MemoRow, ...]:
        """The rows from the top."""
        return tuple(self._rows[memo] for memo in self._order)

    def show_memos(self, memos: Sequence[Memo], now: datetime) -> None:
        """Show *memos* in their order; a row in which somebody types outlives its memo."""
        for gone in self._rows.keys() - {memo.id for memo in memos}:
            if not self._rows[gone].is_edited:
                self._drop(gone)
        for memo in memos:
            row = self._rows.get(memo.id) or self._build(memo)
            row.show_memo(memo, now)
        kept = [memo for memo in self._order if memo in self._rows]
        order = [memo.id for memo in memos]
        order += [memo for memo in kept if memo not in order]
        if order != self._order:
            self._arrange(order)

    def row(self, memo: int) -> MemoRow | None:
        return self._rows.get(memo)

    def show_row(self, memo: int) -> None:
        """Scroll to a memo and give it the focus."""
        if row := self._rows.get(memo):
            row.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(row)

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        for row in self._rows.values():
            row.show_theme(theme)
        accent = QColor(theme.palette.accent).name()
        self._mark.setStyleSheet(f"background: {accent}; border-radius: 1px;")

    def _build(self, memo: Memo) -> MemoRow:
        row = MemoRow(memo, self._theme, self._texts, self._page)
        row.wished.connect(self.wished)
        row.erase_wanted.connect(self.erase_wanted)
        row.origin_wanted.connect(self.origin_wanted)
        row.step_wanted.connect(self._step)
        row.focus_step_wanted.connect(self._step_focus)
        row.dragged.connect(self._show_place)
        row.dropped.connect(self._drop_at)
        self._rows[memo.id] = row
        return row

    def _drop(self, memo: int) -> None:
        row = self._rows.pop(memo)
        place = self._order.index(memo) if memo in self._order else 0
        had_focus = row.hasFocus()
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._order = [each for each in self._order if each != memo]
        if had_focus and self._order:
            self._rows[self._order[min(place, len(self._order) - 1)]].setFocus()

    def _arrange(self, order: list[int]) -> None:
        self._order = order
        former: QWidget | None = None
        for place, memo in enumerate(order):
            row = self._rows[memo]
            self._column.removeWidget(row)
            self._column.insertWidget(place, row)
            row.show()
            if former is not None:
                QWidget.setTabOrder(former, row)
            former = row

    @Slot(int, int)
    def _step(self, memo: int, step: int) -> None:
        place = self._order.index(memo)
        self._move(memo, place - 1 if step < 0 else place + 2)

    @Slot(int)
    def _step_focus(self, step: int) -> None:
        row = self.sender()
        assert isinstance(row, MemoRow)
        place = self._order.index(row.memo.id) + step
        if 0 <= place < len(self._order):
            self.show_row(self._order[place])

    @Slot(int, QPoint)
    def _show_place(self, memo: int, at: QPoint) -> None:
        place = self._place(at)
        rows = self.rows
        y = rows[place].y() - 5 if place < len(rows) else rows[-1].geometry().bottom() + 3
        self._mark.setGeometry(0, y, self._page.width() - self._theme.spacing.s, 3)
        self._mark.show()
        self._mark.raise_()
        self.ensureVisible(0, self._page.mapFromGlobal(at).y(), 0, 24)

    @Slot(int, QPoint)
    def _drop_at(self, memo: int, at: QPoint) -> None:
        self._mark.hide()
        self._move(memo, self._place(at))

    def _place(self, at: QPoint) -> int:
        """Before which row a row would go that is let go at *at*, in px of the screen."""
        y = self._page.mapFromGlobal(at).y()
        return sum(row.geometry().center().y() < y for row in self.rows)

    def _move(self, memo: int, place: int) -> None:
        """To stand before the row that is now at *place*.

        A pin and the kind go before the user's order, so a row moves among those of its rank.
        """
        rank = _rank(self._rows[memo].memo)
        ranks = [_rank(row.memo) for row in self.rows]
        first = ranks.index(rank)
        after = first + ranks.count(rank)
        place = min(max(place, first), after)
        now = self._order.index(memo)
        if place not in (now, now + 1):
            self.wished.emit(MoveMemo(memo, self._order[place] if place < after else None))


def _rank(memo: Memo) -> tuple[bool, bool]:
    """What stands before the user's order (design, order of trust)."""
    return memo.pinned, memo.kind == "talk"
