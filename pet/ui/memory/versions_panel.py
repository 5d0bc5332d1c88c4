"""The profile's versions: what is different between any two, and using one again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from pet.app import Pet
from pet.errors import PetError
from pet.memory import profile
from pet.memory.profile import Diff, Version
from pet.ui.background import Background, Newest
from pet.ui.memory import words
from pet.ui.memory.fold import emptied
from pet.ui.memory.paragraph import Paragraph
from pet.ui.memory.wishes import UseVersion
from pet.ui.theme import Theme


class VersionsPanel(QFrame):
    """Two versions to choose, the difference below, and a button."""

    wished = Signal(object)  # wishes.Wish
    failed = Signal(object)  # PetError

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._pet = pet
        self._comparing = Newest(background)
        self._theme = theme
        self._versions: tuple[Version, ...] = ()
        texts = pet.texts
        self.chosen = QComboBox(self)
        self.chosen.setAccessibleName(texts("memory.versions"))
        self.compared = QComboBox(self)
        self.compared.setAccessibleName(texts("memory.version.compared"))
        self.use = QPushButton(texts("memory.version.use"), self)
        self._changes = QWidget(self)
        self._changes_column = QVBoxLayout(self._changes)
        self._changes_column.setContentsMargins(0, 0, 0, 0)
        self._arrange()
        self.chosen.activated.connect(self._compare)
        self.compared.activated.connect(self._compare)
        self.use.clicked.connect(self._wish_use)

    def _arrange(self) -> None:
        texts, space = self._pet.texts, self._theme.spacing
        column = QVBoxLayout(self)
        column.setContentsMargins(space.m, space.m, space.m, space.m)
        column.setSpacing(space.s)
        column.addWidget(self._label(texts("memory.versions"), "title"))
        column.addWidget(self.chosen)
        column.addWidget(self._label(texts("memory.version.compared"), "quiet"))
        column.addWidget(self.compared)
        column.addWidget(self._changes)
        column.addWidget(self.use, 0, Qt.AlignmentFlag.AlignLeft)
        for box in (self.chosen, self.compared):
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(16)

    def _label(self, text: str, rank: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setObjectName(rank)
        return label

    def show_versions(self, versions: Sequence[Version]) -> None:
        """The versions there are, the newest first; what is chosen stays so."""
        versions = tuple(versions)
        self.setVisible(bool(versions))
        if versions == self._versions or not versions:
            return
        follows = self._chosen() in (0, self._versions[0].id if self._versions else 0)
        chosen = 0 if follows else self._chosen()
        self._versions = versions
        for box in (self.chosen, self.compared):
            box.clear()
            for version in versions:
                box.addItem(self._name(version), version.id)
        self.compared.addItem(self._pet.texts("memory.version.none"), 0)
        self.chosen.setCurrentIndex(max(0, self.chosen.findData(chosen)))
        self.compared.setCurrentIndex(min(self.chosen.currentIndex() + 1, len(versions)))
        self._compare()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        for paragraph in self.findChildren(Paragraph):
            paragraph.show_theme(theme)

    def _name(self, version: Version) -> str:
        texts = self._pet.texts
        why = texts(f"memory.version.reason.{version.reason}", version=version.restored or 0)
        when = words.moment(texts, version.created_ms, self._pet.clock.now())
        return texts("memory.version.name", number=version.id, why=why, when=when, n=version.lines)

    def _chosen(self) -> int:
        return int(self.chosen.currentData() or 0)

    @Slot()
    def _compare(self) -> None:
        if not self._versions:
            return
        chosen, other = self._chosen(), int(self.compared.currentData() or 0)
        self.use.setEnabled(chosen != self._versions[0].id)
        job = partial(profile.diff, self._pet.store, other, chosen)
        self._comparing.run(job, self._show_changes, self._fail)

    @Slot(object)
    def _show_changes(self, changes: Diff) -> None:
        column = emptied(self._changes_column)
        lines = [(f"+ {line.text}", "accent") for line in changes.added]
        lines += [(f"− {line.text}", "error") for line in changes.removed]
        lines += [(f"{old.text} → {new.text}", "text") for old, new in changes.changed]
        if not lines:
            lines = [(self._pet.texts("memory.version.same"), "muted")]
        for text, color in lines:
            paragraph = Paragraph(self._theme, self._changes, color=color, scale=0.95)
            paragraph.show_text(text)
            column.addWidget(paragraph)

    @Slot()
    def _wish_use(self) -> None:
        if version := self._chosen():
            self.wished.emit(UseVersion(version))

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)
