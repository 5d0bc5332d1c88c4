"""The quick chat and what it shows, made when it is first wanted: it is a third of the windows.

Before that the program is smaller by ten megabytes, and starts sooner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject, QRect, Signal, Slot

from pet.app import Pet
from pet.chat.events import (
    CommandAnswered,
    DidYouMean,
    EngineReading,
    EngineWaking,
    Event,
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
from pet.ui.background import Background
from pet.ui.notices import Notice, describe
from pet.ui.silence import Silence
from pet.ui.theme import Theme

if TYPE_CHECKING:
    from pet.ui.chat.quick_chat import QuickChat
    from pet.ui.keeper import Keeper


class ChatRoom(QObject):
    """Builds the chat, gives it the events of a turn, and tells what the user does there."""

    opened = Signal()
    closed = Signal()
    message_submitted = Signal(str)
    stop_requested = Signal()
    more_written = Signal()  # while a reply comes
    action_requested = Signal(str)  # a remedy
    why_requested = Signal(int)  # the turn of a reply
    link_opened = Signal(str)
    persona_worn = Signal(str)  # her name
    told = Signal(str)  # a sentence of the program's own, while the chat is closed

    def __init__(
        self, pet: Pet, background: Background, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._theme = theme
        self._chat: QuickChat | None = None  # None: nobody wanted it yet
        self._keeper: Keeper | None = None
        self._said = ""
        self._news = News()
        self._silence = Silence(Notice(pet.texts("chat.silence")), self)

    @property
    def chat(self) -> QuickChat:
        """The window; built by the first who asks."""
        if self._chat is None:
            self._chat = self._build()
        return self._chat

    @property
    def is_open(self) -> bool:
        return self._chat is not None and self._chat.isVisible()

    def open(self, anchor: QRect) -> None:
        """Show it beside *anchor*, in px of the screen: the user asked for it."""
        self.chat.open_for_user(anchor)

    @Slot()
    def close(self) -> None:
        """Put it away; what is typed stays."""
        if self._chat is not None:
            self._chat.close()

    def end(self) -> None:
        """The program ends: keep what is typed."""
        self._silence.end()
        if self._keeper is not None:
            self._keeper.end()
        if self._chat is not None:
            self._chat.hide()
            self._chat.deleteLater()

    @Slot()
    def keep_draft_now(self) -> None:
        """The desktop session may end any moment."""
        if self._keeper is not None:
            self._keeper.drafts.keep_now()

    @Slot()
    def refresh(self) -> None:
        """A turn has ended: another model may answer now, a memo may be new."""
        if self._keeper is not None:
            self._keeper.refresh()

    @Slot(str)
    def submit(self, text: str) -> None:
        """Say *text* as if it had been typed."""
        self.chat.outbox.submit(text)

    @Slot(str)
    def ask_to_open(self, address: str) -> None:
        """Ask before *address* is opened in the browser."""
        self.chat.links.ask(address)

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        self.chat.show_notice(notice)

    @Slot(str)
    def tell(self, sentence: str) -> None:
        """Tell it in the open chat, which a bubble would cover; else let the character say it."""
        if self.is_open:
            self.chat.show_notice(Notice(sentence))
        else:
            self.told.emit(sentence)

    @Slot(object)
    def wear(self, theme: Theme) -> None:
        """Paint in *theme* from now on."""
        self._theme = theme
        if self._chat is not None:
            self._chat.show_theme(theme)

    @Slot(str)
    def show_said(self, text: str) -> None:
        """The user's words are on their way."""
        self._said = text
        self.chat.show_user_message(text)

    @Slot(object)
    def show(self, event: Event) -> None:
        """Show *event* of the turn that was begun here."""
        chat = self.chat
        self._silence.note(event)
        match event:
            case TurnStarted() | EngineReading() | EngineWaking():
                _wait(chat, event)
            case TextDelta() | ReplyRestarted() | TurnFinished():
                self._reply(chat, event)
            case TurnFailed():
                self._fail(chat, event)
            case CommandAnswered():
                chat.show_command_answer(event)
            case SessionBegan() | PersonaWorn() | NoticeGiven() | DidYouMean():
                self._note(chat, event)
            case _:
                assert_never(event)
        if isinstance(event, TurnStarted | CommandAnswered | TurnFailed) and self._keeper:
            self._keeper.drafts.note_stored()

    def _reply(self, chat: QuickChat, event: TextDelta | ReplyRestarted | TurnFinished) -> None:
        match event:
            case TextDelta(text):
                chat.append_reply(text)
            case ReplyRestarted():
                chat.begin_reply(anew=True)
            case TurnFinished():
                self._finish(chat, event)

    def _note(
        self, chat: QuickChat, event: SessionBegan | PersonaWorn | NoticeGiven | DidYouMean
    ) -> None:
        match event:
            case SessionBegan(_, shown):
                if self._keeper is not None:
                    self._keeper.history.show_session(shown)
            case PersonaWorn():
                # Her name and her session; what was just said stands below it.
                chat.show_persona(event.name, event.opening)
                if self._keeper is not None:
                    self._keeper.history.show_session(event.turns)
                chat.show_user_message(self._said)
                self.persona_worn.emit(event.name)
            case NoticeGiven(text):
                chat.show_notice(Notice(text))
            case DidYouMean(command):
                chat.show_hint(command)

    def _finish(self, chat: QuickChat, event: TurnFinished) -> None:
        news = self._news.of(event.left_out)
        chat.finish_reply(
            event.text,
            event.ending,
            unreliable=event.unreliable,
            fault=event.fault,
            turn=event.turn,
            left_out="\n".join(sentences(self._pet.texts, news)),
            notes=event.notes,
        )

    def _fail(self, chat: QuickChat, event: TurnFailed) -> None:
        notice = describe(self._pet.texts, event.error)
        chat.show_failure(notice, event.partial, event.turn, event.notes)
        if event.turn == 0:  # nothing was stored: the words are given back
            chat.give_back(self._said)

    def _build(self) -> QuickChat:
        from pet.ui.chat.quick_chat import QuickChat
        from pet.ui.keeper import Keeper

        pet = self._pet
        chat = QuickChat(self._theme, pet.texts, pet.persona_name(), pet.persona_opening())
        keeper = Keeper(pet, self._background, chat, self)
        chat.opened.connect(self.opened)
        chat.closed.connect(self.closed)
        chat.message_submitted.connect(keeper.drafts.note_sending)  # before it goes anywhere
        chat.message_submitted.connect(self.message_submitted)
        chat.stop_requested.connect(self.stop_requested)
        chat.outbox.queue_changed.connect(self.more_written)
        chat.action_requested.connect(self.action_requested)
        chat.why_requested.connect(self.why_requested)
        chat.link_opened.connect(self.link_opened)
        chat.earlier_requested.connect(keeper.history.load_earlier)
        self._silence.began.connect(chat.show_notice)
        self._silence.ended.connect(chat.foot.notice.hide)
        keeper.told.connect(self.tell)
        keeper.persona_renamed.connect(self.persona_worn)
        self._keeper = keeper
        keeper.begin()
        return chat


def _wait(chat: QuickChat, event: TurnStarted | EngineReading | EngineWaking) -> None:
    match event:
        case TurnStarted(_, speaker):
            chat.transcript.speaker = speaker
        case EngineReading():
            chat.show_reading()
        case EngineWaking(model, seconds):
            chat.show_waking(model, seconds)
