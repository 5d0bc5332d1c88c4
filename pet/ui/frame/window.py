"""An ordinary window: framed by the desktop, in the pet's colours, closed by Escape."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from pet.ui.frame.look import style_sheet
from pet.ui.theme import Theme

_RETURN: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Window(QWidget):
    """Deleted when it closes; `closed` comes before that, while its size can still be asked.

    A window that must not close yet (a question is open, something is unsaved) says so by
    overriding `may_close`, and closes itself later.
    """

    closed = Signal()

    def __init__(self, theme: Theme, title: str, size: QSize) -> None:
        """*size* is in px; where the screen is smaller, the window is too."""
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._paint_in(theme)
        room = QGuiApplication.primaryScreen().availableSize()
        self.resize(size.boundedTo(room - QSize(40, 60)))  # px for the frame around it

    @property
    def theme(self) -> Theme:
        return self._theme

    def wear(self, theme: Theme) -> None:
        """Paint in *theme* from now on."""
        self._theme = theme
        self._paint_in(theme)
        self.show_theme(theme)

    def show_theme(self, theme: Theme) -> None:
        """For the parts of a window that paint themselves; the sheet does the rest."""

    def may_close(self) -> bool:
        """Whether the window may go now."""
        return True

    def come_forward(self) -> None:
        """Show it above the others, with the keyboard: the user asked for it."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        button = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in _RETURN and isinstance(button, QAbstractButton):
            button.click()  # a button itself hears Space alone
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        self.closed.emit()
        super().closeEvent(event)

    def _paint_in(self, theme: Theme) -> None:
        self.setFont(theme.font())
        self.setStyleSheet(style_sheet(theme))
