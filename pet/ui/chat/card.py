"""A frameless rounded card with a shadow, which grows upwards from where its foot stands."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QBitmap,
    QCloseEvent,
    QColor,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pet.ui.chat import placing
from pet.ui.chat.look import style_sheet
from pet.ui.compositing import is_composited
from pet.ui.screens import ScreenWatch
from pet.ui.theme import Theme

_SHADOW: Final = 24  # px around the card, where shadows can be drawn
_DROP: Final = 6  # px that the shadow falls
_MAX_HEIGHT: Final = 600  # px
_SCREEN_SHARE: Final = 0.78  # of the height of the screen


class Part(Protocol):
    """A widget that stands in the card, one below the other."""

    def wanted_height(self, width: int) -> int:
        """Its height in px where nothing is missing."""
        ...

    def show_theme(self, theme: Theme) -> None: ...


class Card(QWidget):
    """The window; as tall as its parts want to be, within a share of the screen."""

    opened = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, width: int) -> None:
        super().__init__(
            None,
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.NoDropShadowWindowHint,
        )
        self.theme = theme
        self._card_width = width
        self._parts: list[Part] = []
        self._firm: list[Part] = []  # those that do not give way
        self._handles: list[QWidget] = []  # parts that the window is moved by
        self._margin = _SHADOW
        self._foot = QPoint()  # the card's lower left corner on the screen
        self._grip: QPoint | None = None  # where the mouse holds the card while it is dragged
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self.fit)
        self._screens = ScreenWatch(self)
        self._screens.changed.connect(self.fit_soon, Qt.ConnectionType.QueuedConnection)
        self._wear(theme)

    def add_part(self, part: Part, *, stretch: int = 0, moves: bool = False) -> None:
        """Put *part* below the others.

        One that stretches gives way where there is no room; by one that *moves* the window is
        taken hold of.
        """
        if not isinstance(part, QWidget):
            raise TypeError(part)
        self._parts.append(part)
        if not stretch:
            self._firm.append(part)
        if moves:
            self._handles.append(part)
        self._column.addWidget(part, stretch)

    def open_for_user(self, anchor: QRect | None = None) -> None:
        """Show the card beside *anchor* (screen px) and take the focus: only when a user asked."""
        self._margin = _SHADOW if is_composited() else 0
        margins = self._margin
        self._column.setContentsMargins(margins, margins, margins, margins)
        if anchor is not None:
            size = QSize(self._card_width, self._height_for(self._area(anchor.center())))
            place = placing.beside(anchor, size, self._area(anchor.center()))
            self._foot = QPoint(place.left(), place.top() + place.height())
        self.fit()
        self.show()
        self.raise_()
        self.activateWindow()
        self.opened.emit()

    @Slot()
    def fit_soon(self) -> None:
        """Take the height of the content, and a place on the screens, once they have settled."""
        self._fitting.start()

    @Slot()
    def fit(self) -> None:
        """Take the height of the content, growing upwards from the foot, within the screen.

        The foot stays what it was wished to be, so a screen that comes back has the card back.
        """
        area = self._area(self._foot)
        size = QSize(self._card_width, self._height_for(area))
        place = placing.standing_on(self._foot, size, area)
        outer = self._margin
        wanted = place.adjusted(-outer, -outer, outer, outer)
        if wanted != self.geometry():
            # In one step: a card that is tall before it is moved stands below the screen till then.
            self.setMinimumSize(self.minimumSize().boundedTo(wanted.size()))
            self.setMaximumSize(self.maximumSize().expandedTo(wanted.size()))
            self.setGeometry(wanted)
            self.setFixedSize(wanted.size())

    @Slot(object)
    def show_theme(self, theme: Theme) -> None:
        """Paint everything in *theme*."""
        self._wear(theme)
        for part in self._parts:
            part.show_theme(theme)
        self.fit_soon()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        inset = round(self._radius)
        if self._card().adjusted(inset, inset, -inset, -inset).contains(event.rect()):
            painter.fillRect(event.rect(), self.theme.color("card"))  # most often: no edge in it
            return
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        # Without blending the mask cuts the corners, whose soft edge must not fade into black.
        ground = QColor(0, 0, 0, 0) if self._margin else self.theme.color("card_border")
        painter.fillRect(event.rect(), ground)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self._card())
        if self._margin:
            self._draw_shadow(painter, card)
        painter.setPen(QPen(self.theme.color("card_border"), 1))
        painter.setBrush(self.theme.color("card"))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), self._radius, self._radius)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._margin:
            self.clearMask()
        else:
            self.setMask(self._outline())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        held = any(handle.geometry().contains(place) for handle in self._handles)
        if event.button() != Qt.MouseButton.LeftButton or not held:
            return
        if QGuiApplication.platformName().startswith("wayland"):
            self.windowHandle().startSystemMove()  # only the compositor may move a window there
        else:
            self._grip = event.globalPosition().toPoint() - self.pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self.move(event.globalPosition().toPoint() - self._grip)
            card = self._card().translated(self.pos())
            self._foot = QPoint(card.left(), card.top() + card.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None

    @property
    def _radius(self) -> float:
        return float(self.theme.spacing.radius + 4)

    def _card(self) -> QRect:
        return self.rect().adjusted(self._margin, self._margin, -self._margin, -self._margin)

    def _height_for(self, area: QRect) -> int:
        """px: what the parts want, within the share; parts that do not give way may go beyond."""
        wanted = {id(part): part.wanted_height(self._card_width) for part in self._parts}
        firm = sum(wanted[id(part)] for part in self._firm)
        share = min(_MAX_HEIGHT, round(area.height() * _SCREEN_SHARE))
        return min(sum(wanted.values()), max(share, firm), placing.most_height(area))

    def _wear(self, theme: Theme) -> None:
        self.theme = theme
        self.setFont(theme.font())
        self.setStyleSheet(style_sheet(theme))
        self.update()

    @staticmethod
    def _area(place: QPoint) -> QRect:
        """The usable part of the screen at *place*, else of the first screen."""
        screen = QGuiApplication.screenAt(place) or QGuiApplication.primaryScreen()
        return screen.availableGeometry()

    def _outline(self) -> QBitmap:
        """The card's shape, for screens that cannot blend."""
        shape = QBitmap(self.size())
        shape.fill(Qt.GlobalColor.color0)
        painter = QPainter(shape)
        painter.setBrush(Qt.GlobalColor.color1)
        painter.setPen(Qt.GlobalColor.color1)
        inner = QRectF(self.rect()).adjusted(0, 0, -1, -1)
        painter.drawRoundedRect(inner, self._radius, self._radius)
        painter.end()
        return shape

    def _draw_shadow(self, painter: QPainter, card: QRectF) -> None:
        """Layers of little colour add up to a soft edge; a blur effect would redraw every child."""
        shade = self.theme.color("shadow")
        painter.setPen(Qt.PenStyle.NoPen)
        steps = _SHADOW - _DROP
        for step in range(steps, 0, -1):
            shade.setAlphaF(0.15 * self.theme.color("shadow").alphaF() * (1 - step / steps) ** 2)
            painter.setBrush(shade)
            grown = card.adjusted(-step, -step + _DROP, step, step + _DROP)
            painter.drawRoundedRect(grown, self._radius + step, self._radius + step)
