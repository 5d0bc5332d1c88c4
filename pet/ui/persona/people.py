"""Everybody there is, at the left of the editor: picture, name, who is worn and who is unsaved."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from pet.errors import PetError
from pet.i18n import Texts
from pet.ui.background import Background
from pet.ui.persona import portrait
from pet.ui.persona.work import Work
from pet.ui.persona.works import Works
from pet.ui.theme import Theme

_FACE: Final = 34  # px
_KEY: Final = Qt.ItemDataRole.UserRole


class People(QListWidget):
    """Choosing a row opens her."""

    chosen = Signal(str)

    def __init__(
        self,
        works: Works,
        theme: Theme,
        texts: Texts,
        background: Background,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._works = works
        self._theme = theme
        self._texts = texts
        self._background = background
        self._images: dict[Path, QImage | None] = {}
        self.setAccessibleName(texts("editor.people"))
        self.setIconSize(QSize(_FACE, _FACE))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setUniformItemSizes(True)
        self.currentItemChanged.connect(self._choose)
        works.listed.connect(self.refresh)
        works.opened.connect(self.show_current)

    @Slot()
    def refresh(self) -> None:
        """Show everybody as they are now."""
        self.blockSignals(True)
        self.clear()
        for work in self._works.works.values():
            item = QListWidgetItem(self._label(work))
            item.setData(_KEY, work.key)
            item.setIcon(QIcon(self._face(work)))
            item.setToolTip(self._marks(work))
            self.addItem(item)
        self._mark_current()
        self.blockSignals(False)

    @Slot(object)
    def show_current(self, work: Work) -> None:
        """*work* is the one in the form."""
        self.blockSignals(True)
        self._mark_current()
        self.blockSignals(False)

    def relabel(self) -> None:
        """The name of the one in the form is another now."""
        work = self._works.current
        item = self.currentItem()
        if work is not None and item is not None and item.data(_KEY) == work.key:
            item.setText(self._label(work))

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.refresh()

    def _mark_current(self) -> None:
        for row in range(self.count()):
            if self._works.current and self.item(row).data(_KEY) == self._works.current.key:
                self.setCurrentRow(row)

    def _label(self, work: Work) -> str:
        marks = self._marks(work)
        name = self._works.name(work)
        return f"{name}\n{marks}" if marks else name

    def _marks(self, work: Work) -> str:
        marks = []
        if work.base is not None and work.base.id == self._works.worn:
            marks.append(self._texts("editor.mark.worn"))
        if work.is_changed:
            marks.append(self._texts("editor.mark.unsaved"))
        return " · ".join(marks)

    def _face(self, work: Work) -> QIcon:
        image = None
        if work.picture is not None and work.sheet.picture is not None:
            if work.picture not in self._images:
                self._images[work.picture] = None
                load = partial(_loaded, work.picture)
                self._background.run(load, self._take_image, self._pass_over)
            image = self._images[work.picture]
        name, ratio = work.name(self._texts.language), self.devicePixelRatioF()
        return QIcon(portrait.rounded(image, name, _FACE, ratio, self._theme))

    @Slot(object)
    def _take_image(self, loaded: tuple[Path, QImage | None]) -> None:
        path, image = loaded
        if image is not None:
            self._images[path] = image
            self.refresh()

    @Slot(object)
    def _pass_over(self, _error: PetError) -> None:
        """Her first letter stands there."""

    @Slot()
    def _choose(self) -> None:
        item = self.currentItem()
        if item is not None:
            self.chosen.emit(item.data(_KEY))


def _loaded(path: Path) -> tuple[Path, QImage | None]:
    return path, portrait.decode_file(path)
