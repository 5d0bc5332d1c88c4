"""The memos: written, put in order, forgotten; and what the pet reads of all this right now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from pet.app import Pet
from pet.errors import PetError
from pet.memory import memos, sensitive
from pet.memory.memos import MAX_MEMO_SCALARS, MAX_MEMOS, Memo
from pet.ui.background import Background, Newest
from pet.ui.memory.editor import LineEditor
from pet.ui.memory.fold import Fold, emptied
from pet.ui.memory.memo_list import MemoList
from pet.ui.memory.paragraph import Paragraph
from pet.ui.memory.reading import ReadBundle, Reading, read_now
from pet.ui.memory.wishes import AddMemo, ChangeMemo, Done, Wish
from pet.ui.theme import Theme

_READING_PX: Final = 170  # of the open list of what the pet reads


@dataclass(frozen=True, slots=True)
class _Look:
    memos: tuple[Memo, ...]


class MemoTab(QWidget):
    """Shows what is on the disk; `refresh` looks again and leaves alone what is being typed."""

    wished = Signal(object)  # wishes.Wish
    erase_wanted = Signal(int)
    origin_wanted = Signal(int)
    failed = Signal(object)  # PetError

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._looking = Newest(background)
        self._reading_now = Newest(background)
        self._theme = theme
        self._overtaken = 0  # the memo that another copy was faster with
        texts = pet.texts
        self.list = MemoList(theme, texts, self)
        self.writer = LineEditor(
            theme, MAX_MEMO_SCALARS, texts("memory.add"), self, hint=texts("memory.add.hint")
        )
        self._add = QPushButton(texts("memory.add"), self)
        self._add.setObjectName("action")
        self._count = QLabel(self)
        self._count.setTextFormat(Qt.TextFormat.PlainText)
        self._count.setObjectName("quiet")
        self._empty = Paragraph(theme, self, color="muted")
        self._empty.show_text(texts("memory.memos.empty"))
        self._empty.hide()
        self._reading = Fold(theme, texts("memory.reading"), self, height=_READING_PX)
        self._arrange()
        self.setFocusProxy(self.writer)
        self._add.clicked.connect(self.writer.box.enter)
        self.writer.entered.connect(self._wish_add)
        self.writer.given_up.connect(self._leave_writer)
        self.writer.box.left_below.connect(self._go_to_rows)
        self.list.wished.connect(self.wished)
        self.list.erase_wanted.connect(self.erase_wanted)
        self.list.origin_wanted.connect(self.origin_wanted)
        self._reading.opened.connect(self._read_now)

    def _arrange(self) -> None:
        space = self._theme.spacing
        top = QHBoxLayout()
        top.setSpacing(space.s)
        top.addWidget(self.writer, 1)
        top.addWidget(self._add, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, space.m, 0, 0)
        column.setSpacing(space.s)
        column.addLayout(top)
        column.addWidget(self._count)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        column.addWidget(self._reading)

    @property
    def is_typed_in(self) -> bool:
        """Whether something is written that is not on the disk."""
        written = bool(self.writer.draft().strip())
        return written or any(row.has_changes for row in self.list.rows)

    def refresh(self) -> None:
        """Look at the disk again."""
        self._looking.run(self._look, self._show, self._fail)
        self._read_now_if_open()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.list.show_theme(theme)
        self.writer.show_theme(theme)
        self._empty.show_theme(theme)
        for paragraph in self._reading.body.findChildren(Paragraph):
            paragraph.show_theme(theme)

    def show_done(self, done: Done) -> None:
        """What was typed is on the disk: its box may go."""
        match done.wish:
            case AddMemo(text) if text in _forms(self.writer.box.toPlainText()):
                self.writer.empty()
            case ChangeMemo(memo):
                if row := self.list.row(memo):
                    row.end_edit()

    def show_refused(self, wish: Wish, error: PetError) -> None:
        """Everything typed stays; where another was faster, the next Enter writes over it."""
        if isinstance(wish, ChangeMemo) and error.key == "memo_changed_elsewhere":
            self._overtaken = wish.memo
            self.refresh()

    # -- on the background's threads ------------------------------------------------------------

    def _look(self) -> _Look:
        return _Look(memos.everything(self._pet.store))

    # -- on the UI thread -------------------------------------------------------------------------

    @Slot(object)
    def _show(self, look: _Look) -> None:
        self.list.show_memos(look.memos, self._pet.clock.now())
        if row := self.list.row(self._overtaken):
            row.take_newer()
        self._overtaken = 0
        self._empty.setVisible(not look.memos)
        self._count.setVisible(bool(look.memos))
        self._count.setText(
            self._pet.texts("memory.memos.count", n=len(look.memos), limit=MAX_MEMOS)
        )

    @Slot(str)
    def _wish_add(self, text: str) -> None:
        if text.strip():
            self.wished.emit(AddMemo(text))

    @Slot()
    def _leave_writer(self) -> None:
        """Escape empties the box; where it is empty, it closes the window as anywhere."""
        if self.writer.draft():
            self.writer.empty()
        else:
            self.window().close()

    @Slot()
    def _go_to_rows(self) -> None:
        if rows := self.list.rows:
            self.list.show_row(rows[0].memo.id)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)

    # -- what the pet reads -----------------------------------------------------------------------

    def _read_now_if_open(self) -> None:
        if self._reading.is_open:
            self._read_now()

    @Slot()
    def _read_now(self) -> None:
        self._reading_now.run(partial(read_now, self._pet.session), self._show_reading, self._fail)

    @Slot(object)
    def _show_reading(self, reading: Reading) -> None:
        texts, column = self._pet.texts, emptied(self._reading.column)
        if not self._pet.settings["memory"]:
            column.addWidget(self._words(texts("memory.reading.off")))
            column.addStretch(1)
            return
        if not reading.bundles:
            column.addWidget(self._words(texts("memory.reading.none")))
            column.addStretch(1)
            return
        told = texts(
            "memory.reading.sum",
            memos=reading.count("memo", sent=True),
            lines=reading.count("profile", sent=True),
            bytes=f"{reading.bytes:,}",
            tokens=f"{reading.tokens:,}",
        )
        column.addWidget(self._words(told))
        for bundle in reading.bundles:
            column.addWidget(self._words(self._bundle(bundle), sent=bundle.is_sent))
        column.addStretch(1)

    def _bundle(self, bundle: ReadBundle) -> str:
        key = "memory.reading.sent" if bundle.is_sent else "memory.reading.left"
        mark = "#" if bundle.source == "memo" else "·"
        head = self._pet.texts(key, bytes=bundle.bytes)
        numbered = zip(bundle.ids, bundle.lines, strict=False)
        lines = [
            f"{mark}{number} {line}" if mark == "#" else f"· {line}" for number, line in numbered
        ]
        return "\n".join([head, *lines])

    def _words(self, text: str, *, sent: bool = True) -> Paragraph:
        color = "text" if sent else "muted"
        paragraph = Paragraph(self._theme, self._reading.body, color=color, scale=0.92)
        paragraph.show_text(text)
        return paragraph


def _forms(written: str) -> tuple[str, str]:
    """What may have been saved of what was *written*: all of it, or the rest without a value."""
    return written, sensitive.without_values(written)
