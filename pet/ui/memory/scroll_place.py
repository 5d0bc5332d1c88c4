"""Where a long list of rows of unknown heights is scrolled to: a row, and the px of it above.

Only rows near the place are ever measured. A scroll bar counts rows in thousandths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

STEP: Final = 1000  # of a scroll bar for one row


class Place:
    """Keeps itself within the rows there are; *height* gives the px of a row, always above 0."""

    def __init__(self, rows: Callable[[], int], height: Callable[[int], float]) -> None:
        self._rows = rows
        self._height = height
        self.room = 0.0  # px that are seen
        self.row = 0  # the first that is seen
        self.above = 0.0  # px of it beyond the upper edge

    def go(self, row: int, above: float) -> None:
        """To *row*, with *above* px of it hidden (negative: that much room over it)."""
        self.row, self.above = row, above
        self.settle()

    def scroll(self, px: float) -> None:
        """Down by *px*."""
        self.go(self.row, self.above + px)

    def settle(self) -> None:
        """Put the place right: within a row, and not beyond either end."""
        rows = self._rows()
        self.row = min(self.row, max(0, rows - 1))
        while rows and self.above < 0 and self.row > 0:
            self.row -= 1
            self.above += self._height(self.row)
        while self.row < rows - 1 and self.above >= self._height(self.row):
            self.above -= self._height(self.row)
            self.row += 1
        self.row, self.above = min((self.row, max(0.0, self.above)), self.last())

    def last(self) -> tuple[int, float]:
        """The place from which the last row ends at the lower edge."""
        room = self.room
        for row in range(self._rows() - 1, -1, -1):
            height = self._height(row)
            if height >= room:
                return row, height - room
            room -= height
        return 0, 0.0

    def seen(self) -> Iterator[tuple[int, float, float]]:
        """Row, y and height of what is seen, from the top."""
        y = -self.above
        for row in range(self.row, self._rows()):
            if y > self.room:
                return
            height = self._height(row)
            yield row, y, height
            y += height

    def value(self, row: int, above: float) -> int:
        """What a scroll bar shows for a place."""
        if not self._rows():
            return 0
        return row * STEP + min(STEP - 1, round(above / self._height(row) * STEP))

    def take_value(self, value: int) -> None:
        """Go where a scroll bar was put."""
        row = min(value // STEP, max(0, self._rows() - 1))
        share = value % STEP / STEP
        self.go(row, share * self._height(row) if self._rows() else 0.0)
