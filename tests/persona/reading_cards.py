"""Reading a card in a test: what was said of it, why it was refused, and a real picture for it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from pet.errors import CardRefused
from pet.persona.importing import read_card

ICON = {"type": "icon", "name": "main", "uri": "embeded://assets/icon/a.png", "ext": "png"}


def read(data, name="mina.png"):
    return read_card(data, name)


def noted(imported):
    return {note.key for note in imported.notes}


def refused(data, name="mina.png"):
    with pytest.raises(CardRefused) as caught:
        read_card(data, name)
    return caught.value


def saved_by_qt(kind, quality=-1):
    """A real picture of 21 × 13 points, as a library of other people writes it."""
    image = QImage(21, 13, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind, quality)
    return bytes(buffer.data())
