"""How much of her the model reads: a bar, the numbers, and in words what would be cut."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.prompt.measure import Measured
from pet.ui.theme import Theme

_HEIGHT: Final = 6  # px


class Meter(QWidget):
    """Quiet while everything fits."""

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._bar = _Bar(theme, self)
        self._numbers = _label(self)
        self._numbers.setObjectName("quiet")
        self._cut = _label(self)
        self._cut.setObjectName("error")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self._bar)
        column.addWidget(self._numbers)
        column.addWidget(self._cut)

    @property
    def told(self) -> str:
        """The sentences about what would be cut."""
        return self._cut.text()

    def show_measured(self, measured: Measured) -> None:
        texts = self._texts
        text = measured.text_kept + measured.text_left
        self._bar.show_share(text / max(1, measured.limit), fits=measured.fits)
        numbers = texts(
            "editor.meter",
            size=f"{text:,}",
            limit=f"{measured.limit:,}",
            examples=measured.examples_kept,
            offered=measured.examples_kept + measured.examples_left,
            tokens=f"{measured.tokens:,}",
        )
        self._numbers.setText(numbers)
        self.setAccessibleName(numbers)
        self._cut.setText(" ".join(_sentences(texts, measured)))
        self._cut.setVisible(not measured.fits)

    def show_theme(self, theme: Theme) -> None:
        self._bar.theme = theme
        self._bar.update()


def _sentences(texts: Texts, measured: Measured) -> list[str]:
    told = []
    if measured.text_left:
        told.append(texts("editor.meter.text", size=f"{measured.text_left:,}"))
    if measured.examples_left:
        told.append(texts.count("editor.meter.examples", measured.examples_left))
    if measured.examples_cut:
        told.append(texts("editor.meter.long", size=f"{measured.examples_cut:,}"))
    return told


class _Bar(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._share = 0.0
        self._fits = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    def show_share(self, share: float, *, fits: bool) -> None:
        """How much of the room is taken; 1.0 is all of it."""
        self._share, self._fits = min(1.0, share), fits
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(0, (self.height() - _HEIGHT) / 2, self.width(), _HEIGHT)
        radius = _HEIGHT / 2
        painter.setBrush(self.theme.color("pressed"))
        painter.drawRoundedRect(area, radius, radius)
        area.setWidth(max(float(_HEIGHT), area.width() * self._share))
        painter.setBrush(self.theme.color("accent" if self._fits else "error"))
        painter.drawRoundedRect(area, radius, radius)


def _label(parent: QWidget) -> QLabel:
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    return made
