"""The prompt as one bar: a piece for each section, as wide as its share, and the room left."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pet.chat import why_text
from pet.i18n import Texts
from pet.prompt.report import Report, SectionName
from pet.ui.theme import Theme

_HEIGHT: Final = 26  # px
_RADIUS: Final = 7.0
_GAP: Final = 1.5  # px between two pieces
_HUES: Final[dict[SectionName, tuple[str, str]]] = {  # on light and on dark ground
    "trusted": ("#8a8175", "#9a9082"),
    "tools": ("#b3a894", "#6f665a"),
    "persona": ("#d9776a", "#e08a7e"),
    "examples": ("#ecb39f", "#b56f61"),
    "preferences": ("#3f8f4a", "#7cc474"),
    "summary": ("#97c77f", "#4d8a4a"),
    "turns": ("#3f7fa6", "#6fb3d9"),
    "lore": ("#b0628f", "#d08fb4"),
    "today": ("#cdb9e0", "#9c82b8"),
    "user_text": ("#d6a531", "#e0b955"),
    "frame": ("#d8cfc1", "#574f46"),
}


def color_of(name: SectionName, theme: Theme) -> QColor:
    """The colour by which a section is known, in the bar and in the list below."""
    return QColor(_HUES[name][int(theme.dark)])


class SectionBar(QWidget):
    """Drawn to the scale of the budget, so that the free room can be seen too."""

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts = texts
        self._report: Report | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_report(self, report: Report) -> None:
        self._report = report
        parts = ", ".join(why_text.section_lines(self._texts, report)).replace("- ", "")
        self.setAccessibleName(self._texts("why.bar", parts=parts))
        self.update()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    def pieces(self) -> list[tuple[SectionName, QRectF]]:
        """The sections that have anything, from left to right, in px."""
        if self._report is None or not self._report.size:
            return []
        scale = self.width() / max(self._report.budget, self._report.size)
        left, found = 0.0, []
        for section in self._report.sections:
            wide = section.kept_bytes * scale
            if wide:
                found.append((section.name, QRectF(left, 0, wide, self.height())))
            left += wide
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), _RADIUS, _RADIUS)
        painter.setClipPath(outline)
        painter.fillRect(self.rect(), self._theme.color("pet_ground"))
        for name, area in self.pieces():
            gap = _GAP if area.width() > 3 * _GAP else 0.0
            painter.fillRect(area.adjusted(0, 0, -gap, 0), color_of(name, self._theme))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._told_at(event.pos().x()), self)
            return True
        return super().event(event)

    def _told_at(self, x: int) -> str:
        for name, area in self.pieces():
            if self._report is not None and area.left() <= x < area.right():
                section = self._report.section(name)
                amount = why_text.section_amount(self._texts, self._report, section)
                return f"{why_text.section_name(self._texts, name)}: {amount}"
        return ""


class Swatch(QWidget):
    """The colour of one section beside its name."""

    def __init__(self, name: SectionName, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name: SectionName = name
        self._theme = theme
        self.setFixedSize(12, 12)

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color_of(self._name, self._theme))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
