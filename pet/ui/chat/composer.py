"""The box that messages are written in: its keys, its limit, its memory of what was sent."""

from __future__ import annotations

import unicodedata
from typing import Final, Protocol

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QWidget

from pet.prompt.incoming import says_nothing
from pet.ui.chat.growing_box import GrowingBox
from pet.ui.chat.recall import Recall
from pet.ui.chat.suggestions import word_at

MAX_SCALARS: Final = 1000  # code points of a message; the core checks it again
_WORD_REACH: Final = 400  # characters before the cursor in which a word may begin
_RETURN: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Completion(Protocol):
    """Takes keys before the box does, while it has something to offer."""

    @property
    def is_open(self) -> bool: ...

    def move(self, step: int) -> None:
        """Choose the next suggestion or the one before."""
        ...

    def take_enter(self) -> bool:
        """Whether Enter completed a word; else it sends."""
        ...

    def take_tab(self) -> None: ...

    def dismiss(self) -> None: ...


class NoCompletion:
    """Offers nothing."""

    is_open = False

    def move(self, step: int) -> None:
        """Nothing to choose from."""

    def take_enter(self) -> bool:
        return False

    def take_tab(self) -> None:
        """Nothing to complete."""

    def dismiss(self) -> None:
        """Nothing is open."""


class Composer(GrowingBox):
    """Enter sends, Shift+Enter breaks the line, Esc dismisses, Up and Down recall.

    A message over the limit is refused, and stays. Every key that ends a syllable waits for it.
    """

    message_submitted = Signal(str)
    message_refused = Signal(int)  # its size in code points
    dismissed = Signal()
    length_changed = Signal(int)  # code points that would be sent
    page_turned = Signal(int)  # -1 up, 1 down: there is more to read than to write
    copy_requested = Signal()  # nothing is selected here
    word_changed = Signal(object)  # str | None: the word at the cursor that asks for suggestions

    def __init__(self, parent: QWidget | None = None, *, limit: int = MAX_SCALARS) -> None:
        super().__init__(parent)
        self.limit = limit
        self._recall = Recall()
        self._completion: Completion = NoCompletion()
        self._word: str | None = None
        self._given_back: list[str] = []
        self.textChanged.connect(self._note_change)
        self.cursorPositionChanged.connect(self.look_for_word)
        self.composed.connect(self._note_change)

    def listen_first(self, completion: Completion) -> None:
        """Let *completion* take keys while it is open."""
        self._completion = completion

    def give_back(self, text: str) -> None:
        """Put *text* before what is in the box: nothing that was written is lost."""
        self._given_back.append(text)
        self.composition.settle(self._insert_given_back, by_key=False)

    def length(self) -> int:
        """Code points that would be sent, the syllable being composed among them."""
        return scalars(self.draft().strip())

    def load_sent(self, messages: tuple[str, ...]) -> None:
        """The messages that Up recalls, oldest first."""
        self._recall.load(messages)

    @Slot()
    def submit(self) -> None:
        """Send what is written, once every syllable has arrived."""
        self.composition.settle(self._send, by_key=False)

    @Slot()
    def look_for_word(self) -> None:
        """Tell of the word at the cursor if it is another one now."""
        before, after = self.around_cursor()
        before += self.composition.preedit
        if len(before) > _WORD_REACH:
            before = " " + before[-_WORD_REACH:]  # too late for a command, not for a name
        word = word_at(before, after)
        if word != self._word:
            self._word = word
            self.word_changed.emit(word)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab comes here before it is a key."""
        if forward and self._completion.is_open:
            self.composition.settle(self._completion.take_tab)
            return True
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._take_key(event) or self._pass_on(event):
            event.accept()
            return
        self.composition.hurry()
        super().keyPressEvent(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in _RETURN:
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.composition.settle(self._break_line if shift else self._enter)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return self._take_arrow(-1 if key == Qt.Key.Key_Up else 1, event)
        elif key == Qt.Key.Key_Escape:
            self._escape()
        else:
            return False
        return True

    def _pass_on(self, event: QKeyEvent) -> bool:
        """Keys that mean the conversation above the box."""
        if event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection():
            self.copy_requested.emit()
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.page_turned.emit(-1 if event.key() == Qt.Key.Key_PageUp else 1)
        else:
            return False
        return True

    def _take_arrow(self, step: int, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if self._completion.is_open:
            self._completion.move(step)
            return True
        if self.composition.preedit or self._has_line(step):
            return False
        walk = self._recall.older if step < 0 else self._recall.newer
        text = walk(self.toPlainText())
        if text is not None:
            self.set_draft(text)
        return text is not None

    def _has_line(self, step: int) -> bool:
        """Whether there is a line above (-1) or below (1) the cursor's."""
        operation = QTextCursor.MoveOperation
        return self.textCursor().movePosition(operation.Up if step < 0 else operation.Down)

    def _escape(self) -> None:
        if self._completion.is_open:
            self._completion.dismiss()
        else:
            self.composition.settle(self.dismissed.emit)

    def _enter(self) -> None:
        if not self._completion.take_enter():
            self._send()

    def _send(self) -> None:
        text = self.toPlainText().strip()
        if says_nothing(text):
            return
        size = scalars(text)
        if size > self.limit:
            self.message_refused.emit(size)
            return
        self.empty()
        if draft := self._recall.add(text):
            self.set_draft(draft)
        self.message_submitted.emit(text)

    def _break_line(self) -> None:
        self.textCursor().insertText("\n")
        self.ensureCursorVisible()

    def _insert_given_back(self) -> None:
        given, self._given_back = self._given_back, []
        if given:
            self.set_draft("\n".join([*given, self.toPlainText()]).rstrip("\n"))

    @Slot()
    def _note_change(self) -> None:
        self.length_changed.emit(self.length())
        self.look_for_word()


def scalars(text: str) -> int:
    """Code points after NFC: the number that the limit is about."""
    return len(unicodedata.normalize("NFC", text))
