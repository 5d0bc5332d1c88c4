"""The foot of the speech bubble: which page this is, and the one thing that can be done."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from pet.i18n import Texts
from pet.ui.character.buttons import Glyph, GlyphButton, PillButton
from pet.ui.theme import Theme

_ABOVE: Final = 4  # px between the words and the footer


class Footer(QWidget):
    """Two arrows with the page number between them, and a button."""

    turned = Signal(int)  # pages on (1) or back (-1)
    action_clicked = Signal()

    def __init__(self, texts: Texts, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = texts
        self._back = GlyphButton(Glyph.PREVIOUS, texts("bubble.previous"), theme, self)
        self._on = GlyphButton(Glyph.NEXT, texts("bubble.next"), theme, self)
        self._page = QLabel(self)
        self._page.setTextFormat(Qt.TextFormat.PlainText)
        self._action = PillButton("", theme, self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, _ABOVE, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._action)
        layout.addStretch()
        layout.addWidget(self._back)
        layout.addWidget(self._page)
        layout.addWidget(self._on)
        self._back.clicked.connect(self._turn_back)
        self._on.clicked.connect(self._turn_on)
        self._action.clicked.connect(self.action_clicked)
        self.use_theme(theme)
        self.show_action(None)
        self.show_pages(0, 1)

    @property
    def is_needed(self) -> bool:
        return not (self._action.isHidden() and self._page.isHidden())

    @property
    def height_of_action(self) -> int:
        """px that the footer takes while there are no pages."""
        return 0 if self._action.isHidden() else self._action.sizeHint().height() + _ABOVE

    @property
    def height_of_pages(self) -> int:
        """px that the footer takes once there are pages."""
        return max(self.height_of_action, self._on.sizeHint().height() + _ABOVE)

    def use_theme(self, theme: Theme) -> None:
        for button in (self._back, self._on, self._action):
            button.use_theme(theme)
        self._page.setFont(theme.font(0.88))
        palette = self._page.palette()
        palette.setColor(self._page.foregroundRole(), theme.color("muted"))
        self._page.setPalette(palette)

    def show_pages(self, page: int, pages: int) -> None:
        """*page* (from 0) of so many; nothing where there is one."""
        several = pages > 1
        for widget in (self._back, self._page, self._on):
            widget.setVisible(several)
        self._back.setEnabled(page > 0)
        self._on.setEnabled(page < pages - 1)
        self._page.setText(self._texts("bubble.page", page=page + 1, pages=pages))

    def show_action(self, label: str | None) -> None:
        """Offer what *label* says; None: nothing."""
        self._action.setVisible(label is not None)
        self._action.setText(label or "")
        self._action.setAccessibleName(label or "")

    @Slot()
    def _turn_back(self) -> None:
        self.turned.emit(-1)

    @Slot()
    def _turn_on(self) -> None:
        self.turned.emit(1)
