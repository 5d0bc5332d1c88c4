"""The profile: what the pet concluded by itself, line by line, and how it came to that."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from pet.app import Pet
from pet.errors import PetError
from pet.ui.background import Background, Newest
from pet.ui.memory import profile_look
from pet.ui.memory.night_panel import NightPanel
from pet.ui.memory.paragraph import Paragraph
from pet.ui.memory.profile_look import ProfileLook
from pet.ui.memory.profile_row import ProfileRow, ShownLine
from pet.ui.memory.versions_panel import VersionsPanel
from pet.ui.memory.wishes import ChangeLine, Done, Wish
from pet.ui.theme import Theme

_SIDE_PX: Final = 310


class ProfileTab(QWidget):
    """Lines under their headings; beside them the night's report and the versions."""

    wished = Signal(object)  # wishes.Wish
    origin_wanted = Signal(int)  # a turn
    failed = Signal(object)  # PetError

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._looking = Newest(background)
        self._theme = theme
        self._overtaken = 0  # the line that another copy was faster with
        self._rows: dict[int, ProfileRow] = {}
        self._headings: list[QLabel] = []
        self._empty = Paragraph(theme, self, color="muted")
        self._empty.show_text(pet.texts("memory.profile.empty"))
        self._empty.hide()
        self.night = NightPanel(pet, background, theme, self)
        self.versions = VersionsPanel(pet, background, theme, self)
        self._page = QWidget(self)
        self._column = QVBoxLayout(self._page)
        self._arrange()
        self.setFocusProxy(self._lines)
        self.versions.wished.connect(self.wished)
        self.versions.failed.connect(self.failed)

    @property
    def rows(self) -> tuple[ProfileRow, ...]:
        """The rows from the top."""
        return tuple(self._rows.values())

    @property
    def is_typed_in(self) -> bool:
        """Whether something is written that is not on the disk."""
        return any(row.has_changes for row in self.rows)

    def _arrange(self) -> None:
        space = self._theme.spacing
        self._column.setContentsMargins(0, 0, space.s, 0)
        self._column.setSpacing(space.s)
        self._column.addWidget(self._empty)
        self._column.addStretch(1)
        side = QWidget(self)
        beside = QVBoxLayout(side)
        beside.setContentsMargins(0, 0, space.s, 0)
        beside.setSpacing(space.m)
        beside.addWidget(self.night)
        beside.addWidget(self.versions)
        beside.addStretch(1)
        right = _scrolled(side, self)
        right.setFixedWidth(_SIDE_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, space.m, 0, 0)
        row.setSpacing(space.m)
        self._lines = _scrolled(self._page, self)
        row.addWidget(self._lines, 1)
        row.addWidget(right)

    def refresh(self) -> None:
        """Look at the disk again."""
        self._looking.run(partial(_look, self._pet), self._show, self._fail)

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._empty.show_theme(theme)
        self.night.show_theme(theme)
        self.versions.show_theme(theme)
        for row in self._rows.values():
            row.show_theme(theme)

    def show_done(self, done: Done) -> None:
        """What was typed is on the disk: its box may go."""
        if isinstance(done.wish, ChangeLine) and (row := self._rows.get(done.wish.line)):
            row.end_edit()

    def show_refused(self, wish: Wish, error: PetError) -> None:
        """Everything typed stays; where another was faster, the next Enter writes over it."""
        if isinstance(wish, ChangeLine) and error.key == "profile.changed_elsewhere":
            self._overtaken = wish.line
            self.refresh()

    def show_row(self, line: int) -> None:
        """Scroll to a line and give it the focus."""
        if row := self._rows.get(line):
            row.setFocus(Qt.FocusReason.OtherFocusReason)
            self._lines.ensureWidgetVisible(row)

    def end(self) -> None:
        """The window goes: nothing runs on in its name."""
        self.night.end()

    def _build(self, line: int) -> ProfileRow:
        row = ProfileRow(self._theme, self._pet.texts, self._page)
        row.wished.connect(self.wished)
        row.origin_wanted.connect(self.origin_wanted)
        row.focus_step_wanted.connect(self._step_focus)
        self._rows[line] = row
        return row

    def _drop(self, line: int) -> None:
        row = self._rows.pop(line)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    @Slot(int)
    def _step_focus(self, step: int) -> None:
        rows = self.rows
        place = rows.index(self.sender()) + step
        if 0 <= place < len(rows):
            self.show_row(rows[place].line.id)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)

    @Slot(object)
    def _show(self, look: ProfileLook) -> None:
        self.night.show_night(look.night)
        self.versions.show_versions(look.versions)
        self._empty.setVisible(not look.lines)
        self._show_lines(look)

    def _show_lines(self, look: ProfileLook) -> None:
        there = {shown.line.id for shown in look.lines}
        for gone in self._rows.keys() - there:
            if not self._rows[gone].is_edited:
                self._drop(gone)
        now = self._pet.clock.now()
        for shown in look.lines:
            row = self._rows.get(shown.line.id) or self._build(shown.line.id)
            row.show_line(shown, look.version, now)
        order = [shown.line.id for shown in look.lines]
        order += [line for line in self._rows if line not in there]
        topics = [shown.line.topic for shown in look.lines]
        if (order, topics) != (list(self._rows), self._topics()):
            self._rows = {line: self._rows[line] for line in order}
            self._stack(look.lines)
        if overtaken := self._rows.get(self._overtaken):
            overtaken.take_newer()
        self._overtaken = 0

    def _topics(self) -> list[str]:
        return [row.property("topic") or "" for row in self._rows.values()]

    def _stack(self, lines: tuple[ShownLine, ...]) -> None:
        """Put headings and rows below each other."""
        for heading in self._headings:
            self._column.removeWidget(heading)
            heading.hide()
            heading.deleteLater()
        self._headings = []
        topics = {shown.line.id: shown.line.topic for shown in lines}
        place, last = 1, ""
        former: QWidget | None = None
        for line, row in self._rows.items():
            topic = topics.get(line, last)
            row.setProperty("topic", topic)
            if topic and topic != last:
                last = topic
                self._column.insertWidget(place, self._heading(topic))
                place += 1
            self._column.removeWidget(row)
            self._column.insertWidget(place, row)
            row.show()
            place += 1
            if former is not None:
                QWidget.setTabOrder(former, row)
            former = row

    def _heading(self, topic: str) -> QLabel:
        heading = QLabel(self._pet.texts(f"profile.topic.{topic}"), self._page)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setObjectName("title")
        heading.setContentsMargins(2, self._theme.spacing.s, 0, 0)
        self._headings.append(heading)
        return heading


def _look(pet: Pet) -> ProfileLook:
    return profile_look.look(pet.store, pet.night())


def _scrolled(page: QWidget, parent: QWidget) -> QScrollArea:
    page.setObjectName("page")
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(page)
    return area
