"""The messages one below the other: the newest as widgets, the rest as values until asked for."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.ui.chat.lines import FAILED, Line
from pet.ui.chat.message_text import MessageText
from pet.ui.chat.messages import ReplyMessage, SaidMessage
from pet.ui.chat.placing import height_of
from pet.ui.chat.seen_line import SeenLine
from pet.ui.theme import Theme

MAX_LIVE: Final = 50  # messages as widgets; each costs a tenth of a megabyte
_SLACK: Final = 10  # so that not every new message takes an old one away
EARLIER: Final = 40  # messages brought back at once
_SIDE_GAP: Final = 54  # px that a message leaves free: at the other side, or for its two buttons
_PADDING: Final = 24  # px of a bubble beside its text


class MessageStack(QWidget):
    """Some fifty messages are widgets, whatever the length of the conversation."""

    earlier_requested = Signal()  # the user wants what stands before everything given
    grown_above = Signal(int)  # px by which it has grown above what is seen
    link_chosen = Signal(str)
    why_requested = Signal(int)  # the turn of a reply
    command_chosen = Signal(str)  # beside a message
    resized = Signal()  # `wanted_height` is another now

    def __init__(
        self, theme: Theme, texts: Texts, width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("stack")
        self._theme = theme
        self._texts = texts
        self._lines: list[Line] = []
        self._live: list[SaidMessage | ReplyMessage] = []  # the last of the lines, in order
        self._has_earlier = False
        self._oldest_seen = 0  # the turn above which a line stands; 0: no line
        self._seen_line = SeenLine(theme, texts, self)
        self._seen_line.hide()
        self.selection = OneSelection(self)
        space = theme.spacing
        self.room = (
            width - 2 * space.l - _SIDE_GAP - _PADDING
        )  # px that the words of a message have
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(space.l, space.s, space.l, space.m)
        self._column.setSpacing(space.s + 2)
        self._earlier = QPushButton(texts("chat.earlier"), self)
        self._earlier.setObjectName("quiet")
        self._earlier.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._earlier.clicked.connect(self._want_earlier)
        self._earlier.hide()
        self._column.addWidget(self._earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch()

    @property
    def count(self) -> int:
        """Messages that are widgets."""
        return len(self._live)

    def wanted_height(self, width: int) -> int:
        """The height in px at which everything can be seen."""
        return height_of(self._column, width)

    def load(self, lines: list[Line], *, has_earlier: bool, top: int = 0) -> None:
        """Show *lines* in place of everything; messages that are shown already stay as they are.

        *top*: px from the upper end to what is seen, where that is to stay in its place.
        """
        before = len(self._lines) - len(self._live)
        stay = _same(self._lines, lines)
        widgets = {new: self._live[old - before] for new, old in stay.items() if old >= before}
        gone = 0
        for message in self._live:
            if message not in widgets.values():
                if message.geometry().bottom() < top:
                    gone += message.height() + self._column.spacing()
                self.selection.leave(message)
                self.take_away(message)
        self._lines = [
            self._lines[stay[at]] if at in stay else line for at, line in enumerate(lines)
        ]
        self._has_earlier = has_earlier
        self._column.removeWidget(self._seen_line)
        first = min([*widgets, max(0, len(lines) - MAX_LIVE)])
        self._live = [
            widgets.get(at) or self._build(self._lines[at]) for at in range(first, len(lines))
        ]
        for place, message in enumerate(self._live):
            self._column.insertWidget(place + 2, message)  # below the button and the stretch
            message.show()
        self._make(0)
        self.show_oldest_seen(self._oldest_seen)
        if gone:
            self.grown_above.emit(-gone)

    def prepend(self, lines: list[Line], *, has_earlier: bool) -> None:
        """What stands before everything given, as it was asked for."""
        self._lines[:0] = lines
        self._has_earlier = has_earlier
        self.bring_earlier()

    def add(self, line: Line) -> None:
        """A new message at the end."""
        self._lines.append(line)
        message = self._build(line)
        self._live.append(message)
        self.put(message)

    def take_back(self, line: Line) -> None:
        """Take the last message away where it is *line*; an answer without words goes with it."""
        while self._lines and self._live and self._lines[-1] in (line, FAILED):
            self.take_away(self._live.pop())
            if self._lines.pop() == line:
                break
        self.resized.emit()

    def new_reply(self, speaker: str = "") -> ReplyMessage:
        """A reply that comes word by word, at the end; `keep` it when it is whole."""
        reply = ReplyMessage(self._theme, self._texts, self.room, self, speaker=speaker)
        reply.why_requested.connect(self.why_requested)
        reply.text_renewed.connect(self._listen)
        reply.text_renewed.connect(self.resized)
        self._listen(reply)
        self.put(reply)
        return reply

    def keep(self, reply: ReplyMessage, line: Line) -> None:
        """*reply* is whole: it is one of the messages from now on."""
        self._lines.append(line)
        self._live.append(reply)
        reply.finish(line)

    def show_oldest_seen(self, turn: int) -> None:
        """A line above the oldest *turn* that the pet still sees; none where it sees them all."""
        self._oldest_seen = turn
        self._column.removeWidget(self._seen_line)
        place = _first_seen(self._lines, turn, has_earlier=self._has_earlier)
        place = None if place is None else place - (len(self._lines) - len(self._live))
        if place is not None and place < 0:  # not among the widgets yet
            place = None
        if place is not None:
            self._column.insertWidget(self._column.indexOf(self._live[place]), self._seen_line)
        self._seen_line.setVisible(place is not None)
        self.resized.emit()

    def put(self, widget: QWidget) -> None:
        """Show *widget* at the end."""
        self._column.addWidget(widget)
        widget.show()
        self.resized.emit()

    def take_away(self, widget: QWidget) -> None:
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def trim(self) -> None:
        """Take the oldest widgets away where they have become too many."""
        extra = len(self._live) - MAX_LIVE
        if extra <= _SLACK:
            return
        for message in self._live[:extra]:
            self.take_away(message)
        del self._live[:extra]
        self.show_oldest_seen(self._oldest_seen)
        self.selection.forget()
        self._make(0)  # offers what is no longer there
        self.resized.emit()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        for message in self._live:
            message.show_theme(theme)

    def _make(self, count: int) -> None:
        """Make widgets of the *count* lines before the first that is one."""
        end = len(self._lines) - len(self._live)
        made = [self._build(line) for line in self._lines[end - count : end]]
        for place, message in enumerate(made):
            self._column.insertWidget(place + 2, message)  # below the button and the stretch
            message.show()
        self._live[:0] = made
        hidden = len(self._lines) - len(self._live)
        self._earlier.setVisible(hidden > 0 or self._has_earlier)

    def _build(self, line: Line) -> SaidMessage | ReplyMessage:
        message: SaidMessage | ReplyMessage
        if line.kind == "reply":
            message = ReplyMessage(self._theme, self._texts, self.room, self, speaker=line.speaker)
            message.why_requested.connect(self.why_requested)
            message.finish(line)
        else:
            side: Literal["user", "answer"] = "user" if line.kind == "user" else "answer"
            message = SaidMessage(self._theme, side, line.text, self.room, self)
            message.show_proof(line.is_proof)
            message.show_choices(line.choices)
            message.command_chosen.connect(self._choose)
        self._listen(message)
        return message

    @Slot(object)
    def _listen(self, message: SaidMessage | ReplyMessage) -> None:
        """Hear of the text of *message*; a selection in the one before is none any more."""
        self.selection.leave(message)
        message.text.link_chosen.connect(self.link_chosen)
        message.text.resized.connect(self.resized)
        self.selection.watch(message.text)

    @Slot(object, str)
    def _choose(self, message: SaidMessage, command: str) -> None:
        """It is done once; made anew, the message offers it no more."""
        if message in self._live:
            at = len(self._lines) - len(self._live) + self._live.index(message)
            self._lines[at] = replace(self._lines[at], choices=())
        self.resized.emit()
        self.command_chosen.emit(command)

    @Slot()
    def bring_earlier(self) -> None:
        """The user has scrolled to the top: go on with what was given."""
        before = self.wanted_height(self.width())
        self._make(min(EARLIER, len(self._lines) - len(self._live)))
        self.show_oldest_seen(self._oldest_seen)
        if grown := self.wanted_height(self.width()) - before:
            self.grown_above.emit(grown)
            self.resized.emit()

    @Slot()
    def _want_earlier(self) -> None:
        if len(self._lines) == len(self._live) and self._has_earlier:
            self.earlier_requested.emit()
        else:
            self.bring_earlier()


def _first_seen(lines: list[Line], turn: int, *, has_earlier: bool) -> int | None:
    """Which of *lines* is the first below the mark; None where nothing stands above it."""
    rows = (at for at, line in enumerate(lines) if line.turn == turn != 0)
    reply = next(rows, None)
    if reply is None:
        return None
    said = reply - 1 if reply and lines[reply - 1].kind == "user" else reply
    return said if has_earlier or any(line.kind == "reply" for line in lines[:said]) else None


def _same(before: list[Line], now: list[Line]) -> dict[int, int]:
    """Which of *now* stood in *before*, and where.

    What a reply came with is not stored with it, so only the words count.
    """
    words = list(map(_words, before)), list(map(_words, now))
    matcher = SequenceMatcher(None, *words, autojunk=False)
    return {
        block.b + at: block.a + at
        for block in matcher.get_matching_blocks()
        for at in range(block.size)
    }


def _words(line: Line) -> tuple[str, str, int]:
    return line.kind, " ".join(line.text.split()), line.turn


class OneSelection(QObject):
    """Of all messages only one has a selection, as if they were one text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._holder: MessageText | None = None

    def watch(self, message: MessageText) -> None:
        message.selection_begun.connect(self._take)

    def text(self) -> str:
        return "" if self._holder is None else self._holder.selected_text()

    def forget(self) -> None:
        """Messages go away; one of them may have had it."""
        self._holder = None

    def leave(self, message: QWidget) -> None:
        """*message* has another text now; it may have had the selection."""
        if self._holder is not None and message.isAncestorOf(self._holder):
            self._holder = None

    @Slot(object)
    def _take(self, message: MessageText) -> None:
        if self._holder is not None and self._holder is not message:
            self._holder.clear_selection()
        self._holder = message
