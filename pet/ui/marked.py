"""A reply's Markdown while it streams: emphasis, lists and code as runs of text in a style.

Signs that mean nothing but a style are left out, and nothing that was given out is taken back: an
opening sign is believed until its paragraph ends without a closing one (`whole` knows better).
Everything else (HTML, pictures, links, tables) stays the text that it is. Unlike CommonMark it
closes `**"말"**은`, where a Korean particle follows a quotation mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """How a run of text is drawn."""

    bold: bool = False
    italic: bool = False
    code: bool = False


PLAIN: Final = Style()


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one style."""

    text: str
    style: Style = PLAIN


_CODE: Final = Style(code=True)
_SPECIAL: Final = re.compile(r"[*_`\\\n]")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_MAY_BE_FENCE: Final = re.compile(r" {0,3}(?:`{0,2}|~{0,2}|`{3,}[^\n]*|~{3,}[^\n]*)\Z")
_HEADING: Final = re.compile(r" {0,3}#{1,6}[ \t]+")
_ITEM: Final = re.compile(r"([ \t]*)[-*+][ \t]+")
_RULE: Final = re.compile(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*(?:\n|\Z)")
_QUOTE: Final = re.compile(r" {0,3}>[ ]?")
# What may still become one of these; a longer line is none.
_MAY_BE_HEAD: Final = re.compile(r"[ \t]{0,40}(?:#{0,6}|[-*_+][-*_+ \t]{0,60}|>)\Z")
_RUN: Final = re.compile(r"\*+|_+|`+")
_ESCAPED: Final = re.compile(r"\\[!-/:-@\[-`{-~]")
_PARAGRAPH_END: Final = re.compile(r"\n[ \t]*\n")
_BULLET: Final = "• "
_BAR: Final = "│ "
_DASHES: Final = "———"


def whole(text: str) -> list[Run]:
    """The runs of a reply that has ended; its own text where nothing else would be left."""
    marked = Marked()
    runs = [*marked.feed(text, final=True)]
    return runs if any(run.text.strip() for run in runs) or not text.strip() else [Run(text)]


class Marked:
    """Is fed a reply in pieces and gives back the runs that are certain."""

    def __init__(self) -> None:
        self._held = ""  # what may still become a sign
        self._before = "\n"  # the scalar before it
        self._at_line = True  # whether a line begins there
        self._fence = ""  # of the block of code that is open
        self._heading = False
        self._open: list[str] = []  # signs of the paragraph that were believed

    def feed(self, piece: str, *, final: bool = False) -> list[Run]:
        """The runs that *piece* made certain; with *final*, all that is left."""
        text = self._held + piece.replace("\r\n", "\n")
        found: list[Run] = []
        at = 0
        while at < len(text):
            runs, end = self._step(text, at, final)
            if end == at:
                break
            found += (run for run in runs if run.text)
            self._before = text[end - 1]
            at = end
        self._held = text[at:]
        return found

    def _step(self, text: str, at: int, final: bool) -> tuple[tuple[Run, ...], int]:
        """Read a little from *at*: the runs in it and where it ends; *at* itself to wait."""
        if self._fence:
            return self._code_line(text, at, final)
        if self._at_line:
            return self._line_head(text, at, final)
        special = _SPECIAL.search(text, at)
        if special is None:
            return (self._run(text[at:]),), len(text)
        if special.start() > at:
            return (self._run(text[at : special.start()]),), special.start()
        if special[0] == "\n":
            self._at_line, self._heading = True, False
            return (Run("\n"),), at + 1
        if special[0] == "\\":
            return self._escape(text, at, final)
        return self._sign(text, at, final)

    def _line_head(self, text: str, at: int, final: bool) -> tuple[tuple[Run, ...], int]:
        line_end = text.find("\n", at)
        line = text[at:] if line_end < 0 else text[at : line_end + 1]
        if line_end < 0 and not final and (_MAY_BE_FENCE.match(line) or _MAY_BE_HEAD.match(line)):
            return (), at
        if not line.strip():
            self._open.clear()
            return (Run(line),), at + len(line)
        fence = _FENCE.match(line)
        if fence is not None:
            self._fence = fence[1]
            self._open.clear()
            return (), at + len(line)
        if _RULE.match(line):
            return (Run(_DASHES + line[len(line.rstrip()) :]),), at + len(line)
        self._at_line = False
        for pattern, shown in ((_HEADING, ""), (_ITEM, _BULLET), (_QUOTE, _BAR)):
            head = pattern.match(line)
            if head is not None:
                self._heading = pattern is _HEADING
                indent = head[1] if pattern is _ITEM else ""
                return (Run(indent + shown),), at + head.end()
        special = _SPECIAL.search(line)
        if special is not None and special.start() == 0:
            return self._step(text, at, final)
        end = special.start() if special is not None else len(line)
        return (self._run(line[:end]),), at + end

    def _code_line(self, text: str, at: int, final: bool) -> tuple[tuple[Run, ...], int]:
        """A line of a block of code, or as much of one as is certain."""
        if not self._at_line:
            end = text.find("\n", at)
            self._at_line = end >= 0
            stop = len(text) if end < 0 else end + 1
            return (Run(text[at:stop], _CODE),), stop
        line_end = text.find("\n", at)
        line = text[at:] if line_end < 0 else text[at : line_end + 1]
        if line_end < 0 and not final and _MAY_BE_FENCE.match(line):
            return (), at
        fence = _FENCE.match(line)
        if fence is not None and fence[1].startswith(self._fence) and line.strip() == fence[1]:
            self._fence = ""
            return (), at + len(line)
        self._at_line = line_end >= 0
        return (Run(line, _CODE),), at + len(line)

    def _escape(self, text: str, at: int, final: bool) -> tuple[tuple[Run, ...], int]:
        if at + 1 == len(text) and not final:
            return (), at
        if "`" not in "".join(self._open) and _ESCAPED.match(text, at):
            return (self._run(text[at + 1]),), at + 2
        return (self._run("\\"),), at + 1

    def _sign(self, text: str, at: int, final: bool) -> tuple[tuple[Run, ...], int]:
        """A run of stars, underscores or ticks: it opens, closes, or is what it is."""
        run = _RUN.match(text, at)
        assert run is not None
        end = run.end()
        if end == len(text) and not final:
            return (), at
        sign = run[0]
        if sign[0] == "`":
            return self._tick(sign, text, end, final), end
        if any(one[0] == "`" for one in self._open) or len(sign) > 3:
            return (self._run(sign),), end
        parts = (sign[:2], sign[2:]) if len(sign) == 3 else (sign,)
        told: list[Run] = []
        for part in parts if sign not in self._closing() else reversed(parts):
            told += self._emphasis(part, text, end, final)
        return tuple(told), end

    def _closing(self) -> tuple[str, ...]:
        """A triple sign that would close both of its halves."""
        return tuple(3 * mark for mark in "*_" if {mark, 2 * mark} <= set(self._open))

    def _tick(self, sign: str, text: str, end: int, final: bool) -> tuple[Run, ...]:
        if sign in self._open:
            self._open.remove(sign)
            return ()
        inside = any(one[0] == "`" for one in self._open)
        if inside or not _closes(re.compile(rf"(?<!`){sign}(?!`)"), text, end, final):
            return (self._run(sign),)
        self._open.append(sign)
        return ()

    def _emphasis(self, sign: str, text: str, end: int, final: bool) -> tuple[Run, ...]:
        after = text[end : end + 1]
        before = self._before
        word_before = sign[0] == "_" and before.isalnum()
        word_after = sign[0] == "_" and after.isalnum()
        if sign in self._open and not before.isspace() and not word_after:
            del self._open[self._open.index(sign) :]
            return ()
        opens = bool(after) and not after.isspace() and not word_before and sign not in self._open
        star = re.escape(sign[0])
        alone = rf"(?!{star}(?!{star}))" if len(sign) == 1 else ""  # not one half of a double
        closing = re.compile(rf"(?<![\s\\{star}]){re.escape(sign)}{alone}")
        if opens and _closes(closing, text, end, final):
            self._open.append(sign)
            return ()
        return (self._run(sign),)

    def _run(self, text: str) -> Run:
        if any(one[0] == "`" for one in self._open):
            return Run(text, _CODE)
        bold = self._heading or "**" in self._open or "__" in self._open
        return Run(text, Style(bold=bold, italic="*" in self._open or "_" in self._open))


def _closes(sign: re.Pattern[str], text: str, start: int, final: bool) -> bool:
    """Whether *sign* comes in the paragraph; believed while nobody can know."""
    paragraph = _PARAGRAPH_END.search(text, start)
    end = paragraph.start() if paragraph is not None else len(text)
    return (paragraph is None and not final) or sign.search(text, start, end) is not None


def joined(runs: list[Run]) -> Iterator[Run]:
    """*runs* with neighbours of one style made one."""
    held: Run | None = None
    for run in runs:
        if held is not None and held.style == run.style:
            held = Run(held.text + run.text, held.style)
            continue
        if held is not None:
            yield held
        held = run
    if held is not None:
        yield held
