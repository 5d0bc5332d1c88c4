"""A reply's Markdown on screen: emphasis, lists and code, and nothing that reaches outside.

What a model writes is not trusted. Raw HTML stays text, a picture becomes the text that asked for
it, and a link is one only where it leads to the web or to a mailbox.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QBrush,
    QFont,
    QFontDatabase,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from pet.ui.marked import Style
from pet.ui.theme import Theme
from pet.ui.tips import plain_tip

LINE_GAP: Final = 3.0  # px between lines; Hangul needs the air
_PARAGRAPH_GAP: Final = 7.0  # px
_MAX_MARKDOWN: Final = 50_000  # characters; more is shown as it is
_MAX_DEPTH: Final = 12  # nested lists and quotes
_SCHEMES: Final = ("http", "https", "mailto")
_FEATURES: Final = (
    QTextDocument.MarkdownFeature.MarkdownDialectCommonMark
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_CLOSED_BY_PARTICLE: Final = re.compile(r"(?<=[)\]\"'”’」』》.!?…%])(\*{1,3})(?=[가-힣])")
_JOINT: Final = "\u200b"  # neither a letter's space nor punctuation; taken out again
_NESTING: Final = re.compile(r"^[\s>*+-]*")


def show_plain(document: QTextDocument, text: str) -> None:
    """Show *text* just as it is."""
    document.setPlainText(text)
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.mergeBlockFormat(spaced())


def show_markdown(document: QTextDocument, text: str, theme: Theme) -> None:
    """Show *text* as Markdown, within the limits of this module."""
    for _ in in_steps(document, text, theme):
        pass


def in_steps(document: QTextDocument, text: str, theme: Theme) -> Iterator[None]:
    """The same, but for pauses in which others may have their turn; each step takes a few ms.

    The document must not be laid out, nor touched by anybody, before the end.
    """
    if len(text) > _MAX_MARKDOWN or _is_too_deep(text):
        show_plain(document, text)
        return
    source = _with_line_breaks(text)
    yield
    document.setMarkdown(source, _FEATURES)
    yield
    if _JOINT not in text:
        _without_joints(document)
    if document.isEmpty():  # a fence with nothing in it, a lone link target
        show_plain(document, text)
        return
    cursor = QTextCursor(document)
    cursor.beginEditBlock()  # laid out once, at the end
    for block in tuple(_blocks(document)):
        cursor.setPosition(block.position())
        _space(cursor, theme)
        for start, length, form in _fragments(block):
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            _tame(cursor, form, theme)
        yield
    cursor.endEditBlock()


def spaced() -> QTextBlockFormat:
    """The format of a paragraph of plain text."""
    form = QTextBlockFormat()
    form.setLineHeight(LINE_GAP, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
    return form


def run_format(style: Style, theme: Theme) -> QTextCharFormat:
    """How a run of a reply looks while it streams: as it will once it is whole."""
    form = QTextCharFormat()
    if style.bold:
        form.setFontWeight(QFont.Weight.Bold)
    if style.italic:
        form.setFontItalic(True)
    if style.code:
        _wear_code(form, theme)
    return form


def is_safe_link(address: str) -> bool:
    """Whether *address* may be offered: to the web or a mailbox, never to a file or a program."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    return url.isValid() and url.scheme().lower() in _SCHEMES and bool(url.host() or url.path())


def _with_line_breaks(text: str) -> str:
    """*text* with every line break kept, as people and models mean it; Markdown would join them."""
    lines, fence = [], ""
    for line in text.replace("\r\n", "\n").split("\n"):
        mark = _FENCE.match(line)
        if mark is not None and not fence:
            fence = mark.group(1)
        elif mark is not None and mark.group(1).startswith(fence):
            fence = ""
        elif not fence and line.strip():
            line = _with_particles(line) + "  "
        lines.append(line)
    return "\n".join(lines)


def _with_particles(line: str) -> str:
    """*line* so that `**"말"**은` is bold: CommonMark closes nothing just before a letter there."""
    return line if "`" in line else _CLOSED_BY_PARTICLE.sub(_JOINT + r"\1", line)


def _without_joints(document: QTextDocument) -> None:
    found = document.find(_JOINT)
    while not found.isNull():
        found.removeSelectedText()
        found = document.find(_JOINT, found)


def _is_too_deep(text: str) -> bool:
    """Whether lists or quotes are nested beyond anything that is meant to be read."""
    for line in text.split("\n"):
        lead = _NESTING.match(line)
        marks = lead.group() if lead is not None else ""
        if sum(mark in ">*+-" for mark in marks) > _MAX_DEPTH or len(marks) > 8 * _MAX_DEPTH:
            return True
    return False


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> Iterator[tuple[int, int, QTextCharFormat]]:
    """Every run to be tamed, the last one first, so that replacing one moves no other."""
    found = []
    runs = block.begin()
    while not runs.atEnd():
        fragment = runs.fragment()
        form = fragment.charFormat()
        if form.isImageFormat() or form.isAnchor() or form.fontFixedPitch():
            found.append((fragment.position(), fragment.length(), form))
        runs += 1
    return reversed(found)


def _space(cursor: QTextCursor, theme: Theme) -> None:
    block, form = cursor.block(), cursor.blockFormat()
    heading = form.headingLevel() > 0
    form.setTopMargin(_PARAGRAPH_GAP if _begins_something(block) else 0.0)
    form.setBottomMargin(0)
    form.setLineHeight(LINE_GAP, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
    if form.leftMargin() > 0:  # a quote; Qt moves it by 40 px
        form.setLeftMargin(min(form.leftMargin(), 40) * 0.4)
        form.setRightMargin(0)
    if _is_code(block):
        form.setNonBreakableLines(False)  # a long line wraps: there is nothing to scroll
        form.setBackground(QBrush(theme.color("card")))
        form.setLineHeight(0, QTextBlockFormat.LineHeightTypes.SingleHeight.value)
    cursor.setBlockFormat(form)
    if heading:
        plain = QTextCharFormat()
        plain.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
        cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        cursor.mergeCharFormat(plain)


def _is_code(block: QTextBlock) -> bool:
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeLanguage)


def _begins_something(block: QTextBlock) -> bool:
    """Whether *block* is another thing than the block before: items and lines of code are one."""
    before = block.previous()
    if not before.isValid():
        return False
    if _is_code(block):
        return not _is_code(before)
    return block.textList() is None or before.textList() is None


def _tame(cursor: QTextCursor, form: QTextCharFormat, theme: Theme) -> None:
    if form.isImageFormat():
        name = form.toImageFormat().name()
        alt = form.property(QTextFormat.Property.ImageAltText) or ""
        cursor.insertText(f"![{alt}]({name})", QTextCharFormat())
    elif form.isAnchor():
        _tame_link(cursor, form, theme)
    elif form.fontFixedPitch():
        _wear_code(form, theme)
        form.clearProperty(QTextFormat.Property.FontPointSize)
        cursor.setCharFormat(form)


def _wear_code(form: QTextCharFormat, theme: Theme) -> None:
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    form.setFontFamilies([*fixed.families(), *theme.font().families()])
    form.setBackground(QBrush(theme.color("card")))


def _tame_link(cursor: QTextCursor, form: QTextCharFormat, theme: Theme) -> None:
    if is_safe_link(form.anchorHref()):
        form.setForeground(QBrush(theme.color("link")))
        form.setToolTip(plain_tip(form.anchorHref()))
        cursor.setCharFormat(form)
    else:
        cursor.insertText(f"[{cursor.selectedText()}]({form.anchorHref()})", QTextCharFormat())
