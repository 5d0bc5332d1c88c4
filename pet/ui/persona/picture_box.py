"""Her picture in the form: chosen with a dialog, dropped on it, or taken away."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QIcon, QImage
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from pet.errors import PetError
from pet.i18n import Texts
from pet.persona.sheet import Kept
from pet.ui.background import Background
from pet.ui.persona import portrait
from pet.ui.theme import Theme

SIZE: Final = 88  # px


class PictureBox(QWidget):
    """The picture as a button, and a button to take it away."""

    edited = Signal()
    failed = Signal(object)  # PetError: a file that is no picture

    def __init__(
        self, theme: Theme, texts: Texts, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts = texts
        self._background = background
        self._picture: bytes | Kept | None = None
        self._on_disk: Path | None = None
        self._image: QImage | None = None
        self._name = ""
        self._dialog: QFileDialog | None = None
        self.setAcceptDrops(True)
        self._face = QPushButton(self)
        self._face.setObjectName("flat")
        self._face.setIconSize(QSize(SIZE, SIZE))
        self._face.setFixedSize(SIZE + 8, SIZE + 8)
        self._face.setStyleSheet(f"padding: 0; border-radius: {(SIZE + 8) // 2}px;")
        self._face.setAccessibleName(texts("editor.field.picture"))
        self._face.setToolTip(texts("editor.hint.picture"))
        self._face.clicked.connect(self.choose)
        self._choose = _small(texts("editor.picture.choose"), self)
        self._choose.clicked.connect(self.choose)
        self._remove = _small(texts("editor.picture.remove"), self)
        self._remove.clicked.connect(self.remove)
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self._choose)
        row.addWidget(self._remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._face, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(row)

    @property
    def picture(self) -> bytes | Kept | None:
        return self._picture

    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, in this order."""
        return (self._face, self._choose, self._remove)

    def show_picture(self, picture: bytes | Kept | None, name: str, on_disk: Path | None) -> None:
        """Show *picture*; *on_disk* is where the kept one is."""
        same = picture == self._picture and on_disk == self._on_disk
        self._name, self._picture, self._on_disk = name, picture, on_disk
        if same:
            self._draw()
            return
        self._image = None
        self._draw()
        if picture is not None:
            self._background.run(partial(_image, picture, on_disk), self._take, self._tell)

    def show_name(self, name: str) -> None:
        """Her first letter stands where she has no picture."""
        self._name = name
        self._draw()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._draw()

    @Slot()
    def choose(self) -> None:
        """Ask for a file."""
        title = self._texts("editor.picture.choose")
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(f"{title} (*.png *.jpg *.jpeg *.webp)")
        dialog.fileSelected.connect(self.take_file)
        dialog.open()

    @Slot()
    def remove(self) -> None:
        self._set(None)

    @Slot(str)
    def take_file(self, path: str) -> None:
        """Use the picture in the file *path*."""
        self._background.run(partial(portrait.read_file, Path(path)), self._take_bytes, self._tell)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _file_in(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if path := _file_in(event):
            event.acceptProposedAction()
            self.take_file(path)

    @Slot(object)
    def _take_bytes(self, data: bytes) -> None:
        self._set(data)

    @Slot(object)
    def _tell(self, error: PetError) -> None:
        self.failed.emit(error)

    def _set(self, picture: bytes | None) -> None:
        self.show_picture(picture, self._name, self._on_disk)
        self.edited.emit()

    @Slot(object)
    def _take(self, image: QImage | None) -> None:
        self._image = image
        self._draw()

    def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        disc = portrait.rounded(self._image, self._name, SIZE, ratio, self._theme)
        self._face.setIcon(QIcon(disc))
        self._remove.setEnabled(self._picture is not None)


def _image(picture: bytes | Kept, on_disk: Path | None) -> QImage | None:
    if isinstance(picture, bytes):
        return portrait.decode(picture)
    return portrait.decode_file(on_disk)


def _file_in(event: QDropEvent) -> str:
    """The path of the first file that is dragged; empty where there is none."""
    urls = event.mimeData().urls()
    return urls[0].toLocalFile() if urls else ""


def _small(label: str, parent: QWidget) -> QPushButton:
    made = QPushButton(label, parent)
    made.setObjectName("flat")
    made.setStyleSheet("padding: 2px 6px;")
    return made
