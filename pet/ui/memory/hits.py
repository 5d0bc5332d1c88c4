"""What a search has found, as a list: kind, when, and the piece with the words marked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget

from pet.i18n import Texts
from pet.memory.finding import Found
from pet.ui.memory import words
from pet.ui.memory.paragraph import TextBlock
from pet.ui.memory.row_list import ROLE, TOP, Index, RowList, RowPainter
from pet.ui.theme import Theme

_PAD: Final = 9  # px
_FONT_SCALE: Final = 0.87


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

    def rowCount(self, parent: Index = TOP) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # as Qt has
        if not index.isValid():
            return None
        hit = self.hits[index.row()]
        if role == ROLE:
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


class _Painter(RowPainter):
    """A quiet headline, and below it the piece, as tall as it is."""

    chosen_color = "hover"  # the marked words must stay readable

    def __init__(self, model: HitModel, theme: Theme) -> None:
        super().__init__(theme)
        self._hits = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        block = self._block(index)
        head = option.fontMetrics.height()
        return QSize(120, round(block.height) + head + 2 * _PAD + 2)

    def write(self, painter: QPainter, body: QRect, index: Index, *, chosen: bool) -> None:
        hit: Found = index.data(ROLE)
        x, y = body.x() + _PAD, body.y() + _PAD
        painter.setFont(self.theme.font(_FONT_SCALE))
        painter.setPen(self.theme.color("muted"))
        metrics = painter.fontMetrics()
        painter.drawText(QPointF(x, y - 2 + metrics.ascent()), self._hits.head(hit))
        below = QPointF(x, y + metrics.height() + 1)
        self._block(index).paint(painter, below, self.theme, "text", hit.snippet.marks)

    def _block(self, index: Index) -> TextBlock:
        hit: Found = index.data(ROLE)
        view = self.parent()
        assert isinstance(view, QListView)
        return TextBlock(hit.snippet.text, self.theme.font(), view.width() - 2 * _PAD - 26)


class HitList(RowList):
    """`hit_opened` by Enter, or by a click."""

    hit_opened = Signal(object)  # Found

    def __init__(self, texts: Texts, theme: Theme, parent: QWidget | None = None) -> None:
        self._rows = HitModel(texts)
        super().__init__(_Painter(self._rows, theme), _FONT_SCALE, parent)
        self._rows.setParent(self)
        self.setModel(self._rows)
        self.setResizeMode(QListView.ResizeMode.Adjust)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.hit_opened.emit(self._rows.hits[index.row()])
