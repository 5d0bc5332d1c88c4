"""The plot of `bench_prefix`: tokens read in each turn, ours beside the usual layout, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

_WIDTH, _HEIGHT = 420, 210
_LEFT, _TOP, _RIGHT, _BOTTOM = 52, 44, 12, 30
_COLOURS = {"pet": "#2f6fb0", "naive": "#c8703a"}
_NAMES = {"pet": "the pet", "naive": "everything in front, window sliding by one"}
_ENGINES = {"tiny": "built-in model", "ollama": "Ollama"}
_LANGUAGES = {"en": "English", "ko": "Korean"}


class Row(Protocol):
    """What is read of a turn."""

    number: int
    read: int
    behind: int


class Played(Protocol):
    """What is read of a conversation."""

    engine: str
    language: str
    layout: str
    rows: list[Row]


def drawn(results: Sequence[Played]) -> str:
    """One panel for each engine and language, two beside each other."""
    keys = list(dict.fromkeys((one.engine, one.language) for one in results))
    panels = [
        _panel([one for one in results if (one.engine, one.language) == key], place)
        for place, key in enumerate(keys)
    ]
    width, height = min(2, len(keys)) * _WIDTH, (len(keys) + 1) // 2 * _HEIGHT + 28
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        + "".join(panels)
        + _legend(height - 12)
        + "</svg>\n"
    )


def _panel(played: Sequence[Played], place: int) -> str:
    left, top = place % 2 * _WIDTH, place // 2 * _HEIGHT
    most = max(row.read + row.behind for one in played for row in one.rows)
    ceiling = _round_up(most)
    turns = max(len(one.rows) for one in played)
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(turn: float) -> float:
        return left + _LEFT + (turn - 0.5) / turns * wide

    def y(tokens: float) -> float:
        return top + _TOP + high * (1 - tokens / ceiling)

    head = f"{_ENGINES[played[0].engine]}, {_LANGUAGES[played[0].language]}"
    pieces = [_text(left + _LEFT, top + 20, head, "start", bold=True)]
    pieces.append(_text(left + _LEFT, top + 35, "tokens read in each turn", "start"))
    for tick in (0, ceiling / 2, ceiling):
        line = f'x1="{x(0.5):.1f}" y1="{y(tick):.1f}" x2="{x(turns + 0.5):.1f}" y2="{y(tick):.1f}"'
        pieces.append(f'<line {line} stroke="#dddddd"/>\n')
        pieces.append(_text(left + _LEFT - 6, y(tick) + 4, f"{tick:,.0f}", "end"))
    for turn in (1, *range(10, turns + 1, 10)):
        pieces.append(_text(x(turn), top + _HEIGHT - 12, str(turn), "middle"))
    for one in reversed(played):
        points = [(x(row.number), y(row.read + row.behind)) for row in one.rows]
        pieces.append(_line(points, _COLOURS[one.layout]))
    return "".join(pieces)


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    steps = "".join(f"L{x:.1f} {y:.1f}" for _, (x, y) in pairwise(points))
    start = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    return f'<path d="{start}{steps}" fill="none" stroke="{colour}" stroke-width="1.8"/>\n'


def _legend(y: float) -> str:
    pieces, x = [], _LEFT
    for layout, colour in _COLOURS.items():
        pieces.append(f'<rect x="{x}" y="{y - 8}" width="14" height="4" fill="{colour}"/>\n')
        pieces.append(_text(x + 20, y, _NAMES[layout], "start"))
        x += 90
    return "".join(pieces)


def _text(x: float, y: float, text: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} fill="#444444"{weight}>{text}</text>\n'


def _round_up(most: float) -> float:
    step = 200.0
    while step * 10 < most:
        step *= 2
    return -(-most // step) * step
