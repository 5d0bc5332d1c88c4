"""The speech bubble beside the character: streams a reply, pages it, stays while it is read.

Never cut: the card grows with the text to a largest size, then it has pages. It takes no focus and
never covers the character while there is room. Of Markdown it shows emphasis, lists and code.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMargins, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from pet.body.placement import Whereabouts
from pet.body.speech import reading_seconds
from pet.i18n import Texts
from pet.ui.character.buttons import Glyph, GlyphButton
from pet.ui.character.footer import Footer
from pet.ui.character.page_view import PageView
from pet.ui.character.readable import ReadableCard
from pet.ui.character.stay import Stay
from pet.ui.theme import Theme

_LARGEST: Final = QSize(340, 280)  # px of the card; more where the user's letters are larger
_LARGEST_IN_LINES: Final = QSize(19, 14)  # the same in lines of text
_SHARE: Final = 0.4  # of the screen that the card may take each way
_PADDING: Final = QMargins(16, 11, 16, 12)
_BESIDE_CLOSE: Final = 14  # px that the words keep away from the close button
_COALESCE_MS: Final = 40  # pieces that come faster are shown together
_OFFER_SECONDS: Final = 20.0  # a button is offered at least this long


class SpeechBubble(ReadableCard):
    """What the character says. It knows nothing about where the words come from."""

    action_clicked = Signal()
    closed = Signal()  # put away by the user, or its time was over

    def __init__(self, texts: Texts, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setWindowTitle(texts("bubble.name"))
        self.setAccessibleName(texts("bubble.name"))
        self._texts = texts
        self._listening = False  # between `begin` and `finish`
        self._pending: list[str] = []
        self._view = PageView(theme, self)
        self._footer = Footer(texts, theme, self)
        self._close = GlyphButton(Glyph.CLOSE, texts("bubble.close"), theme, self)
        self._stay = Stay(self)
        self.reader_came.connect(self._stay.pause)
        self.reader_left.connect(self._stay.go_on)
        self.page_turned.connect(self.turn_page)
        self.menu_requested.connect(self._offer_copy)
        self._coalesce = QTimer(self)
        self._coalesce.setSingleShot(True)
        self._coalesce.setInterval(_COALESCE_MS)
        self._coalesce.timeout.connect(self._take_pending)
        self._stay.ended.connect(self._end)
        self._close.clicked.connect(self._end)
        self._footer.turned.connect(self.turn_page)
        self._footer.action_clicked.connect(self.action_clicked)

    @property
    def text(self) -> str:
        """Everything that is said now, on all pages, with its note."""
        self._take_pending()
        return self._view.text

    @property
    def is_listening(self) -> bool:
        """Whether a reply is shown as it comes: from `begin` to `finish`, unless put away."""
        return self._listening

    def begin(self) -> None:
        """A reply is on its way: dots until the first word."""
        self._start(None)
        self._listening = True

    def append(self, text: str) -> None:
        """The next piece of the reply; nothing if the user put the bubble away meanwhile."""
        if not self._listening or not text:
            return
        self._pending.append(text)
        if self._view.is_waiting:
            self._take_pending()  # the first word at once
        elif not self._coalesce.isActive():
            self._coalesce.start()

    def finish(self, note: str | None = None, action_label: str | None = None) -> None:
        """The reply is whole, or ended for the reason that *note* tells; nothing if put away.

        *action_label*: one thing to do about it.
        """
        if not self.isVisible():
            return
        self._listening = False
        self._take_pending()
        self._view.settle()
        if note:
            self._view.set_note(note)
        if self._view.is_waiting:
            self.hide_now()
            return
        self._footer.show_action(action_label)
        self._arrange()
        self._stay_for(self._view.text, action_label)

    def show_sentence(self, text: str, action_label: str | None = None) -> None:
        """Say *text* at once, and offer one thing to do about it."""
        self._listening = False
        self._start(action_label)
        self._view.append(text)
        self._view.script.open_first_page()
        self._arrange()
        self._stay_for(text, action_label)

    def _stay_for(self, text: str, action_label: str | None) -> None:
        seconds = reading_seconds(text)
        if seconds is not None and action_label is not None:
            seconds = max(seconds, _OFFER_SECONDS)
        self._stay.begin(seconds)
        self.setAccessibleDescription(text)

    def hide_now(self) -> None:
        """Put it away, and let go of what was said."""
        self._listening = False
        self._coalesce.stop()
        self._stay.stop()
        self._pending.clear()
        self.hide()
        self._view.clear(self._words_width())

    @Slot(object)
    def stand_beside(self, where: Whereabouts) -> None:
        """The character is there now."""
        width = self._words_width()
        super().stand_beside(where)
        if self.isVisible() and self._words_width() != width:
            self.use_theme(self.theme)  # another screen: other lines

    def use_theme(self, theme: Theme) -> None:
        """Paint with *theme* from now on, in the system's font of this moment."""
        super().use_theme(theme)
        self._footer.use_theme(theme)
        self._close.use_theme(theme)
        self._view.wrap_again(theme, self._words_width())
        if self.isVisible():
            self._arrange()

    def set_calm(self, calm: bool) -> None:
        """The dots stand still."""
        self._view.set_calm(calm)

    @Slot(int)
    def turn_page(self, pages: int) -> None:
        """So many pages on, or back. The newest page is followed as it grows."""
        self._take_pending()
        self._view.script.turn(pages)
        self._arrange()

    @Slot(QPoint)
    def _offer_copy(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._texts("bubble.copy")).triggered.connect(self._copy)
        menu.popup(at)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text)

    @Slot()
    def _end(self) -> None:
        self.hide_now()
        self.closed.emit()

    @Slot()
    def _take_pending(self) -> None:
        if self._pending:
            pieces = "".join(self._pending)
            self._pending.clear()
            self._view.append(pieces, marked=True)
            self._arrange()

    def _start(self, action_label: str | None) -> None:
        self._coalesce.stop()
        self._pending.clear()
        self._stay.begin(None)
        self._view.clear(self._words_width())
        self._footer.show_action(action_label)
        self.setAccessibleDescription(self._texts("bubble.waiting"))
        self.appear()
        self._arrange()
        self.show()
        self.raise_()

    def _arrange(self) -> None:
        """Give everything the room it needs: the words, the pages, the card, its place."""
        largest = self._largest_card()
        beside = _PADDING.top() + _PADDING.bottom()
        action = self._footer.height_of_action
        pages = self._footer.height_of_pages
        self._view.fit(largest.height() - beside - action, largest.height() - beside - pages)
        self._footer.show_pages(self._view.script.page, self._view.script.page_count)
        words = self._view.needed()
        foot = self._footer.sizeHint() if self._footer.is_needed else QSize(0, 0)
        close = 0 if self._view.is_waiting else _BESIDE_CLOSE
        width = max(words.width() + close, foot.width()) + _PADDING.left() + _PADDING.right()
        width = min(width, largest.width())  # a long label gives way
        self._put(QSize(width, words.height() + foot.height() + beside), largest)
        inside = self.card_rect.marginsRemoved(_PADDING)
        self._view.setGeometry(inside.x(), inside.y(), words.width(), words.height())
        self._footer.setGeometry(
            inside.x(), inside.bottom() + 1 - foot.height(), inside.width(), foot.height()
        )
        self._footer.setVisible(self._footer.is_needed)
        side = self._close.sizeHint()
        card = self.card_rect
        self._close.setGeometry(
            card.right() - side.width() - 3, card.y() + 4, side.width(), side.height()
        )
        self._close.setVisible(not self._view.is_waiting)
        self._view.update()

    def _words_width(self) -> int:
        return self._largest_card().width() - _PADDING.left() - _PADDING.right() - _BESIDE_CLOSE

    def _largest_card(self) -> QSize:
        """px that the card may grow to: on this screen, with letters of this size."""
        line = self.fontMetrics().height()
        wanted = QSize(line * _LARGEST_IN_LINES.width(), line * _LARGEST_IN_LINES.height())
        return _LARGEST.expandedTo(wanted).boundedTo(self.room * _SHARE)
