"""How one turn looks in a transcript: laid out for a width, measured, painted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from pet.memory.summaries import Summary
from pet.memory.turns import Turn
from pet.ui.memory.paragraph import Marks, TextBlock
from pet.ui.theme import Theme

UNKNOWN_HEIGHT: Final = 72.0  # px of a turn whose words have not come yet
_PAD_X: Final = 11.0
_PAD_Y: Final = 7.0
_GAP: Final = 5.0  # px between the two sides
_AROUND: Final = 9.0  # px above and below a turn
_SIDE: Final = 14.0  # px at the left and right
_SHARE: Final = 0.8  # of the width, at most, for one side
_RADIUS: Final = 11.0
_KEPT: Final = 160  # sketches


@dataclass(frozen=True, slots=True)
class Extras:
    """What stands with a turn: words about it, the line above, the summary below."""

    when: str = ""
    ending: str = ""  # how the reply ended, if not as it should
    oldest: str = ""  # what the line above says; empty: there is none
    summary: Summary | None = None  # that ends with this turn
    summary_title: str = ""
    is_open: bool = False  # the summary is unfolded
    user_marks: Marks = ()
    reply_marks: Marks = ()


@dataclass(slots=True)
class Piece:
    """One text at its place; `ground` is the palette's name of the bubble behind it, if any."""

    block: TextBlock
    at: QRectF  # of the text, from the turn's own corner
    color: str
    ground: str = ""
    marks: Marks = ()


@dataclass(slots=True)
class Sketch:
    """A whole turn, `height` px tall."""

    height: float = 0.0
    pieces: list[Piece] = field(default_factory=list)
    line: tuple[float, TextBlock] | None = None  # y and label of the line above
    summary_head: QRectF | None = None  # where a click folds and unfolds

    def paint(self, painter: QPainter, y: float, width: float, theme: Theme) -> None:
        """Draw it with its upper edge at *y*."""
        if self.line is not None:
            self._paint_line(painter, y, width, theme)
        for piece in self.pieces:
            place = piece.at.translated(0, y)
            if piece.ground:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(piece.ground))
                bubble = place.adjusted(-_PAD_X, -_PAD_Y, _PAD_X, _PAD_Y)
                painter.drawRoundedRect(bubble, _RADIUS, _RADIUS)
            piece.block.paint(painter, place.topLeft(), theme, piece.color, piece.marks)

    def _paint_line(self, painter: QPainter, y: float, width: float, theme: Theme) -> None:
        assert self.line is not None
        middle, label = self.line
        painter.setPen(QPen(theme.color("accent"), 1.0))
        left = (width - label.width) / 2
        at = y + middle
        painter.drawLine(QPointF(_SIDE, at), QPointF(max(_SIDE, left - 8), at))
        painter.drawLine(
            QPointF(min(width - _SIDE, left + label.width + 8), at), QPointF(width - _SIDE, at)
        )
        label.paint(painter, QPointF(left, at - label.height / 2), theme, "link")


def sketch(turn: Turn, extras: Extras, width: float, theme: Theme) -> Sketch:
    """*turn* laid out for *width* px."""
    made = Sketch(height=_AROUND)
    small = theme.font(0.85)
    if extras.oldest:
        label = TextBlock(extras.oldest, small, width - 80)
        made.line = (made.height + label.height / 2, label)
        made.height += label.height + _AROUND
    when = TextBlock(extras.when, small, width - 2 * _SIDE)
    made.pieces.append(_right(when, made.height, width - _SIDE, "muted"))
    made.height += when.height + _GAP
    is_command = turn.state == "command"
    _add_side(made, turn.user_text, extras.user_marks, width, theme, is_user=True)
    if turn.reply:
        _add_side(
            made, turn.reply, extras.reply_marks, width, theme, is_user=False, quiet=is_command
        )
    if extras.ending:
        ending = TextBlock(extras.ending, small, width - 2 * _SIDE)
        made.pieces.append(_left(ending, made.height, _SIDE + 4, "muted"))
        made.height += ending.height + _GAP
    if extras.summary is not None:
        _add_summary(made, extras, width, theme)
    made.height += _AROUND
    return made


def _add_side(
    made: Sketch,
    text: str,
    marks: Marks,
    width: float,
    theme: Theme,
    *,
    is_user: bool,
    quiet: bool = False,
) -> None:
    room = (width - 2 * _SIDE) * _SHARE - 2 * _PAD_X
    block = TextBlock(text, theme.font(), room)
    y = made.height + _PAD_Y
    if is_user:
        piece = _right(block, y, width - _SIDE - _PAD_X, "user_text")
        piece.ground = "user_ground"
    else:
        piece = _left(block, y, _SIDE + _PAD_X, "muted" if quiet else "pet_text")
        piece.ground = "pet_ground"
    piece.marks = marks
    made.pieces.append(piece)
    made.height += block.height + 2 * _PAD_Y + _GAP


def _add_summary(made: Sketch, extras: Extras, width: float, theme: Theme) -> None:
    assert extras.summary is not None
    made.height += _GAP
    arrow = "▾" if extras.is_open else "▸"
    head = TextBlock(f"{arrow} {extras.summary_title}", theme.font(0.9), width - 2 * _SIDE)
    made.pieces.append(_left(head, made.height, _SIDE + 4, "link"))
    made.summary_head = QRectF(0, made.height - 4, width, head.height + 8)
    made.height += head.height + _GAP
    if extras.is_open:
        block = TextBlock(extras.summary.text, theme.font(0.95), width - 2 * (_SIDE + _PAD_X))
        piece = _left(block, made.height + _PAD_Y, _SIDE + _PAD_X, "notice_text")
        piece.ground = "notice"
        made.pieces.append(piece)
        made.height += block.height + 2 * _PAD_Y + _GAP


def _left(block: TextBlock, y: float, x: float, color: str) -> Piece:
    return Piece(block, QRectF(x, y, block.width, block.height), color)


def _right(block: TextBlock, y: float, right: float, color: str) -> Piece:
    return Piece(block, QRectF(right - block.width, y, block.width, block.height), color)


class Sketches:
    """The last sketches, each made again when its turn, its extras or the width are others."""

    def __init__(self, extras_of: Callable[[Turn], Extras], theme: Theme) -> None:
        self._extras_of = extras_of
        self._theme = theme
        self._kept: OrderedDict[int, tuple[object, Sketch]] = OrderedDict()

    def of(self, turn: Turn, width: float) -> Sketch:
        extras = self._extras_of(turn)
        key = (turn, extras, width)
        found = self._kept.get(turn.id)
        if found is None or found[0] != key:
            found = key, sketch(turn, extras, width, self._theme)
            self._kept[turn.id] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(turn.id)
        return found[1]

    def wear(self, theme: Theme) -> None:
        self._theme = theme
        self._kept.clear()
