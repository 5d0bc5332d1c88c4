"""Frames as pictures, drawn once for each size and screen and kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QBitmap, QImage, QRegion

from pet.body.pose import Pose, faceless, outline
from pet.ui.character.rig import Rig

_ROOM: Final = 16 * 1024 * 1024  # bytes that the kept pictures may take
_FEWEST: Final = 4  # pictures that are kept however large they are
_MOST: Final = 28  # pictures that are kept: breathing, blinking and a glance need no more
_OUTLINES: Final = 64  # regions that are kept: some hundred bytes each
_VISIBLE: Final = 8  # alpha from which a pixel counts as one, where the desktop blends
_SOLID: Final = 128  # the same where it does not: what is blended there turns black
_POSES: Final = 128  # poses that are known to lie within a region


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
        self._frames: OrderedDict[_Look, QImage] = OrderedDict()
        self._held = 0
        self._outlines: OrderedDict[_Look, _Outline] = OrderedDict()
        self._holding: dict[_Look, _Outline] = {}  # which outline holds a pose that came lately

    def frame(self, pose: Pose, size: int, ratio: float, *, shadow: bool = True) -> QImage:
        """*pose*, *size* logical px wide and high, crisp on a screen of that pixel *ratio*."""
        look = _Look(pose, size, ratio, shadow)
        known = self._frames.get(look)
        if known is not None:
            self._frames.move_to_end(look)
            return known
        picture = self._rig.picture(pose, size, ratio, shadow=shadow)
        self._frames[look] = picture
        self._held += picture.sizeInBytes()
        while len(self._frames) > _MOST or (
            self._held > self._room and len(self._frames) > _FEWEST
        ):
            self._held -= self._frames.popitem(last=False)[1].sizeInBytes()
        return picture

    def outline(self, pose: Pose, size: int, *, blended: bool) -> QRegion:
        """Where *pose* has pixels, in logical px; the same object for as long as it will do.

        Where the desktop is *blended* (by a compositor), nearly equal poses share one region that
        holds them all, so that it seldom changes. Elsewhere it is exact, because whatever lies
        between it and the picture would be black.
        """
        look = _Look(pose, size, 1.0, blended)
        holds = self._holding.get(look)
        if holds is None:
            holds = self._outline_for(look)
            if len(self._holding) >= _POSES:
                self._holding.clear()
            self._holding[look] = holds
        return holds.region

    def _outline_for(self, look: _Look) -> _Outline:
        pose, size, _, blended = look
        bare = faceless(pose)
        key = _Look(outline(pose) if blended else bare, size, 1.0, blended)
        known = self._outlines.setdefault(key, _Outline())
        self._outlines.move_to_end(key)
        if bare not in known.poses:
            picture = self.frame(pose, size, 1.0, shadow=blended)  # most likely shown next
            exact = region_of(picture, _VISIBLE if blended else _SOLID)
            known.take_in(bare, _grown(exact, 1) if blended else exact)
        if len(self._outlines) > _OUTLINES:
            self._outlines.popitem(last=False)
        return known

    @property
    def held(self) -> int:
        """Bytes that the kept pictures take."""
        return self._held

    def forget(self) -> None:
        """Let go of every picture: the size or the screen changed, or nobody looks."""
        self._frames.clear()
        self._outlines.clear()
        self._holding.clear()
        self._held = 0


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
