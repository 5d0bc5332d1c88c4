"""What is dropped on the character or a window: files, or something else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


class DropTarget(QObject):
    """Makes *widget* take what is dragged onto it, and tells what that was."""

    files_dropped = Signal(list)  # of paths
    something_dropped = Signal()  # words, a picture from a browser: nothing that is a file here

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            event.acceptProposedAction()
            self._tell(event)
            return True
        if isinstance(event, QDragEnterEvent):
            event.acceptProposedAction()
            return True
        return super().eventFilter(watched, event)

    def _tell(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.files_dropped.emit(paths)
        else:
            self.something_dropped.emit()
