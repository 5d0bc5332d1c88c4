"""One message each: what the user said, a reply, a command's answer, and waiting for a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtCore import QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QGuiApplication,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from pet.chat.events import Choice
from pet.i18n import Texts
from pet.ui.chat.buttons import PictureButton
from pet.ui.chat.lines import Line, Mark
from pet.ui.chat.message_text import MessageText
from pet.ui.chat.settling import Settling
from pet.ui.chat.strip import ChoiceRows
from pet.ui.theme import Theme

Side = Literal["user", "pet", "answer"]

_COPIED_MS: Final = 1400
_DOT_MS: Final = 380
_LONG: Final = 1000  # characters; what is shorter is laid out in a few ms
_LONG_MS: Final = 60_000
_GROUNDS: Final[dict[Side, tuple[str, str]]] = {  # the ground and the ink on it
    "user": ("user_ground", "user_text"),
    "pet": ("pet_ground", "pet_text"),
    "answer": ("card", "text"),
}


class Bubble(QFrame):
    """The rounded ground of a message; the corner at its speaker's side is less round."""

    def __init__(self, theme: Theme, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.side: Side = side
        self.is_proof = False  # the store wrote something: a stripe of the accent says so
        # A text box inside would make it grow into all the room there is.
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.box = QVBoxLayout(self)
        space = theme.spacing
        left = space.m if side != "answer" else space.m + 2
        self.box.setContentsMargins(left, space.s, space.m, space.s + 1)
        self.box.setSpacing(space.xs)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = float(self.theme.spacing.radius)
        painter.setBrush(self.theme.color(_GROUNDS[self.side][0]))
        if self.side == "answer":
            painter.setPen(QPen(self.theme.color("card_border"), 1))
            painter.drawRoundedRect(area, radius - 4, radius - 4)
            self._draw_stripe(painter, area)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(area, radius, radius)
        corner = QRectF(0, 0, radius, radius)
        if self.side == "user":
            corner.moveBottomRight(area.bottomRight())
        else:
            corner.moveBottomLeft(area.bottomLeft())
        painter.drawRoundedRect(corner, 4, 4)

    def _draw_stripe(self, painter: QPainter, area: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("accent" if self.is_proof else "card_border"))
        painter.drawRoundedRect(
            QRectF(area.left() + 6, area.top() + 8, 3, area.height() - 16), 2, 2
        )


class SaidMessage(QWidget):
    """A message whose text never changes: the user's own, or a command's answer."""

    command_chosen = Signal(object, str)  # the message itself, and what to do about it

    def __init__(
        self, theme: Theme, side: Side, text: str, max_width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.source = text
        self._max_width = max_width
        self._choices: ChoiceRows | None = None
        self.bubble = Bubble(theme, side, self)
        self.text = MessageText(theme, _GROUNDS[side][1], max_width, self.bubble)
        self.text.show_plain(text)
        self.bubble.box.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.bubble)
        if side == "user":
            row.insertStretch(0)
        else:
            row.addStretch()

    def show_proof(self, is_proof: bool) -> None:
        """Whether the store's receipt stands behind this answer."""
        self.bubble.is_proof = is_proof
        self.bubble.update()

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """What can be done about it, below its words."""
        if choices:
            self._choices = ChoiceRows(self.bubble.theme, self.bubble)
            self._choices.setFixedWidth(self._max_width)
            self._choices.show_choices(choices)
            self._choices.command_chosen.connect(self._choose)
            self.bubble.box.addWidget(self._choices)

    @Slot(str)
    def _choose(self, command: str) -> None:
        self.command_chosen.emit(self, command)

    def show_theme(self, theme: Theme) -> None:
        self.bubble.theme = theme
        self.text.wear(theme)
        self.text.show_plain(self.source)
        self.bubble.update()


class ReplyMessage(QWidget):
    """A reply, and beside it what can be done with it: copy it, ask why it came out so.

    *speaker* stands above it, where another persona answers than the one that is here.
    """

    why_requested = Signal(int)  # the turn
    text_renewed = Signal(object)  # the message itself: its `text` is another widget now

    def __init__(
        self,
        theme: Theme,
        texts: Texts,
        max_width: int,
        parent: QWidget | None = None,
        *,
        speaker: str = "",
    ) -> None:
        super().__init__(parent)
        self.source = ""
        self._theme = theme
        self._texts = texts
        self._is_whole = False
        self._bubble = Bubble(theme, "pet", self)
        self._max_width = max_width
        self.text = MessageText(theme, "pet_text", max_width, self._bubble)
        self._bubble.box.addWidget(self.text)
        self._ready: MessageText | None = None  # what takes the place of `text` once it is ready
        self._settling: Settling | None = None
        self._copy = PictureButton("copy", texts("chat.copy"), theme, self, size=24)
        self._copy.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._copy.clicked.connect(self._copy_all)
        self._turn = 0
        self._why = PictureButton("why", texts("chat.why"), theme, self, size=24)
        self._why.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves a syllable alone
        self._why.clicked.connect(self._ask_why)
        self._why.hide()
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(_COPIED_MS)
        self._copied.timeout.connect(self._offer_copy)
        self._speaker = speaker
        self._arrange()

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(self._theme.spacing.xs)
        row.addWidget(self._bubble)
        buttons = QHBoxLayout()
        buttons.setSpacing(0)
        buttons.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignBottom)
        buttons.addWidget(self._why, 0, Qt.AlignmentFlag.AlignBottom)
        row.addLayout(buttons)
        row.addStretch()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        if self._speaker:
            label = _mark(self._speaker, self)
            label.setObjectName("speaker")
            self._column.addWidget(label)
        self._column.addLayout(row)

    def append(self, text: str) -> None:
        self.source += text
        self.text.append(text)

    def finish(self, line: Line) -> None:
        """Show the whole reply; its marks say what is not as it should be."""
        grown, text = self.source, line.text
        self.source = text
        self._turn = line.turn
        self._is_whole = True
        if grown and len(text) > _LONG:
            self._settle()
        else:
            self.text.show_markdown(text, self._theme)
        if keys := _keys(text, line.marks):
            self._column.addWidget(_mark(" ".join(self._texts(key) for key in keys), self))
        if line.left_out:
            self._column.addWidget(self._link(line.left_out), 0, Qt.AlignmentFlag.AlignLeft)
        self._bubble.setVisible(bool(text))
        self._copy.setVisible(bool(text))
        self._why.setVisible(bool(text) and self._turn > 0)

    def _settle(self) -> None:
        """Make the whole reply ready behind the words that have come, so that nobody waits."""
        self._ready = MessageText(self._theme, "pet_text", self._max_width, self._bubble)
        self._ready.hide()
        self._settling = Settling(self._ready.show_in_steps(self.source, self._theme), self)
        self._settling.settled.connect(self._show_ready)

    @Slot()
    def _show_ready(self) -> None:
        if self._ready is None:
            return
        former, self.text = self.text, self._ready
        self._ready = self._settling = None
        self._bubble.box.replaceWidget(former, self.text)
        former.hide()
        former.deleteLater()
        self.text.show()
        self.text_renewed.emit(self)

    def _link(self, sentence: str) -> QPushButton:
        """What there was no room for; a press tells more."""
        link = QPushButton(sentence, self)
        link.setObjectName("hint")
        link.setToolTip(self._texts("chat.why"))
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the button beside the reply does the same
        link.clicked.connect(self._ask_why)
        return link

    def announce(self) -> None:
        """Say the reply to a screen reader: the focus is in the text box."""
        if QAccessible.isActive():
            said = f"{self._speaker} {self.source}".strip()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._bubble.theme = theme
        self._copy.show_theme(theme)
        self._why.show_theme(theme)
        self.text.wear(theme)
        if self._settling is not None and self._ready is not None:
            self._settling.stop()
            self._ready.deleteLater()
            self._ready = self._settling = None
        if self._is_whole:
            self.text.show_markdown(self.source, theme)
        else:
            self.text.show_growing(self.source)
        self._bubble.update()

    @Slot()
    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(self.source)
        self._copy.show_picture("done")
        self._copy.show_name(self._texts("chat.copied"))
        self._copied.start()

    @Slot()
    def _ask_why(self) -> None:
        self.why_requested.emit(self._turn)

    @Slot()
    def _offer_copy(self) -> None:
        self._copy.show_picture("copy")
        self._copy.show_name(self._texts("chat.copy"))


def _keys(text: str, marks: tuple[Mark, ...]) -> tuple[str, ...]:
    """The sentences below a reply; without a word "cut off" would not be true."""
    if not text and (not marks or "failed" in marks):
        return ("mark.nothing",)
    return tuple(f"mark.{mark}" for mark in marks)


def _mark(sentence: str, parent: QWidget) -> QLabel:
    label = QLabel(sentence, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setObjectName("mark")
    return label


class WaitingMessage(QWidget):
    """No word yet: three dots, and what is being waited for; after a minute, that Stop is there."""

    def __init__(
        self, theme: Theme, texts: Texts, max_width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._texts = texts
        self._long = QTimer(self)  # a slow model may take its time: nothing ends by itself
        self._long.setSingleShot(True)
        self._long.setInterval(_LONG_MS)
        self._long.timeout.connect(self._say_how_to_stop)
        self._long.start()
        self._bubble = Bubble(theme, "pet", self)
        self._dots = _Dots(theme, self._bubble)
        self._room = max_width - self._dots.width() - theme.spacing.s
        self._label = QLabel(self._bubble)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setObjectName("waiting")
        inside = QHBoxLayout()
        inside.setSpacing(theme.spacing.s)
        inside.addWidget(self._dots)
        inside.addWidget(self._label)
        self._bubble.box.addLayout(inside)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._bubble)
        row.addStretch()

    def show_sentence(self, sentence: str) -> None:
        """Beside the dots, in one line: the name of a model may be long."""
        line = self._label.fontMetrics().elidedText(
            sentence, Qt.TextElideMode.ElideMiddle, self._room
        )
        self._label.setText(line)
        self._label.setVisible(bool(sentence))

    @Slot()
    def _say_how_to_stop(self) -> None:
        self.show_sentence(self._texts("chat.long_wait"))

    def show_theme(self, theme: Theme) -> None:
        self._bubble.theme = theme
        self._dots.theme = theme
        self.update()


class _Dots(QWidget):
    """Three dots, one of them lit in turn; still while it cannot be seen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._lit = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_DOT_MS)
        self._timer.timeout.connect(self._step)
        self.setFixedSize(30, 18)

    def showEvent(self, event: QShowEvent) -> None:
        self._timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for place in range(3):
            painter.setBrush(self.theme.color("leaf" if place == self._lit else "field_border"))
            painter.drawEllipse(QRectF(place * 10 + 1.5, self.height() / 2 - 3.2, 6.4, 6.4))

    @Slot()
    def _step(self) -> None:
        self._lit = (self._lit + 1) % 3
        self.update()
