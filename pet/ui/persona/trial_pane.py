"""Talking to the persona as she stands in the form, saved or not; nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, assert_never

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from pet.chat.events import EngineReading, EngineWaking, TextDelta, TurnFailed, TurnFinished
from pet.chat.trial import Trial, TrialEvent
from pet.engines.base import Stop
from pet.errors import PetError
from pet.i18n import Texts
from pet.persona.persona import Persona
from pet.ui.background import Background
from pet.ui.chat.field import Field
from pet.ui.chat.lines import marks_of
from pet.ui.chat.look import style_sheet
from pet.ui.chat.transcript import Transcript
from pet.ui.notices import describe
from pet.ui.theme import Theme

WIDTH: Final = 330  # px
# The window's own sheet would frame every message like a field.
_BARE: Final = "QTextEdit { border: none; padding: 0; background: transparent; }"


class Turn(QObject):
    """One message and its answer; deleted where nobody wants the rest of it."""

    event_came = Signal(object)  # TrialEvent
    failed = Signal(object)  # PetError
    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.stop = Stop()

    def begin(self, background: Background, trial: Trial, persona: Persona, text: str) -> None:
        """Say *text* off the UI thread."""
        turn = partial(trial.turn, persona, text, self.stop)
        background.stream(turn, self._show, self._fail, self._end)

    @Slot(object)
    def _show(self, event: TrialEvent) -> None:
        self.event_came.emit(event)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)

    @Slot()
    def _end(self) -> None:
        self.ended.emit()


class TrialPane(QWidget):
    """A small chat. The conversation of every day goes first: while it runs nothing is tried."""

    busy_changed = Signal(bool)

    def __init__(
        self,
        new_trial: Callable[[], Trial],
        persona: Callable[[], Persona],
        background: Background,
        theme: Theme,
        texts: Texts,
        parent: QWidget | None = None,
    ) -> None:
        """*persona* is whoever stands in the form; it raises PersonaError where she has no name."""
        super().__init__(parent)
        self._new_trial = new_trial
        self._trial = new_trial()
        self._persona = persona
        self._background = background
        self._texts = texts
        self._turn: Turn | None = None
        self._must_wait = False  # the conversation of every day is going on
        self._partial = ""
        self.setMinimumWidth(WIDTH)
        self._hint = QLabel(texts("editor.try.hint"), self)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setWordWrap(True)
        self._hint.setObjectName("mark")
        self.back = QPushButton(texts("editor.try.back"), self)
        self.back.setObjectName("quiet")
        self._again = QPushButton(texts("editor.try.again"), self)
        self._again.setObjectName("quiet")
        self._again.clicked.connect(self.begin_again)
        self.transcript = Transcript(theme, texts, WIDTH, self)
        self._told = QLabel(self)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setWordWrap(True)
        self._told.setObjectName("mark")
        self._told.hide()
        self.field = Field(theme, texts, self)
        self.field.composer.setAccessibleName(texts("editor.try.box"))
        self.field.composer.set_placeholder(texts("editor.try.box"))
        self.field.composer.message_submitted.connect(self.say)
        self.field.stop_requested.connect(self.stop)
        self._arrange(theme)
        self.show_theme(theme)

    def _arrange(self, theme: Theme) -> None:
        title = QLabel(self._texts("editor.try"), self)
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setObjectName("name")
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.back)
        head.addWidget(self._again)
        column = QVBoxLayout(self)
        space = theme.spacing
        column.setContentsMargins(space.m, space.m, space.l, space.l)
        column.addLayout(head)
        column.addWidget(self._hint)
        column.addWidget(self.transcript, 1)
        column.addStretch(0)
        column.addWidget(self._told)
        column.addWidget(self.field)

    @property
    def is_busy(self) -> bool:
        return self._turn is not None

    @property
    def told(self) -> str:
        """The sentence above the box; empty while there is none."""
        return "" if self._told.isHidden() else self._told.text()

    @Slot(str)
    def say(self, text: str) -> None:
        """Say *text* to her, unless the real conversation is going on."""
        try:
            persona = self._persona()
        except PetError as error:
            self._refuse(text, describe(self._texts, error).sentence)
            return
        if self._must_wait or self._turn is not None:
            self._refuse(text, self._texts("editor.try.waits"))
            return
        self._told.hide()
        self._partial = ""
        self._turn = turn = Turn(self)
        turn.event_came.connect(self.show_event)
        turn.failed.connect(self._fail)
        turn.ended.connect(self._end)
        self._show_busy()
        self.transcript.add_user_message(text)
        turn.begin(self._background, self._trial, persona, text)

    @Slot()
    def stop(self) -> None:
        """Stop the reply that is coming."""
        if self._turn is not None:
            self._turn.stop.press()

    @Slot(bool)
    def give_way(self, is_talking: bool) -> None:
        """The conversation of every day has begun, or has ended."""
        self._must_wait = is_talking
        if is_talking and self._turn is not None:
            self.stop()
            self._tell(self._texts("editor.try.gave_way"))

    @Slot()
    def begin_again(self) -> None:
        """Forget what was said here."""
        self.empty()
        self.take_focus()

    def take_focus(self) -> None:
        """The keyboard goes to the box."""
        self.field.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def empty(self) -> None:
        """Somebody else is tried now."""
        self.stop()
        self._drop_turn()
        self._trial = self._new_trial()
        self.transcript.show_turns(())
        self._told.hide()

    @Slot(object)
    def show_event(self, event: TrialEvent) -> None:
        """Show what happens in a turn."""
        match event:
            case EngineWaking(model, _):
                self.transcript.show_waiting(self._texts("editor.try.waking", model=model))
            case EngineReading():
                self.transcript.show_waiting(self._texts("editor.try.reading"))
            case TextDelta(text):
                self._partial += text
                self.transcript.begin_reply()
                self.transcript.append_reply(text)
            case TurnFinished(_, text, ending):
                self.transcript.finish_reply(text, marks_of(ending, unreliable=False))
            case TurnFailed(error, _, words):
                self._show_failure(error, words)
            case _:
                assert_never(event)

    def show_theme(self, theme: Theme) -> None:
        self.setStyleSheet(style_sheet(theme) + _BARE)
        self.field.show_theme(theme)
        self.transcript.show_theme(theme)

    def _show_failure(self, error: PetError, words: str) -> None:
        self.transcript.fail_reply(words)
        self._tell(describe(self._texts, error).sentence)

    def _refuse(self, text: str, sentence: str) -> None:
        self.field.composer.give_back(text)
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self._told.setText(sentence)
        self._told.show()

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self._show_failure(error, self._partial)
        self._end()

    @Slot()
    def _end(self) -> None:
        self._drop_turn()

    def _drop_turn(self) -> None:
        if self._turn is not None:
            self._turn.deleteLater()
            self._turn = None
        self.transcript.end_waiting()
        self._show_busy()

    def _show_busy(self) -> None:
        self.field.show_busy(self._turn is not None)
        self.busy_changed.emit(self._turn is not None)
