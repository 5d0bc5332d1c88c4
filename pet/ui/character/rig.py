"""Somi's rig: a pose becomes a picture, by moving the parts of one drawing.

The parts are elements of `somi.svg`, drawn in place and found by their ids. Left parts are drawn
in the file; right ones are their mirror image, except where light falls on them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from pet.body.pose import CANVAS, Brows, Eyes, Pose, Sign
from pet.paths import assets

_MIDDLE: Final = CANVAS / 2
_FEET: Final = QPointF(_MIDDLE, 230)  # standing, it squashes and leans about this point
_NAPE: Final = QPointF(_MIDDLE, 112)  # hanging, it swings about this one
_HIP: Final = QPointF(102, 218)  # of the left foot
_SHOULDER: Final = QPointF(65, 188)  # of the left arm
_STEM: Final = QPointF(127, 108)
_NODE: Final = QPointF(129, 71)  # where the leaves grow
_CURLED_NODE: Final = QPointF(126, 95)
_EYE_GAP: Final = 60.0  # from the left eye to the right one
_CURLED_LEAVES: Final = 0.85  # their size then
_SITS: Final = 7  # units sunk, from which the feet stick out in front
_BLUSH: Final = (0.0, 0.75, 0.92, 1.0)
_BREADTH: Final = 0.7  # how much of a squash goes sideways
_BOTH_SIDED_EYES: Final = {Eyes.OPEN, Eyes.HALF, Eyes.WIDE}  # lit from the left: not mirrored


class Rig:
    """Draws poses. Raises OSError where the drawing cannot be read, ValueError where it is none."""

    def __init__(self, drawing: Path) -> None:
        self._svg = QSvgRenderer(QByteArray(drawing.read_bytes()))
        if not self._svg.elementExists("body"):
            raise ValueError(drawing)

    def picture(self, pose: Pose, size: int, ratio: float = 1.0, *, shadow: bool = True) -> QImage:
        """*pose*, *size* logical px wide and high, on a screen of *ratio* pixels for each."""
        pixels = max(1, round(size * ratio))
        image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(pixels / CANVAS, pixels / CANVAS)
        if shadow:
            self._draw_shadow(painter, pose)
        self._draw_character(painter, pose)
        painter.end()
        image.setDevicePixelRatio(ratio)
        return image

    def _draw_shadow(self, painter: QPainter, pose: Pose) -> None:
        nearness = 1.0 - pose.lift / 80
        painter.save()
        painter.setOpacity(nearness)
        painter.translate(_MIDDLE, 236)
        painter.scale(nearness + pose.squash / 400, nearness)
        painter.translate(-_MIDDLE, -236)
        self._part(painter, "shadow")
        painter.restore()

    def _draw_character(self, painter: QPainter, pose: Pose) -> None:
        painter.save()
        painter.translate(0, -pose.lift)
        sits = pose.sunk >= _SITS
        if not sits:
            self._draw_feet(painter, pose)
        painter.save()
        painter.translate(0, pose.sunk)
        self._stretch(painter, pose)
        self._draw_sprout(painter, pose)
        self._draw_arms(painter, pose)
        self._part(painter, "body")
        self._part(painter, "tuft")
        self._draw_face(painter, pose)
        self._draw_sign(painter, pose)
        painter.restore()
        if sits:
            self._draw_feet(painter, pose)
        painter.restore()

    def _stretch(self, painter: QPainter, pose: Pose) -> None:
        flatter = pose.squash / 200
        pivot = _NAPE if pose.hanging else _FEET
        painter.translate(pivot)
        painter.rotate(pose.lean / 2)
        painter.scale(1 + flatter * _BREADTH, 1 - flatter)
        painter.translate(-pivot)

    def _draw_feet(self, painter: QPainter, pose: Pose) -> None:
        painter.save()
        if pose.hanging:  # they follow the body
            self._stretch(painter, pose)
            painter.translate(0, 5)
        for mirrored, swing in ((False, pose.foot_left), (True, pose.foot_right)):
            painter.save()
            self._mirror(painter, mirrored)
            self._turn(painter, _HIP, -swing if mirrored else swing)
            self._part(painter, "foot")
            painter.restore()
        painter.restore()

    def _draw_arms(self, painter: QPainter, pose: Pose) -> None:
        for mirrored, raised in ((False, pose.arm_left), (True, pose.arm_right)):
            painter.save()
            self._mirror(painter, mirrored)
            self._turn(painter, _SHOULDER, raised)
            self._part(painter, "arm")
            painter.restore()

    def _draw_sprout(self, painter: QPainter, pose: Pose) -> None:
        painter.save()
        self._turn(painter, _STEM, pose.stem)
        self._part(painter, "stem-curl" if pose.curled else "stem")
        if pose.curled:
            painter.translate(_CURLED_NODE)
            painter.scale(_CURLED_LEAVES, _CURLED_LEAVES)
            painter.translate(-_NODE)
        for part, raised in (("leaf-left", pose.leaf_left), ("leaf-right", -pose.leaf_right)):
            painter.save()
            self._turn(painter, _NODE, raised)
            self._part(painter, part)
            painter.restore()
        painter.restore()

    def _draw_face(self, painter: QPainter, pose: Pose) -> None:
        painter.save()
        painter.translate(pose.face_x, pose.face_y)
        painter.setOpacity(_BLUSH[pose.blush])
        self._both_sides(painter, "cheek")
        painter.setOpacity(1.0)
        self._part(painter, f"mouth-{pose.mouth.value}")
        painter.translate(pose.gaze_x, pose.gaze_y)
        self._draw_eyes(painter, pose)
        if pose.brows is not Brows.NONE:
            self._both_sides(painter, f"brow-{pose.brows.value}")
        painter.restore()

    def _draw_eyes(self, painter: QPainter, pose: Pose) -> None:
        part = f"eye-{pose.eyes.value}"
        if pose.eyes not in _BOTH_SIDED_EYES:
            self._both_sides(painter, part)
            return
        for offset in (0.0, _EYE_GAP):
            painter.save()
            painter.translate(offset, 0)
            self._part(painter, part)
            if pose.eyes is Eyes.OPEN:
                painter.translate(pose.gaze_x / 3, pose.gaze_y / 3)
                self._part(painter, "eye-shine")
            painter.restore()

    def _draw_sign(self, painter: QPainter, pose: Pose) -> None:
        match pose.sign:
            case Sign.DOTS:
                for n in range(min(3, pose.sign_step)):
                    self._place(painter, "dot", -16 + 13 * n, 26 - 15 * n, 0.45 + 0.22 * n)
            case Sign.ZED:
                for n in range(3):
                    self._draw_zed(painter, (pose.sign_step / 8 + n / 3) % 1.0)
            case Sign.SWEAT:
                self._place(painter, "sweat", 0, pose.sign_step, 1.0)
            case Sign.TEAR:
                self._place(painter, "tear", 0, pose.sign_step * 1.5, 1.0)

    def _draw_zed(self, painter: QPainter, age: float) -> None:
        painter.save()
        painter.setOpacity(min(1.0, age * 5, (1.0 - age) * 3))
        self._place(painter, "zed", -14 + 34 * age, 28 - 52 * age, 0.35 + 0.55 * age)
        painter.restore()

    def _place(self, painter: QPainter, part: str, dx: float, dy: float, scale: float) -> None:
        middle = self._svg.boundsOnElement(part).center()
        painter.save()
        painter.translate(dx, dy)
        painter.translate(middle)
        painter.scale(scale, scale)
        painter.translate(-middle)
        self._part(painter, part)
        painter.restore()

    def _both_sides(self, painter: QPainter, part: str) -> None:
        for mirrored in (False, True):
            painter.save()
            self._mirror(painter, mirrored)
            self._part(painter, part)
            painter.restore()

    def _part(self, painter: QPainter, part: str) -> None:
        self._svg.render(painter, part, self._svg.boundsOnElement(part))

    @staticmethod
    def _mirror(painter: QPainter, mirrored: bool) -> None:
        if mirrored:
            painter.translate(CANVAS, 0)
            painter.scale(-1, 1)

    @staticmethod
    def _turn(painter: QPainter, pivot: QPointF, degrees: float) -> None:
        painter.translate(pivot)
        painter.rotate(degrees)
        painter.translate(-pivot)


def somi() -> Rig:
    """The rig of the character that comes with the program."""
    return Rig(assets() / "characters" / "somi" / "somi.svg")
