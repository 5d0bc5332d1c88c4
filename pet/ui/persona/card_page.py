"""The page on one card: who she is, what was understood, how she fits, and what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.persona.account import Imported
from pet.persona.leftovers import understood
from pet.persona.persona import name_in
from pet.prompt.budget import Budget
from pet.prompt.measure import measure
from pet.ui.frame.tick import Tick
from pet.ui.persona import portrait, reading
from pet.ui.persona.meter import Meter
from pet.ui.persona.reading import CardRead
from pet.ui.theme import Theme

_FACE: Final = 88  # px
_PREVIEW_SCALARS: Final = 140


class CardPage(QWidget):
    """What of the lorebook is always true may be taken into the persona here."""

    def __init__(self, read: CardRead, theme: Theme, texts: Texts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._read = read
        self._theme = theme
        self._texts = texts
        self._meter = Meter(theme, texts, self)
        self._taken: dict[int, Tick] = {}
        column = QVBoxLayout(self)
        column.setSpacing(theme.spacing.s)
        for part in self._parts():
            if part.objectName() == "title":
                column.addSpacing(theme.spacing.s)
            column.addWidget(part)
        column.addStretch()
        self._measure()

    def chosen(self) -> Imported:
        """The card with what of its lorebook is ticked."""
        numbers = frozenset(number for number, box in self._taken.items() if box.isChecked())
        return reading.with_lore(self._read.imported, numbers)

    def _parts(self) -> Iterator[QWidget]:
        texts, imported = self._texts, self._read.imported
        yield _head(texts, self._read, self, self._theme)
        yield _label(texts("import.understood"), self, "title")
        yield _table(texts, imported, self)
        yield self._meter
        if imported.lorebook is not None and imported.lorebook.constant:
            yield _label(texts("import.lore"), self, "title")
            for entry in imported.lorebook.constant:
                box = Tick(_preview(entry.name, entry.content), self)
                box.toggled.connect(self._measure)
                self._taken[entry.number] = box
                yield box
        if self._read.hidden:
            yield _label(texts.count("import.hidden", self._read.hidden), self)
        if imported.notes:
            yield _label(texts("import.left"), self, "title")
            for note in imported.notes:
                yield _label(f"•  {texts(note.key, **note.facts)}", self)

    @Slot()
    def _measure(self) -> None:
        persona = self.chosen().persona
        self._meter.show_measured(measure(persona, self._texts.language, Budget()))


def _head(texts: Texts, read: CardRead, page: QWidget, theme: Theme) -> QWidget:
    """Her picture and name, and what kind of card in what kind of file it is."""
    imported = read.imported
    name = name_in(imported.persona, texts.language)
    head = QWidget(page)
    row = QHBoxLayout(head)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.spacing.l)
    face = QLabel(head)
    face.setPixmap(portrait.rounded(read.image, name, _FACE, page.devicePixelRatioF(), theme))
    row.addWidget(face)
    words = QVBoxLayout()
    words.addStretch()
    words.addWidget(_label(name, head, "title"))
    came = texts(
        "import.from",
        spec=texts(f"card.spec.{imported.spec}"),
        container=texts(f"card.container.{imported.container}"),
        file=read.file,
    )
    words.addWidget(_label(came, head, "quiet"))
    words.addStretch()
    row.addLayout(words, 1)
    return head


def _table(texts: Texts, imported: Imported, page: QWidget) -> QWidget:
    """Field by field: what it is called, how it begins, and its size."""
    table = QWidget(page)
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setColumnStretch(1, 1)
    grid.setHorizontalSpacing(16)
    wording = imported.persona.wording(texts.language)
    rows = understood(wording, imported.lorebook)
    for row, one in enumerate(rows):
        value = getattr(wording, one.field, "")
        begins = " / ".join(value) if isinstance(value, tuple) else value
        is_lore = one.field == "lorebook"
        title = texts("card.field.lorebook" if is_lore else f"editor.field.{one.field}")
        grid.addWidget(_label(title[:1].upper() + title[1:], table, "quiet"), row, 0)
        grid.addWidget(_label(_preview("", begins), table), row, 1)
        size = texts("import.bytes", size=f"{one.size:,}")
        if isinstance(value, tuple) or is_lore:
            size = f"{one.items} · {size}"
        end = _label(size, table, "quiet")
        end.setWordWrap(False)
        grid.addWidget(end, row, 2)
    if picture := imported.picture:
        row = len(rows)
        grid.addWidget(_label(texts("editor.field.picture"), table, "quiet"), row, 0)
        points = f"{picture.format.upper()}, {picture.width} × {picture.height}"
        grid.addWidget(_label(points, table), row, 1)
        size = texts("import.bytes", size=f"{len(picture.data):,}")
        grid.addWidget(_label(size, table, "quiet"), row, 2)
    return table


def _preview(name: str, text: str) -> str:
    """How *text* begins, in one line."""
    line = " ".join(text[: 4 * _PREVIEW_SCALARS].split())
    if len(line) > _PREVIEW_SCALARS:
        line = line[: _PREVIEW_SCALARS - 1] + "…"
    return f"{name}: {line}" if name else line


def _label(text: str, parent: QWidget, name: str = "") -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setObjectName(name)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label
