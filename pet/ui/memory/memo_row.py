"""One memo as a row: what it is about, where it came from, and all that can be done with it."""

from __future__ import annotations

from datetime import datetime
from typing import Final, get_args

from PySide6.QtCore import QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from pet.i18n import Texts
from pet.memory.memos import Kind, Memo
from pet.ui.memory import words
from pet.ui.memory.row import Row
from pet.ui.memory.wishes import ChangeMemo, ForgetMemo, PinMemo, SetKind
from pet.ui.theme import Theme

_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_GRIP: Final = 22  # px at the left edge, where a row is taken to be dragged
_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class _KindChip(QToolButton):
    """What a memo is about; a press offers the others."""

    kind_chosen = Signal(str)

    def __init__(self, texts: Texts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(texts("memory.kind.change"))
        menu = QMenu(texts("memory.kind"), self)
        for kind in _KINDS:
            menu.addAction(texts(f"memory.kind.{kind}")).setData(kind)
        menu.triggered.connect(self._choose)
        self.setMenu(menu)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.kind_chosen.emit(action.data())


class MemoRow(Row):
    """Shows a memo, and says what the user wishes for it; nothing is changed here.

    Keys: Delete forgets, Shift+Delete erases, P pins, Alt+Up and Alt+Down move.
    """

    wished = Signal(object)  # wishes.Wish
    erase_wanted = Signal(int)
    origin_wanted = Signal(int)  # the turn it came from
    step_wanted = Signal(int, int)  # the memo, -1 up or 1 down
    dragged = Signal(int, QPoint)  # the memo; the place in px of the screen
    dropped = Signal(int, QPoint)

    def __init__(self, memo: Memo, theme: Theme, texts: Texts, parent: QWidget) -> None:
        super().__init__(theme, texts, parent, left=_GRIP + 4)
        self._memo = memo
        self._revision = 0  # of the text that is being edited
        self._is_dragged = False
        self._kind = _KindChip(texts, self)
        self._kind.kind_chosen.connect(self._choose_kind)
        self.below.addWidget(self._kind)
        self._origin = QPushButton(texts("memory.from_turn"), self)
        self._origin.setObjectName("link")
        self._origin.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._origin.setCursor(Qt.CursorShape.PointingHandCursor)
        self._origin.clicked.connect(self._go_to_origin)
        self.below.addWidget(self.about)
        self.below.addWidget(self._origin)
        self.below.addStretch(1)
        self._pin = self.add_button("pin", "")
        self._pin.clicked.connect(self._toggle_pin)
        self.add_button("pen", texts("memory.edit")).clicked.connect(self.edit)
        self.add_button("close", texts("memory.forget")).clicked.connect(self._wish_forget)
        self.add_button("more", texts("memory.more")).clicked.connect(self.open_menu)

    @property
    def memo(self) -> Memo:
        return self._memo

    def show_memo(self, memo: Memo, now: datetime) -> None:
        """Show *memo* as it is now; what is being typed over it stays."""
        self._memo = memo
        texts = self.texts
        self.paragraph.show_text(memo.text)
        self._kind.setText(texts(f"memory.kind.{memo.kind}"))
        self._origin.setVisible(memo.turn is not None)
        self.about.show_text(words.origin(texts, memo, now))
        self._pin.show_name(texts("memory.unpin" if memo.pinned else "memory.pin"))
        self._pin.show_lit(memo.pinned)
        pinned = texts("memory.pinned") + ", " if memo.pinned else ""
        self.setAccessibleName(f"{pinned}{memo.text}")

    def take_newer(self) -> None:
        """The user has been told what another copy wrote: the next Enter writes over it."""
        self._revision = self._memo.revision

    def begin_edit(self) -> None:
        self._revision = self._memo.revision

    def content(self) -> str:
        return self._memo.text

    def save(self, text: str) -> None:
        self.wished.emit(ChangeMemo(self._memo.id, text, self._revision))

    def fill(self, menu: QMenu) -> None:
        texts, memo = self.texts, self._memo
        menu.addAction(texts("memory.edit"), self.edit)
        menu.addAction(texts("memory.unpin" if memo.pinned else "memory.pin"), self._toggle_pin)
        menu.addAction(texts("memory.copy"), self.copy)
        menu.addAction(texts("memory.up"), self._move_up)
        menu.addAction(texts("memory.down"), self._move_down)
        menu.addMenu(self._kind.menu())
        if memo.turn is not None:
            menu.addAction(texts("memory.open_origin"), self._go_to_origin)
        menu.addSeparator()
        menu.addAction(texts("memory.forget"), self._wish_forget)
        menu.addAction(texts("memory.erase"), self._wish_erase)

    def take_key(self, event: QKeyEvent) -> bool:
        modifiers = event.modifiers()
        step = _STEPS.get(Qt.Key(event.key()), 0)
        if step and modifiers & Qt.KeyboardModifier.AltModifier:
            self.step_wanted.emit(self._memo.id, step)
        elif event.key() == Qt.Key.Key_Delete:
            shift = modifiers & Qt.KeyboardModifier.ShiftModifier
            (self._wish_erase if shift else self._wish_forget)()
        elif event.key() == Qt.Key.Key_P and not modifiers:
            self._toggle_pin()
        else:
            return False
        return True

    @Slot()
    def _toggle_pin(self) -> None:
        self.wished.emit(PinMemo(self._memo.id, not self._memo.pinned))

    @Slot()
    def _wish_forget(self) -> None:
        self.wished.emit(ForgetMemo(self._memo.id))

    @Slot()
    def _wish_erase(self) -> None:
        self.erase_wanted.emit(self._memo.id)

    @Slot()
    def _go_to_origin(self) -> None:
        if self._memo.turn is not None:
            self.origin_wanted.emit(self._memo.turn)

    @Slot(str)
    def _choose_kind(self, kind: Kind) -> None:
        self.wished.emit(SetKind(self._memo.id, kind))

    @Slot()
    def _move_up(self) -> None:
        self.step_wanted.emit(self._memo.id, -1)

    @Slot()
    def _move_down(self) -> None:
        self.step_wanted.emit(self._memo.id, 1)

    # -- dragging by the grip ---------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() <= _GRIP + 2:
            self._is_dragged = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._is_dragged:
            self.dragged.emit(self._memo.id, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._is_dragged:
            self._is_dragged = False
            self.unsetCursor()
            self.dropped.emit(self._memo.id, event.globalPosition().toPoint())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("muted" if self._is_dragged else "field_border"))
        for line in (-6, 0, 6):
            for column in (0, 5):
                painter.drawEllipse(QPointF(10 + column, self.height() / 2 + line), 1.3, 1.3)
