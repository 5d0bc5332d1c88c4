"""A transcript that scrolls smoothly however long it is: only what is seen is laid out."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pet.ui.memory.scroll_place import STEP, Place
from pet.ui.memory.turn_model import Index, TurnModel
from pet.ui.memory.turn_sketch import UNKNOWN_HEIGHT, Sketches
from pet.ui.theme import Theme

_WHEEL: Final = 60  # px for one notch
_NOTCH: Final = 120  # what Qt counts for it
_END: Final = -1  # hold the newest row, whichever that is
_UPPER: Final = 0.25  # of the room stays above the turn that was gone to
_FAR: Final = 1e9  # px: beyond any end


class TurnView(QAbstractItemView):
    """Shows a `TurnModel` with the sketches that it is given."""

    def __init__(
        self, model: TurnModel, sketches: Sketches, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.turns = model
        self.sketches = sketches
        self.theme = theme
        self.place = Place(model.rowCount, self._height)
        self._held: int | None = None  # the turn (or _END) to stay at until the user scrolls
        self._is_placing = False
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().sliderPressed.connect(self.let_go)
        model.modelReset.connect(self.place_again)
        model.rowsInserted.connect(self.place_again)
        model.dataChanged.connect(self.place_again)

    def go_to(self, turn: int) -> None:
        """Bring a turn into view and make it the current one; stay there while its words come."""
        row = self.turns.row_of(turn)
        if row >= 0:
            self._held = turn
            self.setCurrentIndex(self.turns.index(row))
            self.place_again()

    def go_to_end(self) -> None:
        """Show the newest turn."""
        self._held = _END
        self.place_again()

    @Slot()
    def let_go(self) -> None:
        """The user goes elsewhere."""
        self._held = None

    @Slot()
    def place_again(self) -> None:
        """Heights may be others now: stay at what is held, else at the first row that is seen."""
        self.place.room = float(self.viewport().height())
        row, above = self.place.row, self.place.above
        if self._held == _END:
            row, above = max(0, self.turns.rowCount() - 1), _FAR
        elif self._held is not None and (held := self.turns.row_of(self._held)) >= 0:
            row, above = held, -self.place.room * _UPPER
        self.place.go(row, above)
        self._show_place()

    def _show_place(self) -> None:
        """Tell the scroll bar, and paint."""
        place, bar = self.place, self.verticalScrollBar()
        self._is_placing = True
        bar.setSingleStep(STEP // 3)
        bar.setPageStep(STEP * max(1, sum(1 for _ in place.seen()) - 1))
        bar.setRange(0, place.value(*place.last()))
        bar.setValue(place.value(place.row, place.above))
        self._is_placing = False
        self.viewport().update()

    def _height(self, row: int) -> float:
        turn = self.turns.turn(row)
        if turn is None:
            return UNKNOWN_HEIGHT
        return self.sketches.of(turn, self.viewport().width()).height

    # -- what Qt asks of a view -------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802 - Qt's name
        if not self._is_placing:
            self.let_go()
            self.place.take_value(self.verticalScrollBar().value())
            self._show_place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.let_go()
        self.place.scroll(-(event.pixelDelta().y() or event.angleDelta().y() * _WHEEL / _NOTCH))
        self._show_place()
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_again()

    def visualRect(self, index: Index) -> QRect:  # noqa: N802 - Qt's name
        for row, y, height in self.place.seen():
            if row == index.row():
                return QRect(0, round(y), self.viewport().width(), round(height))
        return QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: N802 - Qt's name
        for row, y, height in self.place.seen():
            if y <= point.y() < y + height:
                return self.turns.index(row)
        return QModelIndex()

    def scrollTo(  # noqa: N802 - Qt's name
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        if not index.isValid() or self._held is not None:
            return
        seen = self.visualRect(index)
        if seen.isNull() or seen.top() < 0:
            self.place.go(index.row(), 0.0)
        elif (over := seen.bottom() - self.viewport().height()) > 0:
            self.place.scroll(min(over, seen.top()))
        self._show_place()

    def moveCursor(  # noqa: N802 - Qt's name
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        self.let_go()
        actions = QAbstractItemView.CursorAction
        page = max(1, sum(1 for _ in self.place.seen()) - 1)
        last = self.turns.rowCount() - 1
        row = max(0, self.currentIndex().row())
        steps = {
            actions.MoveUp: row - 1,
            actions.MoveDown: row + 1,
            actions.MovePageUp: row - page,
            actions.MovePageDown: row + page,
            actions.MoveHome: 0,
            actions.MoveEnd: last,
        }
        return self.turns.index(min(max(steps.get(action, row), 0), last))

    def horizontalOffset(self) -> int:  # noqa: N802 - Qt's name
        return 0

    def verticalOffset(self) -> int:  # noqa: N802 - Qt's name
        return 0

    def isIndexHidden(self, index: Index) -> bool:  # noqa: N802 - Qt's name
        return False

    def setSelection(  # noqa: N802 - Qt's name
        self, rect: QRect, command: QItemSelectionModel.SelectionFlag
    ) -> None:
        first, last = self.indexAt(rect.topLeft()), self.indexAt(rect.bottomRight())
        if first.isValid() and last.isValid():
            low, high = sorted((first.row(), last.row()))
            chosen = QItemSelection(self.turns.index(low), self.turns.index(high))
            self.selectionModel().select(chosen, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: N802 - Qt's
        region = QRegion()
        for row, y, height in self.place.seen():
            if selection.contains(self.turns.index(row)):
                region += QRect(0, round(y), self.viewport().width(), round(height))
        return region

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self.viewport().width()
        for row, y, height in self.place.seen():
            index = self.turns.index(row)
            ground = QRect(3, round(y) + 2, width - 6, round(height) - 4)
            chosen = self.selectionModel().isSelected(index)
            current = index == self.currentIndex() and self.hasFocus()
            _paint_ground(painter, ground, self.theme, chosen=chosen, current=current)
            turn = self.turns.turn(row)
            if turn is not None:
                self.sketches.of(turn, width).paint(painter, y, width, self.theme)


def _paint_ground(
    painter: QPainter, place: QRect, theme: Theme, *, chosen: bool, current: bool
) -> None:
    if chosen:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("hover"))
        painter.drawRoundedRect(place, 8, 8)
    if current:
        painter.setPen(QPen(theme.color("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(place, 8, 8)
