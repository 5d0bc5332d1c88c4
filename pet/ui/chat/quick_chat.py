"""The quick chat: one card with the recent conversation and a box to write in.

It draws and reports. Whoever owns it shows the events of a turn here; every turn that
`message_submitted` begins must end with `finish_reply`, `show_command_answer` or `show_failure`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal, Slot

from pet.chat.commands import worded_in
from pet.chat.events import CommandAnswered, Fault, MemoryNote, ReplyEnding
from pet.engines.base import Status
from pet.i18n import Texts
from pet.ui.chat.card import Card
from pet.ui.chat.completion import WordCompletion
from pet.ui.chat.foot import Foot
from pet.ui.chat.lines import Line, ShownTurn, line_of_note, lines_of, marks_of
from pet.ui.chat.links import LinkQuestion
from pet.ui.chat.outbox import Outbox
from pet.ui.chat.suggestions import Suggestion
from pet.ui.chat.title import Title
from pet.ui.chat.transcript import Transcript
from pet.ui.notices import Notice
from pet.ui.theme import Theme

WIDTH: Final = 404  # px of the card


class QuickChat(Card):
    """What the user sees of a conversation; knows nothing of engines or memory."""

    message_submitted = Signal(str)  # typed, or chosen below a command's answer
    stop_requested = Signal()
    action_requested = Signal(str)  # the button of a notice: the key of the error
    why_requested = Signal(int)  # what the reply of this turn was made from
    link_opened = Signal(str)  # the user has said yes to this address
    earlier_requested = Signal()  # answer with `show_earlier`

    def __init__(self, theme: Theme, texts: Texts, persona: str, opening: str = "") -> None:
        super().__init__(theme, WIDTH)
        self._texts = texts
        self.outbox = Outbox(self)
        self.title = Title(theme, texts, self)
        self.transcript = Transcript(theme, texts, WIDTH, self)
        self.foot = Foot(theme, texts, self)
        self.composer = self.foot.field.composer
        self.completion = WordCompletion(self.composer, self.foot.popup)
        self.links = LinkQuestion(texts, self)
        self.add_part(self.title, moves=True)
        self.add_part(self.transcript, stretch=1)
        self.add_part(self.foot)
        self._connect()
        self.show_persona(persona, opening)

    def _connect(self) -> None:
        foot, outbox = self.foot, self.outbox
        self.title.close_requested.connect(self.close)
        self.composer.dismissed.connect(self.close)
        self.composer.message_submitted.connect(outbox.submit)
        self.composer.page_turned.connect(self.transcript.scroll_page)
        self.composer.copy_requested.connect(self.transcript.copy_selection)
        outbox.message_submitted.connect(foot.clear)
        outbox.message_submitted.connect(self.message_submitted)
        outbox.busy_changed.connect(foot.field.show_busy)
        outbox.queue_changed.connect(foot.queued.show_queue)
        outbox.given_back.connect(self.composer.give_back)
        foot.queued.taken_back.connect(outbox.give_back)
        foot.field.stop_requested.connect(self.stop_requested)
        foot.choices.command_chosen.connect(self.choose)
        foot.notice.action_requested.connect(self.action_requested)
        foot.resized.connect(self.fit_soon)
        self.transcript.height_changed.connect(self.fit_soon)
        self.transcript.emptied.connect(foot.show_welcome)
        self.transcript.earlier_requested.connect(self.earlier_requested)
        self.transcript.why_requested.connect(self.why_requested)
        self.transcript.command_chosen.connect(self.choose)
        self.transcript.link_chosen.connect(self.links.ask)
        self.links.link_opened.connect(self.link_opened)

    @Slot()
    def open_for_user(self, anchor: QRect | None = None) -> None:
        """Show the card and let the user write: only when the user asked for it."""
        super().open_for_user(anchor)
        self.composer.setFocus(Qt.FocusReason.ActiveWindowFocusReason)

    @Slot(str)
    def choose(self, command: str) -> None:
        """The button of *command* was pressed: as if it had been typed, and writing goes on."""
        self.composer.setFocus(Qt.FocusReason.OtherFocusReason)  # the button may go away now
        self.outbox.submit(worded_in(self._texts, command))

    @Slot(object)
    def show_history(
        self, turns: tuple[ShownTurn, ...], has_earlier: bool = False, *, stays: bool = False
    ) -> None:
        """Show the conversation as it is stored, in place of what is shown.

        *stays*: it is the same one with something gone, or another; the place in it is kept.
        """
        if stays:
            scroll = self.transcript
            top = 0 if scroll.follows else scroll.verticalScrollBar().value()
            scroll.stack.load(lines_of(turns), has_earlier=has_earlier, top=top)
            self.foot.choices.hide()  # “Undo” would now take back something else
        else:
            self.transcript.show_turns(turns, has_earlier=has_earlier)
        self.composer.load_sent(tuple(turn.user_text for turn in turns))

    @Slot(object)
    def show_earlier(self, turns: tuple[ShownTurn, ...], has_earlier: bool = False) -> None:
        """What stood before, after `earlier_requested`."""
        self.transcript.show_earlier(turns, has_earlier=has_earlier)

    @Slot(str)
    def show_user_message(self, text: str) -> None:
        self.transcript.add_user_message(text)
        self.transcript.show_waiting("")

    @Slot(str, float)
    def show_waking(self, model: str, seconds: float) -> None:
        """The model loads: *seconds* so far."""
        key = "chat.waking" if seconds < 1 else "chat.waking_since"
        self.transcript.show_waiting(self._texts(key, model=model, seconds=int(seconds)))

    @Slot()
    def show_reading(self) -> None:
        """The model is there and reads; no word yet."""
        self.transcript.show_waiting(self._texts("chat.reading"))

    def begin_reply(self, *, anew: bool = False) -> None:
        """Words are coming; *anew*: nothing of what was shown of the reply stays."""
        self.transcript.begin_reply(anew=anew)

    @Slot(str)
    def append_reply(self, text: str) -> None:
        """A piece of the reply; pieces that come within 40 ms are shown together."""
        self.transcript.begin_reply()
        self.transcript.append_reply(text)

    def finish_reply(
        self,
        text: str,
        ending: ReplyEnding = "done",
        *,
        unreliable: bool = False,
        fault: Fault | None = None,
        turn: int = 0,
        left_out: str = "",
        notes: Sequence[MemoryNote] = (),
    ) -> None:
        """The whole reply of *turn*, how it ended, what there was no room for, what was kept."""
        if text or not notes:
            marks = marks_of(ending, unreliable, fault)
            self.transcript.finish_reply(text, marks, turn=turn, left_out=left_out)
        _show_notes(self, notes)
        self.outbox.finish()

    @Slot(object)
    def show_command_answer(self, answer: CommandAnswered) -> None:
        """What a command answered; a refused one is given back to the box."""
        self.transcript.add_answer(Line("answer", answer.text, is_proof=answer.proof))
        self.foot.choices.show_choices(answer.choices)
        if answer.refused:
            self.composer.give_back(self.outbox.last)
        self.outbox.finish()

    def show_failure(
        self,
        notice: Notice,
        partial: str = "",
        turn: int = 0,
        notes: Sequence[MemoryNote] = (),
    ) -> None:
        """The turn failed: what was said stays, marked; the notice says what to do."""
        self.transcript.fail_reply(partial, turn)
        _show_notes(self, notes)
        self.foot.notice.show_notice(notice)
        self.outbox.fail()

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Something to tell that ends no turn."""
        self.foot.notice.show_notice(notice)

    @Slot(str)
    def show_hint(self, command: str) -> None:
        """Quietly: the nearest *command* to the unknown word that was sent as text."""
        rest = self.outbox.last.split(maxsplit=1)[1:]
        self.foot.hint.show_command(command, " ".join([command, *rest]))

    @Slot(str)
    def give_back(self, text: str) -> None:
        """*text* was not accepted: back into the box with it, and out of the conversation."""
        self.transcript.take_back(text)
        self.composer.give_back(text)

    @Slot(object)
    def set_suggestions(self, suggestions: tuple[Suggestion, ...]) -> None:
        """What the popup offers for /, @ and #."""
        self.completion.set_suggestions(suggestions)

    def show_engine(self, status: Status, *, elsewhere: bool = False) -> None:
        """What answers now; *elsewhere*: it is not on this computer."""
        self.title.show_engine(status, elsewhere=elsewhere)

    def show_persona(self, name: str, opening: str = "") -> None:
        """Who is here, and what she says where nothing was said yet."""
        self.title.show_persona(name)
        self.foot.show_persona(name, opening)
        self.setWindowTitle(self._texts("chat.title", name=name))


def _show_notes(chat: QuickChat, notes: Sequence[MemoryNote]) -> None:
    """What became of the memory, and what can be done about it."""
    for note in notes:
        chat.transcript.add_answer(line_of_note(note))
    choices = [choice for note in notes if note.kind == "receipt" for choice in note.choices]
    if choices:
        chat.foot.choices.show_choices(choices)
