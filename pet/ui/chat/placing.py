"""Where the chat window stands and how tall it is: beside the character, whole on the screen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayout

_GAP: Final = 12  # px between the character and the window
_EDGE: Final = 8  # px that are left free at the edges of the screen


def beside(anchor: QRect, size: QSize, area: QRect) -> QRect:
    """A window of *size* at the side of *anchor* that has more room, its foot at the same height.

    It lies within *area*, the part of the screen that can be used, unless it is larger.
    """
    on_left = anchor.left() - area.left() >= area.right() - anchor.right()
    left = anchor.left() - _GAP - size.width() if on_left else anchor.right() + 1 + _GAP
    foot = QPoint(left, anchor.bottom() + 1)
    return standing_on(foot, size, area)


def standing_on(foot: QPoint, size: QSize, area: QRect) -> QRect:
    """A window of *size* whose lower left corner is *foot*, moved into *area* where it must be."""
    area = area.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    left = max(area.left(), min(foot.x(), area.left() + area.width() - size.width()))
    top = min(foot.y() - size.height(), area.top() + area.height() - size.height())
    return QRect(QPoint(left, max(area.top(), top)), size)


def most_height(area: QRect) -> int:
    """px that a window within *area* may be tall."""
    return area.height() - 2 * _EDGE


def height_of(layout: QLayout, width: int) -> int:
    """The height in px that *layout* wants at *width*."""
    if layout.hasHeightForWidth():
        return layout.totalHeightForWidth(width)
    return layout.totalSizeHint().height()
