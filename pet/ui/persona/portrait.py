"""A persona's picture: round, or her first letter where she has none; decoded off the UI thread."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QImageReader, QPainter, QPainterPath, QPixmap

from pet.errors import CardRefused, PetError
from pet.persona import pictures
from pet.persona.limits import MAX_FILE_BYTES
from pet.ui.theme import Theme

DECODED: Final = 256  # px of the longer side: enough for 96 at 200 %


def read_file(path: Path) -> bytes:
    """The picture in *path*, whole. Raises CardRefused, or PetError where it cannot be read."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PetError("editor.unreadable", reason=reason) from error
    if len(data) > MAX_FILE_BYTES:
        raise CardRefused("card.too_large", limit=MAX_FILE_BYTES // (1024 * 1024))
    pictures.examine(data)
    return data


def decode(data: bytes) -> QImage | None:
    """*data* as an image of at most 256 px, on any thread; None where it cannot be drawn."""
    try:
        found = pictures.examine(data)
    except CardRefused:
        return None
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = QSize(found.width, found.height)
    reader.setScaledSize(size.scaled(DECODED, DECODED, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image


def decode_file(path: Path | None) -> QImage | None:
    """The picture in *path*, on any thread; None where there is none to draw."""
    if path is None:
        return None
    try:
        return decode(read_file(path))
    except PetError:
        return None


def rounded(image: QImage | None, name: str, size: int, ratio: float, theme: Theme) -> QPixmap:
    """A disc of *size* px: the middle of *image*, its upper part where it is tall; or a letter."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    disc = QRectF(0.5, 0.5, size - 1, size - 1)
    shape = QPainterPath()
    shape.addEllipse(disc)
    painter.fillPath(shape, theme.color("pressed"))
    if image is None:
        painter.setPen(theme.color("muted"))
        painter.setFont(_letter_font(theme, size))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, first_letter(name))
    else:
        painter.setClipPath(shape)
        painter.drawImage(disc, image, _face(image))
        painter.setClipping(False)
    painter.setPen(QColor(theme.palette.card_border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(disc)
    painter.end()
    return pixmap


def first_letter(name: str) -> str:
    """What stands for *name* where there is no picture."""
    return next((letter.upper() for letter in name if letter.isalnum()), "?")


def _letter_font(theme: Theme, size: int) -> QFont:
    font = theme.font(bold=True)
    font.setPixelSize(max(8, round(size * 0.42)))
    return font


def _face(image: QImage) -> QRectF:
    """The square of a picture in which a face mostly is."""
    side = min(image.width(), image.height())
    left = (image.width() - side) / 2
    top = (image.height() - side) * 0.15
    return QRectF(left, top, side, side)
