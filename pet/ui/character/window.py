"""The character's window: shows the pose of the moment, takes the mouse, stands where it was put.

Frameless, translucent, on top, and never in the way: it takes no focus, and clicks go through
wherever the character has no pixels.
"""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QEvent, QPointF, Qt, Signal, Slot
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from pet.body.moods import Mood
from pet.body.placement import Place, Whereabouts
from pet.body.pose import CANVAS, Pose
from pet.clock import Clock
from pet.i18n import Texts
from pet.ui.character.animator import Animator
from pet.ui.character.cutout import Cutout
from pet.ui.character.graspable import Graspable
from pet.ui.character.ground import Ground
from pet.ui.character.sprites import Sprites


class CharacterWindow(Graspable):
    """The character on the screen. It knows nothing about chatting."""

    moved = Signal(object)  # Place: the user put it down there
    body_moved = Signal(object)  # Whereabouts: at every step of the way, for what stands beside it

    def __init__(
        self,
        sprites: Sprites,
        texts: Texts,
        clock: Clock,
        random: Random,
        *,
        size: int = 180,
        calm: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleDescription(texts("character.description"))
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._sprites = sprites
        self._size = size
        self._cutout = Cutout(self, sprites, QGuiApplication.platformName())
        self._ground = Ground(size, self)
        # Queued: after Qt itself has moved the window off a screen that went away.
        self._ground.shifted.connect(self._settle, Qt.ConnectionType.QueuedConnection)
        self._told = self._ground.where
        self._animator = Animator(clock, random, self._ground.pointer, self)
        self._animator.set_calm(calm)
        self._animator.pose_changed.connect(self._show_pose)
        self.picked_up.connect(self._be_picked_up)
        self.carried.connect(self._be_carried)
        self.put_down.connect(self._be_put_down)
        self.resize_to(size)

    @property
    def mood(self) -> Mood:
        return self._animator.mood

    @property
    def whereabouts(self) -> Whereabouts:
        """Where the visible body is, and the room of its screen, in logical px."""
        return self._ground.where

    @Slot(object)
    def show_mood(self, mood: Mood) -> None:
        self._animator.show_mood(mood)
        self._settle()  # a good moment to notice that a compositor came or went

    @Slot()
    def say_syllable(self) -> None:
        """A piece of the reply came: the mouth moves for a moment."""
        self._animator.say_syllable()

    @Slot(bool)
    def talk(self, talks: bool) -> None:
        """The mouth moves until it is told not to."""
        self._animator.talk(talks)

    @Slot(bool)
    def set_calm(self, calm: bool) -> None:
        """Fewer movements, as the user asked for."""
        self._animator.set_calm(calm)

    @Slot(int)
    def resize_to(self, size: int) -> None:
        """*size* logical px wide and high from now on."""
        self._size = size
        self._sprites.forget()
        self.setFixedSize(size, size)
        self._settle()

    def stand_at(self, place: Place | None, *, aside: int = 0) -> None:
        """Stand there from now on; None: at home, the bottom right of the primary screen.

        *aside*: beside it, where so many other copies stand already.
        """
        self._ground.want(place)
        if aside:
            self._ground.step_aside(aside)
        self._settle()

    @Slot()
    def bring_home(self) -> None:
        """Back to where everybody finds it; the user asked, so it is the new wish."""
        self.stand_at(None)
        self.moved.emit(self._ground.wish)

    def paintEvent(self, event: QPaintEvent) -> None:
        frame = self._sprites.frame(
            self._animator.pose,
            self._size,
            self.devicePixelRatioF(),
            shadow=self._cutout.blended,
        )
        painter = QPainter(self)
        # Source replaces what was there, alpha too: no trail of the pose before.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawImage(QPointF(0, 0), frame)
        painter.end()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._settle()
        self._animator.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._animator.stop()
        self._sprites.forget()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.resize_to(self._size)  # Windows grows it on the way between unlike screens
        return super().event(event)

    @Slot(object)
    def _show_pose(self, pose: Pose) -> None:
        self._cutout.fit(pose, self._size)
        self.update()

    @Slot()
    def _settle(self) -> None:
        """Stand where the wish and the screens of this moment say, unless a hand says otherwise."""
        if self.is_carried:
            return
        if self.isVisible():
            self._cutout.look_at_desktop()
        self._cutout.fit(self._animator.pose, self._size)
        self._ground.settle(self._size)
        self._stand()
        self.update()

    @Slot()
    def _be_picked_up(self) -> None:
        if QGuiApplication.platformName().startswith("wayland"):
            self.windowHandle().startSystemMove()  # only the compositor may move a window there
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._ground.lift()
        self._animator.hold(True)

    @Slot(QPointF, float)
    def _be_carried(self, way: QPointF, speed: float) -> None:
        self._animator.pull(speed * CANVAS / self._size)
        self._ground.carry(round(way.x()), round(way.y()))
        self._stand()

    @Slot()
    def _be_put_down(self) -> None:
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._animator.hold(False)
        place = self._ground.put_down()
        self._settle()
        self.moved.emit(place)

    def _stand(self) -> None:
        self.move(self._ground.corner)
        if self._ground.where != self._told:
            self._told = self._ground.where
            self.body_moved.emit(self._told)
