"""A box to tick, whose words go on in the next line where there is no room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QCheckBox, QWidget

_BOX: Final = 34  # px that the box, its edges and the gap to the words take


class Tick(QCheckBox):
    """As wide as it is given; Qt's own is as wide as its words."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = text
        self.setAccessibleName(text)
        self._wrap()

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        lines = QTextLayout(self._whole, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        lines.setTextOption(option)
        lines.beginLayout()
        parts = []
        while (line := lines.createLine()).isValid():
            line.setLineWidth(max(1, self.width() - _BOX))
            parts.append(self._whole[line.textStart() : line.textStart() + line.textLength()])
        lines.endLayout()
        self.setText("\n".join(part.strip() for part in parts).replace("&", "&&"))
