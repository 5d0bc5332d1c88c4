"""Whether a reply, as far as it has come, stands in code: there a tag is what is talked about."""

from __future__ import annotations

from typing import Final

_FENCE: Final = "```"  # Markdown's ~~~ is laughter in Korean, and no model fences with it
_START: Final = 8  # scalars of a line that show whether it is a fence


class CodeInReply:
    """Is fed the shown text of a reply in pieces of any size (Markdown: CommonMark 4.5 and 6.1)."""

    def __init__(self) -> None:
        self._in_block = False
        self._start = ""  # of the line that is being written
        self._ticks = 0  # in that line

    @property
    def inside(self) -> bool:
        """Whether what comes next is code: in a block, or behind an odd backtick of the line."""
        in_block = self._in_block or self._start.startswith(_FENCE)
        return in_block or self._ticks % 2 == 1

    @property
    def next_line_is_inside(self) -> bool:
        """Whether the line after this one is part of a block of code."""
        return self._in_block != self._start.startswith(_FENCE)

    def feed(self, text: str) -> None:
        first, *others = text.split("\n")
        self._go_on(first)
        for line in others:
            self._end_line()
            self._go_on(line)

    def _go_on(self, text: str) -> None:
        self._start = (self._start + text[:_START]).lstrip()[:_START]
        self._ticks += text.count("`")

    def _end_line(self) -> None:
        self._in_block = self.next_line_is_inside
        self._start, self._ticks = "", 0
