"""A list of texts whose order matters: dragged or moved by keys, one of them open to be edited."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from pet.i18n import Texts
from pet.ui.persona.exchange_box import ExchangeBox, PlainBox
from pet.ui.theme import Theme

_TEXT: Final = Qt.ItemDataRole.UserRole
_ROWS_SHOWN: Final = 6
_FIRST_SCALARS: Final = 90


class OrderedTexts(QWidget):
    """The list, the text that is chosen in it, and what can be done with it."""

    edited = Signal()

    def __init__(
        self, box: ExchangeBox | PlainBox, names: dict[str, str], texts: Texts, parent: QWidget
    ) -> None:
        """*names* are the words for `list`, `add`, `remove` and `hint` (what the order means)."""
        super().__init__(parent)
        self._texts = texts
        self._name = ""  # the persona's
        self._used = 8  # how many the model reads; the others are dim
        self._dim = QColor()
        self.box = box
        box.setParent(self)
        self.list = _list(names["list"], self)
        self._add = _button(names["add"], self)
        self._remove = _button(names["remove"], self)
        self._up = _button("↑", self, name=texts("editor.up"))
        self._down = _button("↓", self, name=texts("editor.down"))
        self._arrange(names["hint"])
        self._connect()
        self._show_row(-1)

    def _arrange(self, hint: str) -> None:
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self._add)
        buttons.addStretch()
        for button in (self._up, self._down, self._remove):
            buttons.addWidget(button)
        told = QLabel(hint, self)
        told.setTextFormat(Qt.TextFormat.PlainText)
        told.setObjectName("quiet")
        told.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(told)
        column.addWidget(self.list)
        column.addWidget(self.box)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self._add.clicked.connect(self.add)
        self._remove.clicked.connect(self.remove)
        self._up.clicked.connect(self.move_up)
        self._down.clicked.connect(self.move_down)
        self.list.currentRowChanged.connect(self._show_row)
        self.list.model().rowsMoved.connect(self._note_move)
        self.list.itemActivated.connect(self._open)
        self.box.edited.connect(self._take_text)
        for keys, slot in (("Alt+Up", self.move_up), ("Alt+Down", self.move_down)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.remove)

    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in this order."""
        buttons = (self._add, self._up, self._down, self._remove)
        return (self.list, *self.box.boxes(), *buttons)

    def texts(self) -> tuple[str, ...]:
        """All of them in their order, empty ones too."""
        return tuple(self.list.item(row).data(_TEXT) for row in range(self.list.count()))

    def show_texts(self, texts: tuple[str, ...], name: str) -> None:
        """Show *texts* of a persona who is called *name*; nobody edited anything."""
        self._name = name
        if texts != self.texts():
            row = min(max(0, self.list.currentRow()), len(texts) - 1)
            row = _first_difference(self.texts(), texts, row)
            self.list.blockSignals(True)
            self.list.clear()
            for text in texts:
                self._append(text)
            self.list.setCurrentRow(min(row, len(texts) - 1))
            self.list.blockSignals(False)
        self._show_row(self.list.currentRow())
        self._label()

    def show_used(self, used: int, theme: Theme) -> None:
        """The model reads the first *used* of them."""
        self._used, self._dim = used, theme.color("muted")
        self._label()

    @Slot()
    def add(self) -> None:
        """An empty one at the end, open to be written."""
        last = self.list.count() - 1
        if last < 0 or self.list.item(last).data(_TEXT).strip():
            self._append("")
        self.list.setCurrentRow(self.list.count() - 1)
        self._label()
        self.box.take_focus()

    @Slot()
    def remove(self) -> None:
        """Take the chosen one away."""
        row = self.list.currentRow()
        if row < 0:
            return
        self.list.takeItem(row)
        self._label()
        self._show_row(self.list.currentRow())
        if not self.list.count():
            self._add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()

    @Slot()
    def move_up(self) -> None:
        self._move(-1)

    @Slot()
    def move_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if row < 0 or not 0 <= row + step < self.list.count():
            return
        self.list.blockSignals(True)
        item = self.list.takeItem(row)
        self.list.insertItem(row + step, item)
        self.list.setCurrentRow(row + step)
        self.list.blockSignals(False)
        self._note_move()

    def _append(self, text: str) -> None:
        item = QListWidgetItem()
        item.setData(_TEXT, text)
        self.list.addItem(item)

    @Slot()
    @Slot(QModelIndex, int, int, QModelIndex, int)
    def _note_move(self, *_where: object) -> None:
        self._label()
        self._show_row(self.list.currentRow())
        self.edited.emit()

    @Slot()
    def _take_text(self) -> None:
        item = self.list.currentItem()
        if item is None or item.data(_TEXT) == self.box.text():
            return
        item.setData(_TEXT, self.box.text())
        self._label()
        self.edited.emit()

    @Slot(QListWidgetItem)
    def _open(self, _item: QListWidgetItem) -> None:
        self.box.take_focus()

    @Slot(int)
    def _show_row(self, row: int) -> None:
        item = self.list.item(row) if row >= 0 else None
        self.box.setVisible(item is not None)
        if item is not None:
            self.box.show_text(item.data(_TEXT), self._name)
        self._remove.setEnabled(item is not None)
        self._up.setEnabled(row > 0)
        self._down.setEnabled(0 <= row < self.list.count() - 1)

    def _label(self) -> None:
        """What each row shows: its place, and how it begins."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            begins = _shown(item.data(_TEXT)) or self._texts("editor.empty_item")
            item.setText(f"{row + 1}   {begins}")
            item.setForeground(self._dim if row >= self._used else self.palette().text())
        self.list.setVisible(self.list.count() > 0)
        height = max(self.list.sizeHintForRow(0), 24)
        rows = min(max(1, self.list.count()), _ROWS_SHOWN)
        self.list.setFixedHeight(height * rows + 2 * self.list.frameWidth() + 2)
        self._show_row_buttons()

    def _show_row_buttons(self) -> None:
        for button in (self._up, self._down, self._remove):
            button.setVisible(self.list.count() > 0)
        row = self.list.currentRow()
        self._up.setEnabled(row > 0)
        self._down.setEnabled(0 <= row < self.list.count() - 1)


def _shown(text: str) -> str:
    """How a text begins, in one line, without the card's own marks."""
    line = " ".join(text.split())
    for mark in ("{{user}}: ", "{{user}}:"):
        line = line.removeprefix(mark)
    line = line.replace(" {{char}}: ", "  →  ")
    return line if len(line) <= _FIRST_SCALARS else line[: _FIRST_SCALARS - 1] + "…"


def _first_difference(before: tuple[str, ...], after: tuple[str, ...], otherwise: int) -> int:
    """The row that a step back or forth is about."""
    for row, (one, other) in enumerate(zip(before, after, strict=False)):
        if one != other:
            return row
    return otherwise if len(before) == len(after) else min(len(before), len(after) - 1)


def _list(name: str, parent: QWidget) -> QListWidget:
    made = QListWidget(parent)
    made.setAccessibleName(name)
    made.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
    made.setDefaultDropAction(Qt.DropAction.MoveAction)
    made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    made.setTextElideMode(Qt.TextElideMode.ElideRight)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setUniformItemSizes(True)
    made.setTabKeyNavigation(False)
    return made


def _button(label: str, parent: QWidget, *, name: str = "") -> QPushButton:
    made = QPushButton(label, parent)
    made.setAutoDefault(False)
    if name:
        made.setAccessibleName(name)
        made.setToolTip(name)
    return made
