"""A scroll area that stays at its end while its content grows, unless the user has scrolled up."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from pet.ui.chat.buttons import PictureButton
from pet.ui.theme import Theme

_NEAR: Final = 6  # px from the end that count as the end
_PAGE: Final = 0.9  # of the visible part


class FollowingScroll(QScrollArea):
    """Offers a button back to the end while it is elsewhere. Never takes the focus."""

    top_reached = Signal()

    def __init__(self, theme: Theme, to_end: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._follows = True
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.to_end = PictureButton("down", to_end, theme, self, size=32, raised=True)
        self.to_end.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.to_end.clicked.connect(self.scroll_to_end)
        self.to_end.hide()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._keep_end)
        bar.valueChanged.connect(self._note_place)

    @property
    def follows(self) -> bool:
        return self._follows

    @Slot()
    def scroll_to_end(self) -> None:
        """Show the end, and stay there."""
        self._follows = True
        self._keep_end()

    @Slot(int)
    def scroll_page(self, step: int) -> None:
        """Scroll a page up (-1) or down (1)."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + round(step * bar.pageStep() * _PAGE))

    @Slot(int)
    def hold_place(self, grown: int) -> None:
        """The content has grown by *grown* px above what is seen: keep that where it is."""
        self._follows = False
        bar = self.verticalScrollBar()
        bar.setRange(0, bar.maximum() + grown)
        bar.setValue(bar.value() + grown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.to_end.move(
            (self.width() - self.to_end.width()) // 2, self.height() - self.to_end.height() - 6
        )

    @Slot()
    def _keep_end(self) -> None:
        bar = self.verticalScrollBar()
        if self._follows:
            bar.setValue(bar.maximum())
        self._offer_end()

    @Slot()
    def _note_place(self) -> None:
        bar = self.verticalScrollBar()
        self._follows = bar.value() >= bar.maximum() - _NEAR
        self._offer_end()
        if bar.value() == 0 < bar.maximum():
            self.top_reached.emit()

    def _offer_end(self) -> None:
        self.to_end.setVisible(not self._follows)
        self.to_end.raise_()
