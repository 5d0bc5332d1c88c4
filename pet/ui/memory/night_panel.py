"""The night's report: when it last ran, what it read and changed, what is next; and one by hand."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from pet.app import Pet
from pet.engines.base import Stop
from pet.errors import PetError
from pet.jobs import nightly, telling
from pet.jobs.account import Report
from pet.ui.background import Background
from pet.ui.memory.fold import Fold, emptied
from pet.ui.memory.paragraph import Paragraph
from pet.ui.memory.profile_look import NightLook
from pet.ui.notices import describe
from pet.ui.theme import Theme


class NightPanel(QFrame):
    """A card; while a night runs by hand, Stop ends it within a second."""

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._pet = pet
        self._background = background
        self._theme = theme
        self._stop: Stop | None = None  # of the night that runs
        texts = pet.texts
        self._last = Paragraph(theme, self)
        self._next = Paragraph(theme, self, color="muted", scale=0.92)
        self._earlier = Fold(theme, texts("memory.night.earlier"), self)
        self.run = QPushButton(texts("memory.night.run"), self)
        self.stop = QPushButton(texts("memory.night.stop"), self)
        self.stop.hide()
        self._arrange()
        self.run.clicked.connect(self._run)
        self.stop.clicked.connect(self.end)

    def _arrange(self) -> None:
        space = self._theme.spacing
        title = QLabel(self._pet.texts("memory.night"), self)
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setObjectName("title")
        buttons = QHBoxLayout()
        buttons.addWidget(self.run)
        buttons.addWidget(self.stop)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.m, space.m, space.m, space.m)
        column.setSpacing(space.s)
        column.addWidget(title)
        column.addWidget(self._last)
        column.addWidget(self._next)
        column.addLayout(buttons)
        column.addWidget(self._earlier)

    def show_night(self, look: NightLook) -> None:
        """Show how it stands; what runs here tells of itself."""
        texts, zone = self._pet.texts, self._pet.clock.now().tzinfo
        lines = [telling.run_line(texts, run, zone) for run in look.runs]
        if self._stop is None:
            self._last.show_text(lines[0] if lines else texts("night.never"))
        self._next.show_text("\n".join(self._coming(look)))
        self._earlier.setVisible(len(lines) > 1)
        column = emptied(self._earlier.column)
        for line in lines[1:]:
            paragraph = Paragraph(self._theme, self._earlier.body, color="muted", scale=0.92)
            paragraph.show_text(line)
            column.addWidget(paragraph)
        self.run.setEnabled(look.memory_on)

    def _coming(self, look: NightLook) -> list[str]:
        texts = self._pet.texts
        if not look.memory_on:
            return [texts("night.off")]
        waiting = look.waiting
        told = [texts.count("night.waiting", waiting) if waiting else texts("night.all_read")]
        if look.next_due is None:
            return [*told, texts("memory.night.next_quiet")]
        return [*told, texts("memory.night.next", at=f"{look.next_due:%Y-%m-%d %H:%M}")]

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        for paragraph in self.findChildren(Paragraph):
            paragraph.show_theme(theme)

    @Slot()
    def end(self) -> None:
        """Stop the night that runs here."""
        if self._stop is not None:
            self._stop.press()

    @Slot()
    def _run(self) -> None:
        self._stop = Stop()
        self._show_running(True)
        self._last.show_text(self._pet.texts("memory.night.running"))
        job = partial(_have_night, self._pet, self._stop)
        self._background.run(job, self._show_report, self._fail)

    @Slot(object)
    def _show_report(self, report: Report) -> None:
        self._stop = None
        self._show_running(False)
        self._last.show_text(telling.ending(self._pet.texts, report.outcome, report.numbers))

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self._stop = None
        self._show_running(False)
        self._last.show_text(describe(self._pet.texts, error).sentence)

    def _show_running(self, running: bool) -> None:
        self.stop.setVisible(running)
        self.run.setVisible(not running)


def _have_night(pet: Pet, stop: Stop) -> Report:
    return nightly.run(pet.night(), stop, by_hand=True)
