"""The list of suggestions above the text box: one for commands, personas and memos."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pet.ui.chat.growing_box import line_height
from pet.ui.chat.suggestions import Suggestion
from pet.ui.theme import Theme

_VISIBLE_ROWS: Final = 6
_SUGGESTION: Final = Qt.ItemDataRole.UserRole
_HINT_LEFT: Final = 0.36  # of the row: where the hints line up


class SuggestionPopup(QListWidget):
    """Shows suggestions and which one is chosen; never takes the focus.

    It is a child of the chat window: a window of its own would have to be kept from the focus,
    the task bar and the input method on every desktop.
    """

    suggestion_picked = Signal(object)  # Suggestion, by a click

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("suggestions")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._rows = _Rows(theme, self)
        self.setItemDelegate(self._rows)
        self.itemEntered.connect(self.setCurrentItem)
        self.itemClicked.connect(self._pick)
        self.hide()

    @property
    def is_open(self) -> bool:
        """Whether there is something to choose from; true also while the window is hidden."""
        return not self.isHidden()

    @property
    def chosen(self) -> Suggestion | None:
        item = self.currentItem()
        suggestion: Suggestion | None = None if item is None else item.data(_SUGGESTION)
        return suggestion

    def show_suggestions(
        self, suggestions: tuple[Suggestion, ...], chosen: Suggestion | None = None
    ) -> None:
        """Offer *suggestions*, with *chosen* or else the first one chosen; none closes."""
        self.clear()
        for suggestion in suggestions:
            item = QListWidgetItem(suggestion.label)
            item.setData(_SUGGESTION, suggestion)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, _spoken(suggestion))
            self.addItem(item)
        if suggestions:
            self.setCurrentRow(suggestions.index(chosen) if chosen in suggestions else 0)
            rows = min(len(suggestions), _VISIBLE_ROWS)
            self.setFixedHeight(rows * self._rows.height + 2 * self._rows.margin)
            self.scrollToItem(self.currentItem())
        self.setVisible(bool(suggestions))

    def choose_next(self, step: int) -> None:
        """Choose the row *step* further, round the ends, and say it to a screen reader."""
        count = self.count()
        if count:
            self.setCurrentRow((self.currentRow() + step) % count)
            self.scrollToItem(self.currentItem())
            self._announce()

    def show_theme(self, theme: Theme) -> None:
        self._rows.theme = theme
        self.viewport().update()

    def _announce(self) -> None:
        """The popup never has the focus, so nothing else would tell what is chosen."""
        if (chosen := self.chosen) is not None and QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self, _spoken(chosen))
            QAccessible.updateAccessibility(event)

    @Slot(QListWidgetItem)
    def _pick(self, item: QListWidgetItem) -> None:
        self.suggestion_picked.emit(item.data(_SUGGESTION))


class _Rows(QStyledItemDelegate):
    """Paints a suggestion: its label, and the hint in a column of its own."""

    margin = 4  # px around the rows

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    @property
    def height(self) -> int:
        """Of a row, in px."""
        return round(line_height(self.theme.font())) + 2 * self.theme.spacing.xs + 2

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, self.height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        suggestion = index.data(_SUGGESTION)
        space = self.theme.spacing
        row = option.rect.adjusted(self.margin, 0, -self.margin, 0)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("selection"))
            painter.drawRoundedRect(row, space.radius_small - 2, space.radius_small - 2)
        inner = row.adjusted(space.s, 0, -space.s, 0)
        left = QRect(inner)
        left.setWidth(round(inner.width() * _HINT_LEFT))
        right = QRect(inner)
        right.setLeft(left.right() + space.s)
        self._write(
            painter, left, suggestion.label, "selection_text" if selected else "text", bold=True
        )
        self._write(
            painter, right, suggestion.hint, "selection_text" if selected else "muted", bold=False
        )
        painter.restore()

    def _write(self, painter: QPainter, place: QRect, text: str, color: str, *, bold: bool) -> None:
        painter.setFont(self.theme.font(1.0 if bold else 0.92, bold=bold))
        painter.setPen(self.theme.color(color))
        line = painter.fontMetrics().elidedText(
            " ".join(text.split()), Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, line)


def _spoken(suggestion: Suggestion) -> str:
    return f"{suggestion.label} {suggestion.hint}".strip()
