"""The field at the foot of the chat window: the text box, Send and Stop, and the count."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.ui.chat.buttons import PictureButton
from pet.ui.chat.composer import Composer
from pet.ui.theme import Theme

_NEAR: Final = 0.9  # of the limit: from here on the count is shown
_BUTTON: Final = 30  # px


class Field(QFrame):
    """Draws the frame around the text box; a click anywhere in it goes to the box."""

    stop_requested = Signal()

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts = texts
        self._is_busy = False
        self.composer = Composer(self)
        self.composer.setAccessibleName(texts("chat.box"))
        self.send = PictureButton(
            "send", texts("chat.send"), theme, self, size=_BUTTON, filled=True
        )
        self.stop = PictureButton(
            "stop", texts("chat.stop"), theme, self, size=_BUTTON, filled=True
        )
        self.send.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves a syllable alone
        self.stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stop.hide()
        self._count = QLabel(self)
        self._count.setTextFormat(Qt.TextFormat.PlainText)
        self._count.setWordWrap(True)
        self._count.setObjectName("count")
        self._count.hide()
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self._arrange()
        self._connect()
        self.show_theme(theme)
        self._note_length(0)

    def _arrange(self) -> None:
        space = self._theme.spacing
        row = QHBoxLayout()
        row.setSpacing(space.s)
        row.addWidget(self.composer, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.send, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.m + 2, 7, 7, 7)
        column.setSpacing(space.xs)
        column.addLayout(row)
        column.addWidget(self._count)

    def _connect(self) -> None:
        self.composer.installEventFilter(self)
        self.composer.length_changed.connect(self._note_length)
        self.composer.message_refused.connect(self._show_refusal)
        self.composer.paste_refused.connect(self._show_paste_refusal)
        self.send.clicked.connect(self.composer.submit)
        self.stop.clicked.connect(self.stop_requested)

    @Slot(bool)
    def show_busy(self, busy: bool) -> None:
        """While an answer comes, Stop takes the place of Send until something is written."""
        self._is_busy = busy
        self._note_length(self.composer.length())

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.send.show_theme(theme)
        self.stop.show_theme(theme)
        self.composer.setFont(theme.font())
        self.composer.fit_height()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()  # the ring around the field
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.composer.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.composer.hasFocus()
        width = 1.6 if focused else 1.0
        edge = self._theme.color("accent" if focused else "field_border")
        painter.setPen(QPen(edge, width))
        painter.setBrush(self._theme.color("field"))
        inset = width / 2
        area = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        radius = min(22.0, area.height() / 2)
        painter.drawRoundedRect(area, radius, radius)

    @Slot(int)
    def _note_length(self, size: int) -> None:
        limit = self.composer.limit
        written = size > 0
        self.send.setEnabled(written and size <= limit)
        self.send.setVisible(written or not self._is_busy)
        self.stop.setVisible(self._is_busy)
        if size > limit:
            self._tell(self._texts("chat.too_long", size=f"{size:,}", limit=f"{limit:,}"), True)
        elif size >= limit * _NEAR:
            self._tell(self._texts("chat.count", size=f"{size:,}", limit=f"{limit:,}"), False)
        else:
            self._count.hide()

    @Slot(int)
    def _show_refusal(self, size: int) -> None:
        limit = self.composer.limit
        self._tell(self._texts("chat.too_long", size=f"{size:,}", limit=f"{limit:,}"), True)

    @Slot(int)
    def _show_paste_refusal(self, size: int) -> None:
        limit = self.composer.limit
        self._tell(self._texts("chat.paste_refused", size=f"{size:,}", limit=f"{limit:,}"), True)

    def _tell(self, sentence: str, refused: bool) -> None:
        self._count.setText(sentence)
        self._count.setProperty("refused", refused)
        self._count.style().unpolish(self._count)  # the style sheet asks for the property
        self._count.style().polish(self._count)
        self._count.show()
