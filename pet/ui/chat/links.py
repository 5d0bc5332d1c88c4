"""Asking before a link is opened: what it says and where it leads are two things."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from pet.i18n import Texts
from pet.ui.boxes import plain_box
from pet.ui.chat.markdown import is_safe_link


class LinkQuestion(QObject):
    """Shows the whole address, and tells only when the user says yes."""

    link_opened = Signal(str)

    def __init__(self, texts: Texts, window: QWidget) -> None:
        super().__init__(window)
        self._texts = texts
        self._window = window
        self._address = ""

    @Slot(str)
    def ask(self, address: str) -> None:
        """Ask whether to open *address*; one that is not of the web or a mailbox is passed over."""
        if not is_safe_link(address):
            return
        self._address = address
        box = plain_box(
            self._texts("link.title"), self._texts("link.question"), address, self._window
        )
        opens = box.addButton(self._texts("link.open"), QMessageBox.ButtonRole.AcceptRole)
        copies = box.addButton(self._texts("link.copy"), QMessageBox.ButtonRole.ActionRole)
        stays = box.addButton(self._texts("link.cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stays)
        box.setEscapeButton(stays)
        opens.clicked.connect(self._open)
        copies.clicked.connect(self._copy)
        box.open()

    @Slot()
    def _open(self) -> None:
        self.link_opened.emit(self._address)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)
