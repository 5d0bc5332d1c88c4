"""What a search has found, as a list: kind, when, and the piece with the words marked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pet.i18n import Texts
from pet.memory.finding import Found
from pet.ui.memory import words
from pet.ui.memory.paragraph import TextBlock
from pet.ui.theme import Theme

_ROLE: Final = Qt.ItemDataRole.UserRole
_TOP: Final = QModelIndex()
_PAD: Final = 9  # px

Index = QModelIndex | QPersistentModelIndex


class HitModel(QAbstractListModel):
    """Rows are hits, the best first."""

    def __init__(self, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._now: datetime | None = None
        self.hits: tuple[Found, ...] = ()

    def show(self, hits: Sequence[Found], now: datetime) -> None:
        self.beginResetModel()
        self.hits, self._now = tuple(hits), now
        self.endResetModel()

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # as Qt has
        if not index.isValid():
            return None
        hit = self.hits[index.row()]
        if role == _ROLE:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.snippet.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.head(hit)}: {hit.snippet.text}"
        return None

    def head(self, hit: Found) -> str:
        """What it is and when it was said."""
        assert self._now is not None
        number = f" #{hit.id}" if hit.kind == "memo" else ""
        kind = self._texts(f"memory.hit.{hit.kind}")
        return f"{kind}{number} · {words.moment(self._texts, hit.at_ms, self._now)}"


class _Painter(QStyledItemDelegate):
    """A quiet headline, and below it the piece, as tall as it is."""

    def __init__(self, model: HitModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._hits = model
        self._view = parent
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        block = self._block(index)
        head = option.fontMetrics.height()
        return QSize(120, round(block.height) + head + 2 * _PAD + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self.theme
        state = option.state
        place: QRect = option.rect.adjusted(3, 2, -3, -2)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(theme.color("accent"), 1.5) if focused else Qt.PenStyle.NoPen)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.color("hover"))
            painter.drawRoundedRect(place, 7, 7)
        hit: Found = index.data(_ROLE)
        painter.setFont(theme.font(0.87))
        painter.setPen(theme.color("muted"))
        at = QPointF(place.x() + _PAD, place.y() + _PAD - 2 + painter.fontMetrics().ascent())
        painter.drawText(at, self._hits.head(hit))
        below = QPointF(place.x() + _PAD, place.y() + _PAD + painter.fontMetrics().height() + 1)
        self._block(index).paint(painter, below, theme, "text", hit.snippet.marks)
        painter.restore()

    def _block(self, index: Index) -> TextBlock:
        hit: Found = index.data(_ROLE)
        return TextBlock(hit.snippet.text, self.theme.font(), self._view.width() - 2 * _PAD - 26)


class HitList(QListView):
    """`hit_opened` by Enter, or by a click."""

    hit_opened = Signal(object)  # Found

    def __init__(self, texts: Texts, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = HitModel(texts, self)
        self._painter = _Painter(self._rows, theme, self)
        self.setModel(self._rows)
        self.setItemDelegate(self._painter)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setFont(theme.font(0.87))
        self.setAccessibleName(texts("memory.hits"))
        self.clicked.connect(self._open)

    @property
    def hits(self) -> tuple[Found, ...]:
        return self._rows.hits

    def show_hits(self, hits: Sequence[Found], now: datetime) -> None:
        """Show *hits*, the best one chosen."""
        self._rows.show(hits, now)
        if hits:
            self.setCurrentIndex(self._rows.index(0))

    def show_theme(self, theme: Theme) -> None:
        self._painter.theme = theme
        self.setFont(theme.font(0.87))
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.hit_opened.emit(self._rows.hits[index.row()])
