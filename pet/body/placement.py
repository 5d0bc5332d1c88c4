"""Where things stand on the screens: the character, and the bubble beside it.

All lengths are logical px in the coordinates of the whole desktop. A place is kept as a screen and
a relative position, so that it survives another resolution, another scale and a screen that goes
away; what is shown is worked out from it again each time, and never read back from a window.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple


class Rect(NamedTuple):
    """A rectangle; right and bottom are the first px outside."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2

    def overlaps(self, other: Rect) -> bool:
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def holds(self, other: Rect) -> bool:
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def at(self, x: int, y: int) -> Rect:
        return Rect(x, y, self.width, self.height)

    def kept_in(self, room: Rect) -> Rect:
        """Moved as little as possible to lie in *room*; at its left top where it is too large."""
        x = max(room.x, min(self.x, room.right - self.width))
        y = max(room.y, min(self.y, room.bottom - self.height))
        return self.at(x, y)

    def distance_to(self, x: float, y: float) -> float:
        dx = max(self.x - x, 0.0, x - self.right)
        dy = max(self.y - y, 0.0, y - self.bottom)
        return math.hypot(dx, dy)


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: its name (the connector), serial number, and the room beside the panels."""

    name: str
    serial: str
    available: Rect
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where the user put the character: a screen, and 0 to 1 of the free way across and down."""

    screen: str
    serial: str
    x: float
    y: float

    def to_dict(self) -> dict[str, object]:
        return {"screen": self.screen, "serial": self.serial, "x": self.x, "y": self.y}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any] | None) -> Place | None:
        """The place in the settings; None where there is none, or nothing that makes sense."""
        if stored is None:
            return None
        try:
            x, y = float(stored["x"]), float(stored["y"])
        except (KeyError, TypeError, ValueError):
            return None
        if not (math.isfinite(x) and math.isfinite(y)):
            return None
        return cls(str(stored.get("screen", "")), str(stored.get("serial", "")), _part(x), _part(y))


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the visible body is now, and the room of its screen: what a bubble needs to know."""

    body: Rect
    room: Rect


HOME: Final = Place("", "", 0.97, 1.0)  # the bottom right, a little away from the edge


_APART: Final = 12  # px between two characters
_MOST_COPIES: Final = 9


def stand(place: Place, screens: Sequence[Screen], body: tuple[int, int]) -> Whereabouts:
    """Where a *body* (width, height) stands now; *screens* must not be empty.

    A screen that went away is stood in for by the primary one; *place* stays the wish, and is
    honoured again when the screen is back.
    """
    room = _screen_of(place, screens).available
    width, height = body
    x = room.x + round(_part(place.x) * max(0, room.width - width))
    y = room.y + round(_part(place.y) * max(0, room.height - height))
    return Whereabouts(Rect(x, y, width, height).kept_in(room), room)


def place_of(body: Rect, screens: Sequence[Screen]) -> Place:
    """The place of a *body* that was put down there: on the nearest screen, all of it visible."""
    screen = nearest(body, screens)
    room = screen.available
    kept = body.kept_in(room)
    across, down = room.width - body.width, room.height - body.height
    x = (kept.x - room.x) / across if across > 0 else 0.0
    y = (kept.y - room.y) / down if down > 0 else 0.0
    return Place(screen.name, screen.serial, _part(x), _part(y))


def beside(where: Whereabouts, chat: int, number: int) -> Rect:
    """A free spot for the body of the copy *number* (from 1) beside one that stands at *where*.

    The first's chat opens at its roomier side and is *chat* px wide with the gaps; nobody stands on
    that while there is another spot. Where there is none at all, it is the body itself.
    """
    body, room = where.body, where.room
    left = body.x - room.x >= room.right - body.right
    away = -1 if left else 1
    behind_chat = (away * k * (body.width + chat) for k in range(1, _MOST_COPIES))
    other_side = (-away * k * (body.width + _APART) for k in range(1, _MOST_COPIES))
    higher = (k * (body.height + _APART) for k in range(1, _MOST_COPIES))
    before_chat = (away * k * (body.width + _APART) for k in range(1, _MOST_COPIES))
    steps = [(dx, 0) for dx in (*behind_chat, *other_side)]
    steps += [(0, side * dy) for dy in higher for side in (-1, 1)]
    steps += [(dx, 0) for dx in before_chat]
    spots = [body.at(body.x + dx, body.y + dy) for dx, dy in steps]
    free = [spot for spot in spots if room.holds(spot)] or [body]
    return free[(number - 1) % len(free)]


def nearest(body: Rect, screens: Sequence[Screen]) -> Screen:
    """The screen that holds the middle of *body*, or is nearest to it."""
    return min(screens, key=lambda screen: screen.available.distance_to(*body.middle))


class Side(Enum):
    """On which side of the character the bubble is."""

    ABOVE = "above"
    LEFT = "left"
    RIGHT = "right"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class BubbleSpot:
    """Where the card of a bubble is, and where along its edge the tail leaves it (px)."""

    card: Rect
    side: Side
    tail: int


def place_bubble(
    size: tuple[int, int],
    where: Whereabouts,
    *,
    gap: int,
    corner: int,
    largest: tuple[int, int] | None = None,
    keep: Side | None = None,
) -> BubbleSpot:
    """A card of *size* beside the body: on the screen, and never over the body while there is room.

    *gap* is left for the tail, which stays *corner* away from the card's corners. The side is
    chosen for the *largest* size the bubble may grow to, so that it need not change sides in the
    middle of a sentence, and *keep* is the side it had: it stays there as long as it fits.
    """
    sides = _preferred(where, keep)
    for wanted in (largest or size, size):
        for side in sides:
            if _fits(_card(wanted, where, side, gap), where):
                return _spot(size, where, side, gap, corner)
    roomiest = max(sides, key=lambda side: _room(where, side))
    return _spot(size, where, roomiest, gap, corner)


def _spot(
    size: tuple[int, int], where: Whereabouts, side: Side, gap: int, corner: int
) -> BubbleSpot:
    card = _card(size, where, side, gap)
    middle_x, middle_y = where.body.middle
    if side in (Side.ABOVE, Side.BELOW):
        tail = min(max(middle_x - card.x, corner), max(corner, card.width - corner))
    else:
        mouth = middle_y - where.body.height // 16
        tail = min(max(mouth - card.y, corner), max(corner, card.height - corner))
    return BubbleSpot(card, side, tail)


def _card(size: tuple[int, int], where: Whereabouts, side: Side, gap: int) -> Rect:
    """Beside the body on that side, slid along it to stay on the screen."""
    width, height = size
    body, room = where.body, where.room
    middle_x, middle_y = body.middle
    match side:
        case Side.ABOVE:
            card = Rect(middle_x - width // 2, body.y - gap - height, width, height)
        case Side.BELOW:
            card = Rect(middle_x - width // 2, body.bottom + gap, width, height)
        case Side.LEFT:
            card = Rect(body.x - gap - width, middle_y - height * 2 // 3, width, height)
        case Side.RIGHT:
            card = Rect(body.right + gap, middle_y - height * 2 // 3, width, height)
    return card.kept_in(room)


def _fits(card: Rect, where: Whereabouts) -> bool:
    return where.room.holds(card) and not card.overlaps(where.body)


def _preferred(where: Whereabouts, keep: Side | None) -> list[Side]:
    """Above first; then beside, on the roomier side; below last."""
    left_first = _room(where, Side.LEFT) >= _room(where, Side.RIGHT)
    beside = [Side.LEFT, Side.RIGHT] if left_first else [Side.RIGHT, Side.LEFT]
    order = [Side.ABOVE, *beside, Side.BELOW]
    return order if keep is None else [keep, *(side for side in order if side is not keep)]


def _room(where: Whereabouts, side: Side) -> int:
    body, room = where.body, where.room
    return {
        Side.ABOVE: body.y - room.y,
        Side.BELOW: room.bottom - body.bottom,
        Side.LEFT: body.x - room.x,
        Side.RIGHT: room.right - body.right,
    }[side]


def _screen_of(place: Place, screens: Sequence[Screen]) -> Screen:
    """The very screen; else one at the same connector; else the primary one; else any."""
    ranked = sorted(screens, key=lambda screen: (not screen.primary, screen.name))
    for screen in ranked:
        if (screen.name, screen.serial) == (place.screen, place.serial):
            return screen
    for screen in ranked:
        if place.screen and screen.name == place.screen and not (screen.serial and place.serial):
            return screen
    return ranked[0]


def _part(number: float) -> float:
    return min(1.0, max(0.0, number))
