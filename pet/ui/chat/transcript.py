"""The conversation on screen, and the reply that is coming."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from pet.i18n import Texts
from pet.ui.chat.following_scroll import FollowingScroll
from pet.ui.chat.lines import Line, Mark, ShownTurn, lines_of
from pet.ui.chat.messages import ReplyMessage, WaitingMessage
from pet.ui.chat.stack import MessageStack
from pet.ui.theme import Theme

_COALESCE_MS: Final = 40  # pieces that come faster than this are shown together


class Transcript(FollowingScroll):
    """Messages from top to bottom; stays at the newest unless the user has scrolled up."""

    link_chosen = Signal(str)
    why_requested = Signal(int)  # the turn of a reply
    earlier_requested = Signal()
    command_chosen = Signal(str)  # beside a message
    height_changed = Signal()  # `wanted_height` may be another now
    emptied = Signal(bool)  # whether there is nothing to show

    def __init__(
        self, theme: Theme, texts: Texts, width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, texts("chat.newest"), parent)
        self._theme = theme
        self._texts = texts
        self._reply: ReplyMessage | None = None
        self._waiting: WaitingMessage | None = None
        self._is_expecting = False  # the user's last message has no answer yet
        self.speaker = ""  # who answers it, where it is another than the persona that is here
        self._pieces: list[str] = []
        self.hide()
        self.stack = MessageStack(theme, texts, width)
        self.setWidget(self.stack)
        self.setAccessibleName(texts("chat.transcript"))
        self.stack.link_chosen.connect(self.link_chosen)
        self.stack.why_requested.connect(self.why_requested)
        self.stack.command_chosen.connect(self.command_chosen)
        self.stack.earlier_requested.connect(self.earlier_requested)
        self.stack.grown_above.connect(self.hold_place)
        self.stack.resized.connect(self._settle)
        self.top_reached.connect(self.stack.bring_earlier)
        self._flush = QTimer(self)
        self._flush.setSingleShot(True)
        self._flush.setInterval(_COALESCE_MS)
        self._flush.timeout.connect(self.flush)

    @property
    def is_empty(self) -> bool:
        return self.stack.count == 0 and self._reply is None and self._waiting is None

    def wanted_height(self, width: int) -> int:
        """The height in px at which nothing would have to scroll."""
        return 0 if self.is_empty else self.stack.wanted_height(width)

    def show_turns(self, turns: tuple[ShownTurn, ...], *, has_earlier: bool = False) -> None:
        """Show *turns* in place of everything. *has_earlier*: more can be asked for."""
        self.end_waiting()
        self._end_reply()
        self.stack.load(lines_of(turns), has_earlier=has_earlier)
        self.scroll_to_end()

    def show_earlier(self, turns: tuple[ShownTurn, ...], *, has_earlier: bool) -> None:
        """The answer to `earlier_requested`: what stood before."""
        self.stack.prepend(lines_of(turns), has_earlier=has_earlier)

    def add_user_message(self, text: str) -> None:
        self._is_expecting = True
        self.speaker = ""
        self.stack.add(Line("user", text))
        self.scroll_to_end()

    def add_answer(self, line: Line) -> None:
        """What a command answered, or what became of the memory."""
        self.end_waiting()
        self._is_expecting = False
        self.stack.add(line)
        self.scroll_to_end()

    def show_waiting(self, sentence: str) -> None:
        """No word has come yet; *sentence* says what is being done."""
        if self._reply is not None:
            return
        if self._waiting is None:
            stack = self.stack
            self._waiting = WaitingMessage(self._theme, self._texts, stack.room, stack)
            stack.put(self._waiting)
        self._waiting.show_sentence(sentence)

    def end_waiting(self) -> None:
        if self._waiting is not None:
            self.stack.take_away(self._waiting)
            self._waiting = None

    def begin_reply(self, *, anew: bool = False) -> None:
        """Words are coming; *anew*: what was shown of the reply is taken away."""
        if anew:
            self._end_reply()
        self.end_waiting()
        if self._reply is None:
            self._reply = self.stack.new_reply(self.speaker)

    def append_reply(self, text: str) -> None:
        """Add to the reply that is coming; without `begin_reply` it belongs to none."""
        if self._reply is None:
            return
        self._pieces.append(text)
        if not self._flush.isActive():
            self._flush.start()

    @Slot()
    def flush(self) -> None:
        """Show the pieces that came."""
        if self._reply is not None and self._pieces:
            self._reply.append("".join(self._pieces))
        self._pieces.clear()

    def finish_reply(
        self, text: str, marks: tuple[Mark, ...], *, turn: int = 0, left_out: str = ""
    ) -> None:
        """The reply of *turn* is as whole as it will be; *left_out*: what there was no room for."""
        self.begin_reply()
        self._is_expecting = False
        reply = self._reply
        self._end_reply(keep=True)
        if reply is not None:
            said = Line("reply", text, marks, speaker=self.speaker, turn=turn, left_out=left_out)
            self.stack.keep(reply, said)
            reply.announce()
        if self.follows:
            self.stack.trim()

    def fail_reply(self, partial: str, turn: int = 0) -> None:
        """The reply failed; what was said stays. A message that was taken back awaits none."""
        if self._is_expecting:
            self.finish_reply(partial, ("failed",), turn=turn if partial else 0)

    def take_back(self, text: str) -> None:
        """The user's last message, where it is *text*, was not accepted: show it no more."""
        self.end_waiting()
        self._is_expecting = False
        self.stack.take_back(Line("user", text))

    @Slot()
    def copy_selection(self) -> None:
        """Copy what is selected in any message."""
        if selected := self.stack.selection.text():
            QGuiApplication.clipboard().setText(selected)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        done = super().eventFilter(watched, event)
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            # A text says that it has grown before the layouts around it know how tall they are.
            self.height_changed.emit()
        return done

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.to_end.show_theme(theme)
        self.stack.show_theme(theme)
        for message in (self._reply, self._waiting):
            if message is not None:
                message.show_theme(theme)

    @Slot()
    def _settle(self) -> None:
        if self.is_empty != self.isHidden():
            self.setHidden(self.is_empty)
            self.emptied.emit(self.is_empty)
        self.height_changed.emit()

    def _end_reply(self, *, keep: bool = False) -> None:
        self._flush.stop()
        self._pieces.clear()
        if self._reply is not None and not keep:
            self.stack.take_away(self._reply)
        self._reply = None
