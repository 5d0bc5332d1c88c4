"""The turns of one conversation as a model: all their numbers, and the words of those looked at.

A page of words is asked for when a row of it is first wanted, and the oldest pages leave again, so
a conversation of a hundred thousand turns costs no more than one of fifty.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from pet.memory.turns import Turn

PAGE: Final = 64  # rows
_PAGES: Final = 24  # kept
TURN_ROLE: Final = Qt.ItemDataRole.UserRole
_TOP: Final = QModelIndex()

Index = QModelIndex | QPersistentModelIndex


class TurnModel(QAbstractListModel):
    """Rows are turns, oldest first. Whoever hears `page_wanted` calls `take_page`."""

    page_wanted = Signal(int, object)  # the page, the numbers of its turns

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers: tuple[int, ...] = ()
        self._pages: OrderedDict[int, dict[int, Turn]] = OrderedDict()
        self._asked: set[int] = set()

    @property
    def numbers(self) -> tuple[int, ...]:
        return self._numbers

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self._numbers)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # as Qt has
        turn = self.turn(index.row()) if index.isValid() else None
        if role == TURN_ROLE:
            return turn
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) and turn:
            return f"{turn.user_text}\n{turn.reply}"
        return None

    def turn(self, row: int) -> Turn | None:
        """The turn of *row*; None while its page is on its way."""
        page = row // PAGE
        found = self._pages.get(page)
        if found is None:
            self._ask(page)
            return None
        self._pages.move_to_end(page)
        return found.get(self._numbers[row])

    def row_of(self, number: int) -> int:
        """The row of a turn; -1 where it is not among them."""
        try:
            return self._numbers.index(number)
        except ValueError:
            return -1

    def show_numbers(self, numbers: Sequence[int], *, same: bool) -> None:
        """The turns there are now. *same*: of the conversation that was shown before."""
        numbers = tuple(numbers)
        before, grown = self._numbers, len(numbers) - len(self._numbers)
        if same and numbers[: len(before)] == before:
            if grown:
                self.beginInsertRows(QModelIndex(), len(before), len(numbers) - 1)
                self._numbers = numbers
                self.endInsertRows()
            for page in self._pages:
                self._ask(page)  # a reply may have grown; what is known stays until then
            return
        self.beginResetModel()
        self._numbers = numbers
        self._pages.clear()
        self._asked.clear()
        self.endResetModel()

    def take_page(self, page: int, turns: Sequence[Turn]) -> None:
        """The words of *page*, as they were asked for."""
        self._asked.discard(page)
        fresh = {turn.id: turn for turn in turns}
        if self._pages.get(page) == fresh or page * PAGE >= len(self._numbers):
            return
        self._pages[page] = fresh
        self._pages.move_to_end(page)
        while len(self._pages) > _PAGES:
            self._pages.popitem(last=False)
        last = min((page + 1) * PAGE, len(self._numbers)) - 1
        self.dataChanged.emit(self.index(page * PAGE), self.index(last))

    def forget_asking(self, page: int) -> None:
        """What was asked for did not come; the next look asks again."""
        self._asked.discard(page)

    def _ask(self, page: int) -> None:
        if page not in self._asked:
            self._asked.add(page)
            self.page_wanted.emit(page, self._numbers[page * PAGE : (page + 1) * PAGE])
