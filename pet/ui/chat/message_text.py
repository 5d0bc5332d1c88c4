"""The text of one message: to be read, selected and copied; it fetches and opens nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QByteArray, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QPalette,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from pet.ui.chat import markdown
from pet.ui.marked import Marked, joined
from pet.ui.theme import Theme

_INDENT: Final = 20.0  # px of one level of a list
_NEARLY_FULL: Final = 0.93  # of the width: not worth laying a long text out again
_MAX_LINES: Final = 12  # of a paragraph that still grows


class _Document(QTextDocument):
    """What is shown; filled before anybody looks at it, so that it is laid out once."""

    def __init__(self, font: QFont) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.setDefaultFont(font)
        self.setDocumentMargin(0)
        self.setIndentWidth(_INDENT)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Empty: no picture, file or page is ever loaded for what a model wrote.

        It has to be something: where nothing is returned, Qt reads the file itself.
        """
        return QByteArray()


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
        self._shown: _Document | None = None  # None: no word yet
        self._marked = Marked()
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
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
        self.anchorClicked.connect(self._choose_link)
        self.copyAvailable.connect(self._note_selection)
        self.wear(theme)

    def wear(self, theme: Theme) -> None:
        """Take colours and font; what is shown is shown again by whoever knows it."""
        self._theme = theme
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, theme.color(self._ink))
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(QPalette.ColorRole.Highlight, theme.color("selection"))
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.color("selection_text"))
        self.setPalette(palette)
        self.setFont(theme.font())

    def show_plain(self, text: str) -> None:
        document = _Document(self.font())
        markdown.show_plain(document, text)
        self._show(document)
        wanted = self._wanted_width()
        if wanted < self._max_width:
            self.setLineWrapColumnOrWidth(wanted)
        self._fit()

    def show_markdown(self, text: str, theme: Theme) -> None:
        for _ in self.show_in_steps(text, theme):
            pass

    def show_in_steps(self, text: str, theme: Theme) -> Iterator[None]:
        """Show *text* as Markdown, but for pauses in which others may have their turn.

        Before the end nobody may look at it: whatever is painted is laid out at once.
        """
        document = _Document(self.font())
        yield from markdown.in_steps(document, text, theme)
        self._show(document)
        yield from _laid_out(document)
        wanted = self._wanted_width()
        if wanted < self._max_width:  # no wider than it is, so that nothing can scroll
            self.setLineWrapColumnOrWidth(wanted)
            yield from _laid_out(document)
        self._fit()

    def show_growing(self, text: str) -> None:
        """Show what has come of a reply so far, in the looks of now."""
        self._shown = None
        self._marked = Marked()
        self.append(text)

    def append(self, text: str) -> None:
        """Add a piece of a reply at the end; costs what *text* costs, not what stands there.

        Emphasis, lists and code look at once as they will in the end, so that nothing jumps then.
        A paragraph is laid out whole whenever it grows, so one that has become long is parted at
        the beginning of its last line, which looks the same. `show_markdown` joins it again.
        """
        if self._shown is None:
            self._show(_Document(self.font()))
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if cursor.atStart():
            cursor.setBlockFormat(markdown.spaced())
        for run in joined(self._marked.feed(text)):
            cursor.insertText(run.text, markdown.run_format(run.style, self._theme))
        lines = cursor.block().layout()
        if lines.lineCount() > _MAX_LINES:
            last = lines.lineAt(lines.lineCount() - 1)
            cursor.setPosition(cursor.block().position() + last.textStart())
            cursor.insertBlock(markdown.spaced())
        self._fit()

    def _show(self, document: _Document) -> None:
        former, self._shown = self._shown, document
        document.setParent(self)
        document.setTextWidth(self._max_width)
        self.setLineWrapColumnOrWidth(self._max_width)
        self.setDocument(document)
        if former is not None:
            former.deleteLater()

    def _fit(self) -> None:
        """Take the size of the text."""
        size = QSize(self._wanted_width(), math.ceil(self.document().size().height()))
        if size != self.size() or size != self.minimumSize():
            self.setFixedSize(size)
            self.resized.emit()
        self.horizontalScrollBar().setValue(0)

    def _wanted_width(self) -> int:
        """The width of the longest line, in px; the whole width where it is hardly less."""
        ideal = math.ceil(self.document().idealWidth()) + 1
        return ideal if ideal < self._max_width * _NEARLY_FULL else self._max_width

    def selected_text(self) -> str:
        return self.textCursor().selection().toPlainText()

    def clear_selection(self) -> None:
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return QByteArray()  # as the document says; Qt asks here first

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


def _laid_out(document: QTextDocument) -> Iterator[None]:
    """Lay it out block by block; whoever asks for a size would have to wait for all of it."""
    layout = document.documentLayout()
    yield
    block = document.begin()
    while block.isValid():
        layout.blockBoundingRect(block)
        yield
        block = block.next()
