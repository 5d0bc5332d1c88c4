"""The persona editor: everybody at the left, the form, and a place to try her out."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from pet.app import Pet
from pet.errors import PersonaError, PetError
from pet.persona.persona import Persona
from pet.ui.background import Background
from pet.ui.drops import DropTarget
from pet.ui.frame.window import Window
from pet.ui.notices import describe
from pet.ui.persona.actions import Actions
from pet.ui.persona.deeds import Deeds
from pet.ui.persona.form import PersonaForm
from pet.ui.persona.gauge import Gauge
from pet.ui.persona.meter import Meter
from pet.ui.persona.notice_bar import NoticeBar
from pet.ui.persona.people import People
from pet.ui.persona.sides import Sides
from pet.ui.persona.text_box import TextBox
from pet.ui.persona.trial_pane import TrialPane
from pet.ui.persona.work import Work
from pet.ui.persona.works import LOOK, Works
from pet.ui.theme import Theme

_PEOPLE_WIDTH: Final = 196  # px


@dataclass(frozen=True, slots=True)
class Given:
    """What the editor works with."""

    pet: Pet
    background: Background


class Editor(Window):
    """Connects its parts; what they do is theirs."""

    wear_requested = Signal(str)  # the id of the persona the pet is from now on
    persona_saved = Signal(str)
    import_requested = Signal(list)  # of paths; empty: the user is to be asked

    def __init__(self, theme: Theme, size: QSize, given: Given, wanted: str = "") -> None:
        texts = given.pet.texts
        super().__init__(theme, texts("editor.title"), size)
        self._pet = given.pet
        self._background = given.background
        self._shown_key = ""
        self.works = Works(given.pet, given.background, wanted, self)
        self.deeds = Deeds(self.works, texts, self)
        self.bar = NoticeBar(texts, self)
        self.form = PersonaForm(theme, texts, given.background, self)
        self.people = People(self.works, theme, texts, given.background, self)
        self.meter = Meter(theme, texts, self)
        self.gauge = Gauge(self.works, self.form, self.meter, texts.language, self)
        self.trial = TrialPane(
            given.pet.trial, self.persona_now, given.background, theme, texts, self
        )
        self.more = Actions(self, self.works, self.deeds, given.pet, given.background)
        self._area = QScrollArea(self)
        self._new = QPushButton(texts("editor.new"), self)
        self._import = QPushButton(texts("editor.import"), self)
        self._try = QPushButton(texts("editor.try"), self)
        self._save = QPushButton(texts("editor.save"), self)
        self._wear = QPushButton(texts("editor.save_and_wear"), self)
        self._arrange(theme)
        self._set_tab_order()
        self._connect()
        self._set_shortcuts()

    def begin(self) -> None:
        """Read everybody, and ask the engine what it has."""
        self.form.show_looks(((LOOK, self._pet.texts("editor.look.somi")),))
        self.works.begin()
        self.people.setFocus(Qt.FocusReason.OtherFocusReason)
        self.gauge.begin(self._pet, self._background)

    def persona_now(self) -> Persona:
        """Whoever stands in the form, saved or not. Raises PersonaError where she has no name."""
        if self.works.current is None:
            raise PersonaError("persona.no_name", id="")
        return self.works.current.persona()

    def show_theme(self, theme: Theme) -> None:
        for part in (self.form, self.people, self.meter, self.trial):
            part.show_theme(theme)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._finish_composition()
        self.trial.stop()
        self.works.close()
        super().closeEvent(event)

    def _arrange(self, theme: Theme) -> None:
        space = theme.spacing
        self.people.setFixedWidth(_PEOPLE_WIDTH)
        left = QVBoxLayout()
        left.setContentsMargins(space.m, space.m, 0, space.m)
        left.addWidget(self.people, 1)
        left.addWidget(self._new)
        left.addWidget(self._import)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self.form)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._wear.setObjectName("action")
        buttons = QHBoxLayout()
        buttons.addWidget(self.more.button)
        buttons.addWidget(self._try)
        buttons.addStretch()
        buttons.addWidget(self._save)
        buttons.addWidget(self._wear)
        foot = QVBoxLayout()
        foot.setContentsMargins(space.l, space.s, space.l, 0)
        foot.setSpacing(space.s)
        foot.addWidget(self.meter)
        foot.addLayout(buttons)
        form = QWidget(self)
        middle = QVBoxLayout(form)
        middle.setContentsMargins(0, space.m, 0, space.m)
        middle.addWidget(self.bar)
        middle.addWidget(self._area, 1)
        middle.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(space.s)
        row.addLayout(left)
        line = _line(self)
        row.addWidget(form, 1)
        row.addWidget(line)
        row.addWidget(self.trial)
        self._sides = Sides(self, form, line, self.trial, self._try)

    def _set_tab_order(self) -> None:
        head = (self.people, self._new, self._import)
        foot = (self.more.button, self._try, self._save, self._wear, self.trial.field.composer)
        for one, other in itertools.pairwise((*head, *self.form.stops(), *foot)):
            QWidget.setTabOrder(one, other)

    def _connect(self) -> None:
        works, deeds, form = self.works, self.deeds, self.form
        DropTarget(self).files_dropped.connect(self.import_requested)
        works.opened.connect(self._show)
        works.told.connect(self.bar.tell)
        works.failed.connect(self.tell_failure)
        deeds.told.connect(self.bar.tell)
        deeds.failed.connect(self.tell_failure)
        deeds.wear_requested.connect(self.wear_requested)
        deeds.persona_saved.connect(self.persona_saved)
        form.edited.connect(self._record)
        form.undo_requested.connect(works.undo)
        form.redo_requested.connect(works.redo)
        form.picture.failed.connect(self.tell_failure)
        for box in form.text_boxes():
            box.paste_refused.connect(self._refuse_paste)
        self.more.told.connect(self.bar.tell)
        self.more.failed.connect(self.tell_failure)
        self.people.chosen.connect(works.open)
        self.bar.action_chosen.connect(self.more.act)
        self._new.clicked.connect(self.begin_new)
        self._import.clicked.connect(self.ask_for_import)
        self._save.clicked.connect(self.save)
        self._wear.clicked.connect(self.save_and_wear)

    def _set_shortcuts(self) -> None:
        for keys, slot in (
            ("Ctrl+S", self.save),
            ("Ctrl+Shift+S", self.save_and_wear),
            ("Ctrl+N", self.begin_new),
            ("Ctrl+O", self.ask_for_import),
            ("Ctrl+T", self.try_her),
            ("Ctrl+L", self.people.setFocus),
            ("Ctrl+Z", self.works.undo),
            ("Ctrl+Shift+Z", self.works.redo),
            ("Ctrl+Y", self.works.redo),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    @Slot()
    def save(self) -> None:
        """Save her, the syllable that is being composed too."""
        self._finish_composition()
        self.deeds.save()

    @Slot()
    def save_and_wear(self) -> None:
        """Save her, and let the pet be her."""
        self._finish_composition()
        self.deeds.save_and_wear()

    @Slot()
    def begin_new(self) -> None:
        """Somebody new, ready to be named."""
        self._finish_composition()
        self.works.begin_new()
        self.form.name.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def ask_for_import(self) -> None:
        """Ask for a file with somebody in it."""
        self.import_requested.emit([])

    @Slot()
    def try_her(self) -> None:
        """The keyboard goes to the box where she is tried out."""
        self._sides.show_trial()

    @Slot(object)
    def tell_failure(self, error: PetError) -> None:
        """One sentence; nothing that was written is lost by it."""
        self.bar.tell(describe(self._pet.texts, error).sentence)

    @Slot(str)
    def _record(self, field: str) -> None:
        self.works.record(self.form.sheet, field)
        if field == "name":
            self.people.relabel()
        self.gauge.measure_soon()

    @Slot(object)
    def _show(self, work: Work) -> None:
        is_other = self._shown_key != work.key
        self._shown_key = work.key
        self.form.show_sheet(work.sheet, work.picture, from_start=is_other)
        if is_other:
            self.trial.empty()
            self._area.verticalScrollBar().setValue(0)
        self.people.relabel()
        self.more.show_work(work)
        self.gauge.measure()

    @Slot(int)
    def _refuse_paste(self, size: int) -> None:
        self.bar.tell(self._pet.texts("editor.paste_refused", size=f"{size:,}"))

    def _finish_composition(self) -> None:
        box = QApplication.focusWidget()
        if isinstance(box, TextBox):
            box.composition.finish()


def _line(parent: QWidget) -> QFrame:
    """Between the form and the place to try her out."""
    made = QFrame(parent)
    made.setObjectName("line")
    made.setFixedWidth(1)
    return made
