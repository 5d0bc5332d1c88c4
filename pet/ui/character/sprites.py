"""Frames as pixmaps, drawn once for each size and screen and kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QBitmap, QImage, QPixmap, QRegion

from pet.body.pose import Pose, faceless, outline
from pet.ui.character.rig import Rig

_ROOM: Final = 6 * 1024 * 1024  # bytes of pictures that are kept
_FEWEST: Final = 4  # pictures that are kept however large they are
_OUTLINES: Final = 64  # regions that are kept: some hundred bytes each
_VISIBLE: Final = 8  # alpha from which a pixel counts as one, where the desktop blends
_SOLID: Final = 128  # the same where it does not: what is blended there turns black
_POSES: Final = 64  # poses that one region remembers to hold


class _Look(NamedTuple):
    """What makes a frame a different picture."""

    pose: Pose
    size: int
    ratio: float
    shadow: bool


class _Outline:
    """One region for several poses of nearly the same outline."""

    def __init__(self) -> None:
        self.region = QRegion()
        self.poses: set[Pose] = set()  # that the region holds

    def take_in(self, pose: Pose, region: QRegion) -> None:
        if len(self.poses) >= _POSES:
            self.poses.clear()  # they are looked at again; the region holds them already
        self.poses.add(pose)
        if not region.subtracted(self.region).isEmpty():
            self.region = self.region.united(region)


class Sprites:
    """The pictures and outlines of poses."""

    def __init__(self, rig: Rig, room: int = _ROOM) -> None:
        self._rig = rig
        self._room = room
        self._frames: OrderedDict[_Look, QPixmap] = OrderedDict()
        self._held = 0
        self._outlines: OrderedDict[_Look, _Outline] = OrderedDict()

    def frame(self, pose: Pose, size: int, ratio: float, *, shadow: bool = True) -> QPixmap:
        """*pose*, *size* logical px wide and high, crisp on a screen of that pixel *ratio*."""
        look = _Look(pose, size, ratio, shadow)
        known = self._frames.get(look)
        if known is not None:
            self._frames.move_to_end(look)
            return known
        pixmap = QPixmap.fromImage(self._rig.picture(pose, size, ratio, shadow=shadow))
        self._frames[look] = pixmap
        self._held += _bytes(pixmap)
        while self._held > self._room and len(self._frames) > _FEWEST:
            self._held -= _bytes(self._frames.popitem(last=False)[1])
        return pixmap

    def outline(self, pose: Pose, size: int, *, blended: bool) -> QRegion:
        """Where *pose* has pixels, in logical px; the same object for as long as it will do.

        Where the desktop is *blended* (by a compositor), nearly equal poses share one region that
        holds them all, so that it seldom changes. Elsewhere it is exact, because whatever lies
        between it and the picture would be black.
        """
        bare = faceless(pose)
        key = _Look(outline(pose) if blended else bare, size, 1.0, blended)
        known = self._outlines.setdefault(key, _Outline())
        self._outlines.move_to_end(key)
        if bare not in known.poses:
            picture = self._rig.picture(bare, size, shadow=blended)
            exact = region_of(picture, _VISIBLE if blended else _SOLID)
            known.take_in(bare, _grown(exact, 1) if blended else exact)
        if len(self._outlines) > _OUTLINES:
            self._outlines.popitem(last=False)
        return known.region

    @property
    def held(self) -> int:
        """Bytes that the kept pictures take."""
        return self._held

    def forget(self) -> None:
        """Let go of every picture: the size or the screen changed, or nobody looks."""
        self._frames.clear()
        self._outlines.clear()
        self._held = 0


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


def region_of(picture: QImage, threshold: int) -> QRegion:
    """Where the alpha of *picture* is at least *threshold*."""
    alpha = picture.convertToFormat(QImage.Format.Format_Alpha8)
    black_where_visible = bytes(0 if level >= threshold else 255 for level in range(256))
    ink = QImage(
        bytes(alpha.constBits()).translate(black_where_visible),
        alpha.width(),
        alpha.height(),
        alpha.bytesPerLine(),
        QImage.Format.Format_Grayscale8,
    )
    return QRegion(QBitmap.fromImage(ink, Qt.ImageConversionFlag.ThresholdDither))


def _grown(region: QRegion, px: int) -> QRegion:
    """*region* with *px* more on every side."""
    wide = region
    for dx in (-px, 0, px):
        for dy in (-px, 0, px):
            wide = wide.united(region.translated(dx, dy))
    return wide
