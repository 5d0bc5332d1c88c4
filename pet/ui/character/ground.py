"""Where the character stands on the screens of this computer, and where it wants to stand."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QCursor, QGuiApplication

from pet.body.placement import (
    HOME,
    Place,
    Rect,
    Screen,
    Whereabouts,
    beside,
    nearest,
    place_of,
    stand,
)
from pet.body.pose import CANVAS, FACE, SOLID
from pet.ui.screens import ScreenWatch

_CHAT: Final = 430  # px that the other copy's chat takes beside its body, the gaps included


class Ground(QObject):
    """The wish, kept unclamped, and what becomes of it on the screens that are there now.

    The window is never asked where it is: its answer is rounded, and on Wayland untrue.
    """

    shifted = Signal()  # the screens changed: settle again

    def __init__(self, size: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._wish = HOME
        self._where = self._settled()
        self._lifted_from = self._where.body
        self._watch = ScreenWatch(self)
        self._watch.changed.connect(self.shifted)

    @property
    def wish(self) -> Place:
        return self._wish

    @property
    def where(self) -> Whereabouts:
        """Where the visible body is, in logical px."""
        return self._where

    @property
    def corner(self) -> QPoint:
        """The left top of a window that shows the body there."""
        body = self._where.body
        return QPoint(body.x - self._px(SOLID[0]), body.y - self._px(SOLID[1]))

    def want(self, place: Place | None) -> None:
        """Stand at *place* from now on; None: at home, the bottom right of the primary screen."""
        self._wish = HOME if place is None else place
        self.settle()

    def step_aside(self, number: int) -> None:
        """Want to stand where the copy *number* finds room: another one stands here."""
        self.lift()
        body = self._where.body
        spot = beside(self._where, _CHAT, number)
        self.carry(spot.x - body.x, spot.y - body.y)
        self.put_down()

    def settle(self, size: int | None = None) -> None:
        """Stand where the wish, the screens of this moment and the *size* (px) say."""
        if size is not None:
            self._size = size
        if QGuiApplication.screens():
            self._where = self._settled()

    def lift(self) -> None:
        """The user's hand has it: `carry` counts from here."""
        self._lifted_from = self._where.body

    def carry(self, dx: int, dy: int) -> None:
        """Moved by so many px since it was lifted; it stays on a screen."""
        there = screens()
        if not there:
            return
        body = self._lifted_from.at(self._lifted_from.x + dx, self._lifted_from.y + dy)
        room = nearest(body, there).available
        self._where = Whereabouts(body.kept_in(room), room)

    def put_down(self) -> Place:
        """The user let go of it: this is the new wish."""
        there = screens()
        if there:
            self._wish = place_of(self._where.body, there)
        return self._wish

    def pointer(self) -> tuple[float, float] | None:
        """The mouse, in units of the drawing from the middle of the face; None where unknown."""
        if QGuiApplication.platformName().startswith("wayland"):
            return None  # no window is told where the mouse is outside of it
        way = QCursor.pos() - self.corner
        units = CANVAS / self._size
        return way.x() * units - FACE[0], way.y() * units - FACE[1]

    def _settled(self) -> Whereabouts:
        left, top, right, bottom = SOLID
        body = self._px(right - left), self._px(bottom - top)
        return stand(self._wish, screens(), body)

    def _px(self, units: int) -> int:
        return round(units * self._size / CANVAS)


def screens() -> list[Screen]:
    """The screens there are, as values."""
    primary = QGuiApplication.primaryScreen()
    return [
        Screen(
            screen.name(),
            screen.serialNumber(),
            _rect(screen.availableGeometry()),
            primary=screen == primary,
        )
        for screen in QGuiApplication.screens()
    ]


def _rect(rect: QRect) -> Rect:
    return Rect(rect.x(), rect.y(), rect.width(), rect.height())
