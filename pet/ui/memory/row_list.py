"""What the lists of the memory window have in common: how a row is painted, how they scroll."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pet.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex  # as Qt has it
ROLE: Final = Qt.ItemDataRole.UserRole
TOP: Final = QModelIndex()


class RowPainter(QStyledItemDelegate):
    """Paints what lies under a row: where the mouse is, what is chosen, where the keys go."""

    chosen_color = "selection"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        over = bool(state & QStyle.StateFlag.State_MouseOver)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        place: QRect = option.rect
        body = place.adjusted(3, 2, -3, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QPen(self.theme.color("accent"), 1.5)
        painter.setPen(ring if focused else Qt.PenStyle.NoPen)
        if chosen or over:
            painter.setBrush(self.theme.color(self.chosen_color if chosen else "hover"))
        if chosen or over or focused:
            painter.drawRoundedRect(body, 7, 7)
        self.write(painter, body, index, chosen=chosen)
        painter.restore()

    def write(self, painter: QPainter, body: QRect, index: Index, *, chosen: bool) -> None:
        """Write the row into *body*, in px of the view."""
        raise NotImplementedError


class RowList(QListView):
    """A list without a frame, as wide as its place; it scrolls by the pixel."""

    def __init__(
        self, painter: RowPainter, font_scale: float = 1.0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._painter = painter
        self._font_scale = font_scale
        painter.setParent(self)
        self.setItemDelegate(painter)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setFont(painter.theme.font(font_scale))

    def show_theme(self, theme: Theme) -> None:
        """Paint in *theme* from now on."""
        self._painter.theme = theme
        self.setFont(theme.font(self._font_scale))
        self.viewport().update()
