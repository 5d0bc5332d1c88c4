"""A headline that opens and closes what is below it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pet.ui.theme import Theme


class Fold(QWidget):
    """Closed at first; what it holds goes into `column`, and scrolls where it is long."""

    opened = Signal()

    def __init__(
        self, theme: Theme, title: str, parent: QWidget | None = None, *, height: int = 0
    ) -> None:
        """*height*: px that the open part takes at most; 0: all that it needs."""
        super().__init__(parent)
        self._head = QToolButton(self)
        self._head.setObjectName("flat")
        self._head.setCheckable(True)
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.setArrowType(Qt.ArrowType.RightArrow)
        self._head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._head.toggled.connect(self._toggle)
        self.body = QWidget(self)
        self.body.setObjectName("page")
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(theme.spacing.s, theme.spacing.xs, 0, 0)
        self.column.setSpacing(theme.spacing.xs)
        self._shown = self._scrolled(height) if height else self.body
        self._shown.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._shown, 1)
        self.show_title(title)

    @property
    def is_open(self) -> bool:
        return self._head.isChecked()

    def open(self) -> None:
        self._head.setChecked(True)

    def show_title(self, title: str) -> None:
        self._head.setText(title)
        self._head.setAccessibleName(title)

    def _scrolled(self, height: int) -> QScrollArea:
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedHeight(height)
        area.setWidget(self.body)
        return area

    @Slot(bool)
    def _toggle(self, is_open: bool) -> None:
        arrows = Qt.ArrowType
        self._head.setArrowType(arrows.DownArrow if is_open else arrows.RightArrow)
        self._shown.setVisible(is_open)
        if is_open:
            self.opened.emit()


def emptied(column: QVBoxLayout) -> QVBoxLayout:
    """*column* without what was in it."""
    while (item := column.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
    return column
