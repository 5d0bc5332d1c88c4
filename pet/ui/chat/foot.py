"""The lower part of the chat window: the quiet lines, the popup and the field."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.ui.chat.field import Field
from pet.ui.chat.placing import height_of
from pet.ui.chat.popup import SuggestionPopup
from pet.ui.chat.strip import ChoiceRows, NoticeLine, QueuedLine
from pet.ui.theme import Theme

_NAME: Final = 16  # characters of a name in the empty box


class Foot(QWidget):
    """Each of its lines is there only when needed."""

    resized = Signal()

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self.welcome = Welcome(theme, texts, self)
        self.hint = HintLine(texts, self)
        self.notice = NoticeLine(theme, texts, self)
        self.choices = ChoiceRows(theme, self)
        self.queued = QueuedLine(theme, texts, self)
        self.popup = SuggestionPopup(theme, self)
        self.field = Field(theme, texts, self)
        self.hint.text_corrected.connect(self.field.composer.give_back)
        self._column = column = QVBoxLayout(self)
        space = theme.spacing
        column.setContentsMargins(space.m, space.xs, space.m, space.m)
        column.setSpacing(space.s - 1)
        for line in (
            self.welcome,
            self.hint,
            self.notice,
            self.choices,
            self.queued,
            self.popup,
            self.field,
        ):
            column.addWidget(line)

    def wanted_height(self, width: int) -> int:
        return height_of(self._column, width)

    @Slot(bool)
    def show_welcome(self, empty: bool) -> None:
        """Where nothing was said yet, say how to begin."""
        self.welcome.setVisible(empty)

    def show_persona(self, name: str, opening: str) -> None:
        self.welcome.show_persona(name, opening)
        short = name if len(name) <= _NAME else name[: _NAME - 1].rstrip() + "…"
        self.field.composer.set_placeholder(self._texts("chat.placeholder", name=short))

    def show_theme(self, theme: Theme) -> None:
        for part in (self.notice, self.queued, self.popup, self.field):
            part.show_theme(theme)

    @Slot()
    def clear(self) -> None:
        """A message goes: what was told of the last one is done with."""
        for line in (self.hint, self.notice, self.choices):
            line.hide()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.resized.emit()
        return super().event(event)


class Welcome(QWidget):
    """Where nothing was said yet: how to begin."""

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._greeting = QLabel(self)
        self._advice = QLabel(texts("chat.advice"), self)
        self._advice.setObjectName("advice")
        column = QVBoxLayout(self)
        space = theme.spacing
        column.setContentsMargins(space.xs, space.xs, space.xs, space.s)
        column.setSpacing(space.xs)
        for label in (self._greeting, self._advice):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            column.addWidget(label)

    def show_persona(self, name: str, opening: str) -> None:
        """What she says first; where that is nothing, an invitation of ours."""
        self._greeting.setText(opening or self._texts("chat.welcome", name=name))


class HintLine(QPushButton):
    """A quiet "did you mean …?"; a click puts the message that was meant into the box."""

    text_corrected = Signal(str)

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._meant = ""
        self.setObjectName("hint")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._correct)
        self.hide()

    def show_command(self, command: str, meant: str) -> None:
        """*command* is the nearest one; *meant* is the whole message with it."""
        self._meant = meant
        self.setText(self._texts("chat.did_you_mean", command=command))
        self.show()

    @Slot()
    def _correct(self) -> None:
        self.hide()
        self.text_corrected.emit(self._meant)
