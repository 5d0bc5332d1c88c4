"""One text of a list: an example as who says what, anything else as it stands."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from pet.i18n import Texts
from pet.persona.exchanges import speeches
from pet.ui.persona.text_box import TextBox

_LINES: Final = (1, 5)


class ItemBox(Protocol):
    """Shows one text of a list and lets it be edited."""

    def boxes(self) -> tuple[TextBox, ...]:
        """The fields, in the order of Tab."""
        ...

    def text(self) -> str: ...

    def show_text(self, text: str, name: str) -> None:
        """Edit *text* of a persona who is called *name*."""
        ...

    def take_focus(self) -> None: ...


class PlainBox(QWidget):
    """One field: a greeting."""

    edited = Signal()

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = TextBox(texts("editor.greeting"), self, lines=_LINES)
        self._box.set_placeholder(texts("editor.greeting.hint"))
        self._box.edited.connect(self.edited)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._box)

    def boxes(self) -> tuple[TextBox, ...]:
        return (self._box,)

    def text(self) -> str:
        return self._box.text()

    def show_text(self, text: str, name: str) -> None:
        self._box.show_text(text)

    def take_focus(self) -> None:
        self._box.setFocus(Qt.FocusReason.OtherFocusReason)


class ExchangeBox(QWidget):
    """Two fields where the user says one thing and she answers; anything else as it stands."""

    edited = Signal()

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._raw = ""  # as it was shown; given back until somebody edits it
        self._is_touched = False
        self._user = TextBox(texts("editor.example.user"), self, lines=_LINES)
        self._hers = TextBox(texts("editor.example.hers.plain"), self, lines=_LINES)
        self._whole = TextBox(texts("editor.example.whole"), self, lines=(3, 8))
        self._user.set_placeholder(texts("editor.example.user.hint"))
        self._hers.set_placeholder(texts("editor.example.hers.hint"))
        self._user_label = _label(texts("editor.example.user"), self._user, self)
        self._hers_label = _label("", self._hers, self)
        for box in self.boxes():
            box.edited.connect(self._note)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._user_label, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._user, 0, 1)
        grid.addWidget(self._hers_label, 1, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._hers, 1, 1)
        grid.addWidget(self._whole, 2, 0, 1, 2)

    def boxes(self) -> tuple[TextBox, ...]:
        return (self._user, self._hers, self._whole)

    def text(self) -> str:
        if not self._is_touched:
            return self._raw
        if not self._whole.isHidden():
            return self._whole.text()
        return joined(self._user.text(), self._hers.text())

    def show_text(self, text: str, name: str) -> None:
        self._hers_label.setText(
            name.replace("&", "&&") or self._texts("editor.example.hers.plain")
        )
        if text == self.text() and (self._raw or self._is_touched):
            return
        self._raw, self._is_touched = text, False
        pair = pair_of(text, name)
        for widget in (self._user, self._user_label, self._hers, self._hers_label):
            widget.setVisible(pair is not None)
        self._whole.setVisible(pair is None)
        shown = zip(self.boxes(), (*(pair or ("", "")), "" if pair else text), strict=True)
        for box, content in shown:
            box.blockSignals(True)
            box.show_text(content)
            box.blockSignals(False)
            box.fit_height()

    def take_focus(self) -> None:
        box = self._user if self._whole.isHidden() else self._whole
        box.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _note(self) -> None:
        self._is_touched = True
        self.edited.emit()


def pair_of(example: str, name: str) -> tuple[str, str] | None:
    """What the user says and what she answers; None where *example* is more or less than that."""
    said = speeches(example, name)
    match said:
        case () if not example.strip():
            return ("", "")
        case (("user", words),):
            pair = (words, "")
        case (("assistant", words),):
            pair = ("", words)
        case (("user", words), ("assistant", answer)):
            pair = (words, answer)
        case _:
            return None
    # Only where putting it together again says the same.
    return pair if speeches(joined(*pair), name) == said else None


def joined(user: str, hers: str) -> str:
    """An example as a card has it; empty where neither says anything."""
    lines = [
        f"{{{{{who}}}}}: {words.strip()}"
        for who, words in (("user", user), ("char", hers))
        if words.strip()
    ]
    return "\n".join(lines)


def _label(text: str, buddy: QWidget, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName("quiet")
    label.setBuddy(buddy)
    label.setMinimumWidth(64)
    label.setMaximumWidth(96)
    label.setWordWrap(True)
    label.setContentsMargins(0, 7, 0, 0)
    return label
