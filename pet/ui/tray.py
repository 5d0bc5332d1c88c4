"""The tray icon and the menu that it shares with the character.

Where a desktop has no tray (GNOME), the character's own menu holds the very same actions, and
hiding says first how to come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QPoint, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QMessageBox, QSystemTrayIcon

from pet.i18n import Texts
from pet.ui.boxes import plain_box

_RETRY_MS: Final = 2000
_RETRIES: Final = 30  # a tray that comes up after us does so within a minute of the login
_DEBOUNCE: Final = 0.3  # seconds; a double click is also one or two single ones


class MenuActions(QObject):
    """What can be done with the pet from any menu.

    The actions are shared, so that their texts and states agree everywhere.
    """

    chat_chosen = Signal()
    show_chosen = Signal()
    hide_chosen = Signal()
    return_chosen = Signal()  # bring the character back to its corner of this screen
    memory_chosen = Signal()
    personas_chosen = Signal()  # the editor
    quit_chosen = Signal()

    def __init__(
        self, texts: Texts, parent: QObject | None = None, *, personas: QAction | None = None
    ) -> None:
        super().__init__(parent)
        self._texts = texts
        self._worn = personas  # a submenu: which of them is worn
        self._hidden = False
        self._opened: QMenu | None = None
        self._chat = self._action("menu.chat")
        self._visible = self._action("menu.hide")
        self._return = self._action("menu.bring")
        self._memory = self._action("menu.memory")
        self._personas = self._action("menu.personas")
        self._quit = self._action("menu.quit")
        self._chat.triggered.connect(self._choose_chat)
        self._visible.triggered.connect(self._choose_visibility)
        self._return.triggered.connect(self._choose_return)
        self._memory.triggered.connect(self._choose_memory)
        self._personas.triggered.connect(self.personas_chosen)
        self._quit.triggered.connect(self._choose_quit)

    def fill(self, menu: QMenu) -> None:
        """Put the actions into *menu*, after what it holds already."""
        menu.addAction(self._chat)
        if self._worn is not None:
            menu.addAction(self._worn)
        for action in (self._visible, self._return):
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self._memory)
        menu.addAction(self._personas)
        menu.addSeparator()
        menu.addAction(self._quit)

    @Slot(QPoint)
    def open_at(self, place: QPoint) -> None:
        """Open them as a menu at *place* of the screen."""
        menu = QMenu()
        menu.aboutToHide.connect(menu.deleteLater)
        self.fill(menu)
        menu.popup(place)
        self._opened = menu  # kept: nothing else owns it

    def show_hidden(self, hidden: bool) -> None:
        """Say whether the character is hidden now: Hide becomes Show."""
        self._hidden = hidden
        self._visible.setText(self._texts("menu.show" if hidden else "menu.hide"))

    def _action(self, key: str) -> QAction:
        return QAction(self._texts(key), self)

    @Slot()
    def _choose_chat(self) -> None:
        self.chat_chosen.emit()

    @Slot()
    def _choose_visibility(self) -> None:
        (self.show_chosen if self._hidden else self.hide_chosen).emit()

    @Slot()
    def _choose_return(self) -> None:
        self.return_chosen.emit()

    @Slot()
    def _choose_memory(self) -> None:
        self.memory_chosen.emit()

    @Slot()
    def _choose_quit(self) -> None:
        self.quit_chosen.emit()


class Tray(QObject):
    """The icon in the tray, there as soon as a tray is.

    `QSystemTrayIcon.isVisible` is true even where no tray exists, so only
    `isSystemTrayAvailable` is asked. A tray may come up after us, so it is looked for every two
    seconds for one minute; the icon is made only then, because Qt settles at that moment how it
    speaks to the tray.
    """

    clicked = Signal()  # Trigger and DoubleClick mean the same, once in 300 ms
    appeared = Signal()

    def __init__(
        self,
        image: QIcon,
        texts: Texts,
        actions: MenuActions,
        parent: QObject | None = None,
        *,
        available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__(parent)
        self._image = image
        self._name = texts("app.name")
        self._available = available
        self._tries = 0
        self._clicked_at = float("-inf")
        self._icon: QSystemTrayIcon | None = None  # None: no tray was seen yet
        self._menu = QMenu()  # a QMenu cannot be the child of a plain QObject; see `close`
        actions.fill(self._menu)
        self._retry = QTimer(self)
        self._retry.setInterval(_RETRY_MS)
        self._retry.timeout.connect(self.look)

    @property
    def is_there(self) -> bool:
        """Whether the user can see the icon: only then may everything else hide silently."""
        return self._icon is not None and self._available()

    @Slot()
    def look(self) -> None:
        """Show the icon if there is a tray now; else look again a little later."""
        if self._available():
            self._retry.stop()
            self._show_icon()
            return
        self._tries += 1
        if self._tries > _RETRIES:
            self._retry.stop()
        elif not self._retry.isActive():
            self._retry.start()

    def show_image(self, image: QIcon) -> None:
        """Draw *image* from now on."""
        self._image = image
        if self._icon is not None:
            self._icon.setIcon(image)

    def close(self) -> None:
        """Take the icon away."""
        self._retry.stop()
        if self._icon is not None:
            self._icon.hide()
        self._menu.deleteLater()

    def _show_icon(self) -> None:
        if self._icon is not None:
            return
        self._icon = QSystemTrayIcon(self._image, self)
        self._icon.setToolTip(self._name)
        self._icon.setContextMenu(self._menu)  # without one, GNOME's extension shows nothing
        self._icon.activated.connect(self._activate)
        self._icon.show()
        self.appeared.emit()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        meant = (
            QSystemTrayIcon.ActivationReason.Trigger,
            QSystemTrayIcon.ActivationReason.DoubleClick,
        )
        now = time.monotonic()
        if reason in meant and now - self._clicked_at >= _DEBOUNCE:
            self._clicked_at = now
            self.clicked.emit()


class HideQuestion(QObject):
    """Asks before hiding where nothing on the screen would bring the pet back."""

    hide_confirmed = Signal()

    def __init__(self, texts: Texts, tray: Tray, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._tray = tray
        self._box: QMessageBox | None = None  # kept: nothing else owns it while it is open

    @Slot()
    def ask(self) -> None:
        """Say how to come back and let the user decide; with a tray there is nothing to ask."""
        if self._tray.is_there:
            self.hide_confirmed.emit()
        elif self._box is None:
            self._box = self._build_box()
            self._box.open()

    def _build_box(self) -> QMessageBox:
        title = self._texts("hide.title")
        box = plain_box(title, title, self._texts("hide.how_back"))
        hide = box.addButton(self._texts("hide.yes"), QMessageBox.ButtonRole.AcceptRole)
        stay = box.addButton(self._texts("hide.no"), QMessageBox.ButtonRole.RejectRole)
        box.setEscapeButton(stay)
        hide.clicked.connect(self.hide_confirmed)
        box.destroyed.connect(self._forget_box)  # not before: it would be deleted in mid-call
        return box

    @Slot()
    def _forget_box(self) -> None:
        self._box = None
