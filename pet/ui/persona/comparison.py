"""What is not as it is saved, side by side."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.persona.sheet import Difference
from pet.ui.frame.window import Window
from pet.ui.theme import Theme


class Comparison(Window):
    """Two columns, a row for each field that differs. Closed by Escape."""

    def __init__(
        self, theme: Theme, size: QSize, texts: Texts, name: str, found: tuple[Difference, ...]
    ) -> None:
        super().__init__(theme, texts("editor.compare.title", name=name), size)
        page = QWidget(self)
        page.setObjectName("page")
        grid = QGridLayout(page)
        space = theme.spacing
        grid.setContentsMargins(space.l, space.l, space.l, space.l)
        grid.setHorizontalSpacing(space.l)
        grid.setVerticalSpacing(space.s)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        for column, key in enumerate(("editor.compare.saved", "editor.compare.now")):
            grid.addWidget(_label(texts(key), page, "title"), 0, column)
        row = 1
        for one in found:
            grid.addWidget(_label(_title(texts, one), page, "quiet"), row, 0, 1, 2)
            for column, text in enumerate((one.before, one.after)):
                shown = _label(_value(texts, one, text), page)
                shown.setTextInteractionFlags(
                    Qt.TextInteractionFlag.TextSelectableByMouse
                    | Qt.TextInteractionFlag.TextSelectableByKeyboard
                )
                shown.setAlignment(Qt.AlignmentFlag.AlignTop)
                grid.addWidget(shown, row + 1, column)
            row += 2
        if not found:
            grid.addWidget(_label(texts("editor.compare.same"), page), row, 0, 1, 2)
        grid.setRowStretch(row + 1, 1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)


def _title(texts: Texts, one: Difference) -> str:
    title = texts(f"editor.field.{one.field}")
    return f"{title} ({texts(f'editor.speech.{one.language}')})" if one.language else title


def _value(texts: Texts, one: Difference, text: str) -> str:
    match one.field:
        case "picture":
            return texts(f"editor.compare.picture.{text or 'none'}")
        case "language":
            return texts(f"editor.speech.{text or 'any'}")
        case _:
            return text or texts("editor.compare.nothing")


def _label(text: str, parent: QWidget, name: str = "") -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setObjectName(name)
    return label
