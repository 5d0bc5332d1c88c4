"""The text of one message: to be read, selected and copied; it fetches and opens nothing."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QByteArray, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QPalette,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from pet.ui.chat import markdown
from pet.ui.theme import Theme

_INDENT: Final = 20.0  # px of one level of a list
_MAX_LINES: Final = 12  # of a paragraph that still grows


class MessageText(QTextBrowser):
    """As wide as its longest line, at most *max_width*, and as tall as its text.

    It never takes the focus: composing a syllable goes on while somebody selects here.
    """

    selection_begun = Signal(object)  # the MessageText itself
    link_chosen = Signal(str)
    resized = Signal()

    def __init__(
        self, theme: Theme, ink: str, max_width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._ink = ink  # a colour of the palette
        self._max_width = max_width
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)  # whatever our own width is
        self.setLineWrapColumnOrWidth(max_width)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
        )
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(_INDENT)
        self.anchorClicked.connect(self._choose_link)
        self.copyAvailable.connect(self._note_selection)
        self.wear(theme)

    def wear(self, theme: Theme) -> None:
        """Take colours and font; what is shown is shown again by whoever knows it."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, theme.color(self._ink))
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(QPalette.ColorRole.Highlight, theme.color("selection"))
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.color("selection_text"))
        self.setPalette(palette)
        self.setFont(theme.font())
        self.document().setDefaultFont(theme.font())

    def show_plain(self, text: str) -> None:
        self.setLineWrapColumnOrWidth(self._max_width)
        markdown.show_plain(self.document(), text)
        self._settle()

    def show_markdown(self, text: str, theme: Theme) -> None:
        self.setLineWrapColumnOrWidth(self._max_width)
        markdown.show_markdown(self.document(), text, theme)
        self._settle()

    def append(self, text: str) -> None:
        """Add *text* at the end; costs what *text* costs, not what stands there already.

        A paragraph is laid out whole whenever it grows, so one that has become long is parted at
        the beginning of its last line, which looks the same. `show_markdown` joins it again.
        """
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if cursor.atStart():
            cursor.setBlockFormat(markdown.spaced())
        cursor.insertText(text)
        lines = cursor.block().layout()
        if lines.lineCount() > _MAX_LINES:
            last = lines.lineAt(lines.lineCount() - 1)
            cursor.setPosition(cursor.block().position() + last.textStart())
            cursor.insertBlock(markdown.spaced())
        self._fit()

    def _settle(self) -> None:
        """The text is whole: lay it out no wider than it is, so that nothing can scroll."""
        self.setLineWrapColumnOrWidth(self._wanted_width())
        self._fit()

    def _fit(self) -> None:
        """Take the size of the text."""
        size = QSize(self._wanted_width(), math.ceil(self.document().size().height()))
        if size != self.size() or size != self.minimumSize():
            self.setFixedSize(size)
            self.resized.emit()
        self.horizontalScrollBar().setValue(0)

    def _wanted_width(self) -> int:
        return min(self._max_width, math.ceil(self.document().idealWidth()) + 1)

    def selected_text(self) -> str:
        return self.textCursor().selection().toPlainText()

    def clear_selection(self) -> None:
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Empty: no picture, file or page is ever loaded for what a model wrote.

        It has to be something: where nothing is returned, QTextDocument reads the file itself.
        """
        return QByteArray()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the transcript scrolls; QTextEdit would zoom with Ctrl

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    @Slot(QUrl)
    def _choose_link(self, url: QUrl) -> None:
        self.link_chosen.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    @Slot(bool)
    def _note_selection(self, selected: bool) -> None:
        if selected:
            self.selection_begun.emit(self)
