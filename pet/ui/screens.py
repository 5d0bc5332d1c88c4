"""Hears of every change of the screens: one comes, goes, or has another size."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication, QScreen


class ScreenWatch(QObject):
    """Tells that the screens are not what they were; connect it queued.

    Qt itself moves windows off a screen that goes away, and does so after it has told of it.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        for screen in QGuiApplication.screens():
            self._watch(screen)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.screenAdded.connect(self._watch)
            application.screenAdded.connect(self._tell)
            application.screenRemoved.connect(self._tell)
            application.primaryScreenChanged.connect(self._tell)

    @Slot(QScreen)
    def _watch(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._tell)
        screen.geometryChanged.connect(self._tell)

    @Slot()
    def _tell(self) -> None:
        self.changed.emit()
