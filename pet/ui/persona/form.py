"""The form: everything of a persona that can be edited, and what is in it as a sheet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from pet.i18n import Language, Texts
from pet.persona.persona import Wording
from pet.persona.sheet import Sheet, new_sheet
from pet.prompt.measure import Measured
from pet.ui.background import Background
from pet.ui.persona.exchange_box import ExchangeBox, PlainBox
from pet.ui.persona.ordered_texts import OrderedTexts
from pet.ui.persona.picture_box import PictureBox
from pet.ui.persona.text_box import TextBox
from pet.ui.theme import Theme

_TEXTS: Final = {  # field: fewest and most lines
    "description": (3, 12),
    "personality": (2, 8),
    "scenario": (1, 6),
}


class CalmCombo(QComboBox):
    """The wheel scrolls the form, and changes nothing that the mouse happens to stand on."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class PersonaForm(QWidget):
    """Tells which field was edited; what stands in it then is `sheet`."""

    edited = Signal(str)
    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(
        self, theme: Theme, texts: Texts, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._texts = texts
        self._sheet = new_sheet(texts.language)
        self._shows = False  # while it is being filled nobody edits
        self.picture = PictureBox(theme, texts, background, self)
        self.name = TextBox(texts("editor.field.name"), self)
        self.words = _combo(texts("editor.words"), self)
        self.boxes = {
            field: TextBox(texts(f"editor.field.{field}"), self, lines=lines)
            for field, lines in _TEXTS.items()
        }
        self.lists = {
            "greetings": OrderedTexts(PlainBox(texts), _names(texts, "greetings"), texts, self),
            "examples": OrderedTexts(ExchangeBox(texts), _names(texts, "examples"), texts, self),
        }
        self.choices = {
            "language": _combo(texts("editor.field.language"), self),
            "look": _combo(texts("editor.field.look"), self),
            "model": _combo(texts("editor.field.model"), self),
        }
        self._words_label = QLabel(texts("editor.words"), self)
        self._arrange(theme)
        self._connect()
        _fill_languages(self.choices["language"], texts)
        self.show_models(())
        self.show_theme(theme)

    def _arrange(self, theme: Theme) -> None:
        space, texts = theme.spacing, self._texts
        head = QVBoxLayout()
        head.setSpacing(space.xs)
        head.addStretch()
        head.addWidget(_heading(texts("editor.field.name"), self.name, self))
        head.addWidget(self.name)
        words = QHBoxLayout()
        words.addWidget(self._words_label)
        words.addWidget(self.words)
        words.addStretch()
        head.addLayout(words)
        head.addStretch()
        top = QHBoxLayout()
        top.setSpacing(space.l)
        top.addWidget(self.picture)
        top.addLayout(head, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.l, space.m, space.l, space.l)
        column.setSpacing(space.xs)
        column.addLayout(top)
        for field, box in self.boxes.items():
            box.set_placeholder(texts(f"editor.hint.{field}"))
            self._add(column, field, box, space.m)
        for field, ordered in self.lists.items():
            self._add(column, field, ordered, space.l)
        column.addSpacing(space.l)
        rows = QFormLayout()
        rows.setSpacing(space.s)
        for field, combo in self.choices.items():
            rows.addRow(_heading(texts(f"editor.field.{field}"), combo, self), combo)
        column.addLayout(rows)
        column.addStretch()

    def _add(self, column: QVBoxLayout, field: str, widget: QWidget, gap: int) -> None:
        column.addSpacing(gap)
        buddy = widget.list if isinstance(widget, OrderedTexts) else widget
        column.addWidget(_heading(self._texts(f"editor.field.{field}"), buddy, self))
        column.addWidget(widget)

    def _connect(self) -> None:
        self.picture.edited.connect(self._note_picture)
        for box in self.text_boxes():
            box.undo_requested.connect(self.undo_requested)
            box.redo_requested.connect(self.redo_requested)
        for box in (self.name, *self.boxes.values()):
            box.edited.connect(self._note_words)
        for ordered in self.lists.values():
            ordered.edited.connect(self._note_words)
        for combo in self.choices.values():
            combo.activated.connect(self._note_choice)
        self.words.activated.connect(self._change_words)

    @property
    def sheet(self) -> Sheet:
        return self._sheet

    @property
    def spoken(self) -> Language | None:
        """The language of the words that are shown."""
        found: Language | None = self.words.currentData()
        return found

    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in this order."""
        lists = [stop for ordered in self.lists.values() for stop in ordered.stops()]
        boxes, choices = self.boxes.values(), self.choices.values()
        return (*self.picture.stops(), self.name, self.words, *boxes, *lists, *choices)

    def text_boxes(self) -> tuple[TextBox, ...]:
        lists = [box for ordered in self.lists.values() for box in ordered.box.boxes()]
        return (self.name, *self.boxes.values(), *lists)

    def show_sheet(self, sheet: Sheet, on_disk: Path | None, *, from_start: bool = False) -> None:
        """Show *sheet*; *on_disk* is the picture that is kept.

        *from_start*: it is another persona's, not another step of the same one's.
        """
        self._shows = True
        if [code for code, _ in sheet.words] != self._codes():
            self._fill_words(sheet)
        self._sheet = sheet
        self._show_wording(from_start=from_start)
        name = sheet.wording(self.spoken).name
        self.picture.show_picture(sheet.picture, name, on_disk)
        for field, combo in self.choices.items():
            _choose(combo, getattr(sheet, field))
        self._shows = False

    def show_models(self, names: tuple[str, ...]) -> None:
        """The models that the engine has now."""
        combo = self.choices["model"]
        combo.clear()
        combo.addItem(self._texts("editor.model.any"), None)
        for name in names:
            combo.addItem(name, name)
        _choose(combo, self._sheet.model)

    def show_looks(self, looks: tuple[tuple[str, str], ...]) -> None:
        """The looks there are: id and name."""
        combo = self.choices["look"]
        combo.clear()
        combo.addItem(self._texts("editor.look.any"), None)
        for look, name in looks:
            combo.addItem(name, look)
        _choose(combo, self._sheet.look)

    def show_measured(self, measured: Measured, theme: Theme) -> None:
        """Which examples the model does not read."""
        self.lists["examples"].show_used(measured.examples_kept, theme)

    def show_theme(self, theme: Theme) -> None:
        self.picture.show_theme(theme)
        for box in self.text_boxes():
            box.setFont(theme.font())
            box.fit_height()

    def _show_wording(self, *, from_start: bool) -> None:
        wording = self._sheet.wording(self.spoken)
        self.name.show_text(wording.name, from_start=from_start)
        for field, box in self.boxes.items():
            box.show_text(getattr(wording, field), from_start=from_start)
        for field, ordered in self.lists.items():
            ordered.show_texts(getattr(wording, field), wording.name)

    @Slot()
    def _note_words(self) -> None:
        if self._shows:
            return
        wording = Wording(
            name=self.name.text(),
            description=self.boxes["description"].text(),
            personality=self.boxes["personality"].text(),
            scenario=self.boxes["scenario"].text(),
            greetings=self.lists["greetings"].texts(),
            examples=self.lists["examples"].texts(),
        )
        former = self._sheet.wording(self.spoken)
        self._sheet = self._sheet.with_wording(self.spoken, wording)
        self.picture.show_name(wording.name)
        for field in ("name", *self.boxes, *self.lists):
            if getattr(former, field) != getattr(wording, field):
                self.edited.emit(field)

    @Slot()
    def _note_picture(self) -> None:
        self._sheet = replace(self._sheet, picture=self.picture.picture)
        self.edited.emit("picture")

    @Slot()
    def _note_choice(self) -> None:
        for field, combo in self.choices.items():
            if getattr(self._sheet, field) != combo.currentData():
                self._sheet = replace(self._sheet, **{field: combo.currentData()})
                self.edited.emit(field)

    @Slot()
    def _change_words(self) -> None:
        self._shows = True
        self._show_wording(from_start=True)
        self._shows = False

    def _codes(self) -> list[Language | None]:
        return [self.words.itemData(row) for row in range(self.words.count())]

    def _fill_words(self, sheet: Sheet) -> None:
        """Which of her languages is edited; the user's own first. One alone is not asked about."""
        self.words.clear()
        for code, _ in sheet.words:
            self.words.addItem(self._texts(f"editor.speech.{code or 'unknown'}"), code)
        row = self.words.findData(self._texts.language)
        self.words.setCurrentIndex(max(0, row))
        for widget in (self.words, self._words_label):
            widget.setVisible(len(sheet.words) > 1)


def _fill_languages(combo: QComboBox, texts: Texts) -> None:
    combo.addItem(texts("editor.speech.any"), None)
    for code in ("ko", "en"):
        combo.addItem(texts(f"editor.speech.{code}"), code)


def _names(texts: Texts, field: str) -> dict[str, str]:
    return {
        "list": texts(f"editor.field.{field}"),
        "hint": texts(f"editor.hint.{field}"),
        "add": texts(f"editor.add.{field}"),
        "remove": texts("editor.remove"),
    }


def _choose(combo: QComboBox, value: str | None) -> None:
    """Show *value*; one that is not offered (a model that is gone) is offered from now on."""
    row = combo.findData(value)
    if row < 0 and value is not None:
        combo.addItem(value, value)
        row = combo.count() - 1
    combo.setCurrentIndex(max(0, row))


def _combo(name: str, parent: QWidget) -> QComboBox:
    made = CalmCombo(parent)
    made.setAccessibleName(name)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return made


def _heading(text: str, buddy: QWidget, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName("heading")
    label.setBuddy(buddy)
    return label
