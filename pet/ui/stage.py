"""What happens in a turn, shown on the character's face and in the bubble."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pet.body.moods import Mood
from pet.chat.events import (
    CommandAnswered,
    DidYouMean,
    EngineReading,
    EngineWaking,
    Event,
    MemoryNote,
    NoticeGiven,
    PersonaWorn,
    ReplyRestarted,
    SessionBegan,
    TextDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from pet.chat.left_out import News, sentences
from pet.i18n import Texts
from pet.ui.character.window import CharacterWindow
from pet.ui.notices import describe
from pet.ui.speech import Speech

_SORRY_MS: Final = 9_000
_SLEEP_MS: Final = 15 * 60_000  # without a word from anybody


class Stage(QObject):
    """Shows each event where it belongs; the character's mood is the truth of the moment."""

    failed = Signal(object)  # PetError
    offered = Signal(str)  # the command behind the button in the bubble

    def __init__(
        self,
        character: CharacterWindow,
        speech: Speech,
        is_read_elsewhere: Callable[[], bool],
        texts: Texts,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._character = character
        self._speech = speech
        self._is_read_elsewhere = is_read_elsewhere  # in the open chat, or later: it is hidden
        self._texts = texts
        self._reply: str | None = None  # of the turn that is being answered
        self._speaker = ""  # stands before it, where another persona than the worn one answers
        self._news = News()
        self._rest = QTimer(self)  # from sorry back to idle, from idle to sleep
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._calm_down)
        self._be(Mood.IDLE)

    @Slot(object)
    def show(self, event: Event) -> None:
        """Show *event*."""
        match event:
            case TurnStarted() | ReplyRestarted() | EngineReading() | EngineWaking():
                self._show_waiting(event)
            case TextDelta(text):
                self._show_words(text)
            case TurnFinished():
                self._finish(event)
            case TurnFailed():
                self._fail(event)
            case CommandAnswered():
                self._answer(event)
            case SessionBegan() | PersonaWorn() | NoticeGiven() | DidYouMean():
                return  # told in the chat alone
            case _:
                assert_never(event)

    @Slot(str)
    def show_persona(self, name: str) -> None:
        """The windows of the character are called after the persona that is here."""
        self._character.setWindowTitle(name)
        self._character.setAccessibleName(name)
        self._speech.call(self._texts("bubble.name", name=name))

    @Slot()
    def wake(self) -> None:
        """Somebody is there."""
        if self._character.mood is Mood.ASLEEP:
            self._be(Mood.IDLE)

    @Slot()
    def take_over_from_chat(self) -> None:
        """The chat was closed: the bubble says what is being said, from its beginning.

        The same before the first word, and where the character was hidden and comes back.
        """
        if self._reply is None or not self._character.isVisible():
            return
        if not self._speech.is_listening:
            self._speech.bubble.begin()
            self._speech.bubble.append(self._speaker + self._reply if self._reply else "")

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Say a sentence of the program's own."""
        self._speech.bubble.show_sentence(sentence)

    def _show_waiting(
        self, event: TurnStarted | ReplyRestarted | EngineReading | EngineWaking
    ) -> None:
        match event:
            case TurnStarted() | ReplyRestarted():
                if isinstance(event, TurnStarted):
                    self._speaker = f"{event.speaker}: " if event.speaker else ""
                self._be(Mood.THINKING)
                self._reply = ""
                if not self._is_read_elsewhere():
                    self._speech.bubble.begin()
            case EngineReading():
                self._be(Mood.THINKING)
            case EngineWaking():
                self._be(Mood.WAKING)

    def _show_words(self, text: str) -> None:
        if self._character.mood is not Mood.TALKING:
            self._be(Mood.TALKING)
        self._character.say_syllable()
        first = "" if self._reply else self._speaker
        self._reply = (self._reply or "") + text
        if not self._is_read_elsewhere():
            self._speech.bubble.append(first + text)

    def _finish(self, event: TurnFinished) -> None:
        self._be(Mood.IDLE)
        notes = [] if event.ending == "done" else [self._texts(f"mark.{event.ending}")]
        if event.fault is not None:
            notes.append(self._texts(f"mark.{event.fault}"))
        if event.unreliable:
            notes.append(self._texts("mark.unreliable"))
        notes += sentences(self._texts, self._news.of(event.left_out))
        self._reply = None
        if self._is_read_elsewhere():
            return
        notes += [note.text for note in event.notes]
        choice = self._offer(event.notes)
        if not event.text:
            told = " ".join(notes) or self._texts("stage.no_words")
            self._speech.bubble.show_sentence(told, choice)
            return
        said = self._speaker + event.text
        took_back = self._speech.bubble.text.strip() != said  # the model, what it had said
        if took_back and self._speech.is_listening:
            self._speech.bubble.begin()
            self._speech.bubble.append(said)
        self._speech.bubble.finish(" ".join(notes) or None, choice)

    def _offer(self, notes: Sequence[MemoryNote]) -> str | None:
        """The label of the one thing that the bubble offers to do; None: nothing."""
        choice = next((choice for note in notes for choice in note.choices), None)
        if choice is None:
            return None
        self.offered.emit(choice.command)
        return choice.label

    def _fail(self, event: TurnFailed) -> None:
        self._be(Mood.SORRY)
        notice = describe(self._texts, event.error)
        self.failed.emit(event.error)
        self._reply = None
        if not self._is_read_elsewhere():
            self._speech.bubble.show_sentence(notice.sentence, notice.label or None)

    def _answer(self, event: CommandAnswered) -> None:
        self._be(Mood.IDLE)
        self._reply = None
        if not self._is_read_elsewhere():
            self._speech.bubble.show_sentence(event.text)

    def _be(self, mood: Mood) -> None:
        self._character.show_mood(mood)
        self._rest.stop()
        if mood is Mood.SORRY:
            self._rest.start(_SORRY_MS)
        elif mood is Mood.IDLE:
            self._rest.start(_SLEEP_MS)

    @Slot()
    def _calm_down(self) -> None:
        self._be(Mood.IDLE if self._character.mood is Mood.SORRY else Mood.ASLEEP)
