"""What leaves the program on a command line: lines for people, JSON for programs, in UTF-8.

Text that came from a model, a card or a file is cleaned of everything a terminal would obey.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from pet.errors import PetError
from pet.i18n import Texts

UNWRITABLE: Final = "cli.output"  # what is raised where stdout is a file on a full disk

# C0 without tab and line feed, DEL, C1: the beginnings of every terminal sequence. Then what turns
# the direction of the letters around (UAX 9; "Trojan Source"), two line ends that only some
# terminals know, and halves of letters.
_TURNING: Final = r"\u202a-\u202e\u2066-\u2069"
_CONTROLS: Final = re.compile(rf"[\x00-\x08\x0b-\x1f\x7f-\x9f{_TURNING}\u2028\u2029\ud800-\udfff]")
_NOT_IN_JSON: Final = re.compile(rf"[\x7f-\x9f{_TURNING}\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Output:
    """The two streams, the language, and whether a program reads."""

    out: TextIO
    err: TextIO
    texts: Texts
    json: bool = False

    def say(self, text: str) -> None:
        """Lines for people, on stdout. Raises PetError as `write` does."""
        self.write(clean(text) + "\n")

    def give(self, value: object, *, one_line: bool = False) -> None:
        """One JSON value for a program, on stdout; *one_line* where more of them follow."""
        self.write(as_json(value, indent=None if one_line else 2) + "\n")

    def write(self, text: str) -> None:
        """*text* as it is, on stdout. Raises PetError where it goes to a file on a full disk."""
        try:
            self.out.write(text)
            self.out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            if self.out is sys.stdout:
                abandon_stdout()  # Python would try once more when it ends
            reason = error.strerror or type(error).__name__
            raise PetError(UNWRITABLE, reason=reason) from error

    def result(self, text: str, value: object) -> None:
        """What a command found: *text* for people, *value* for programs."""
        if self.json:
            self.give(value)
        else:
            self.say(text)

    def note(self, text: str) -> None:
        """A line beside the result, on stderr."""
        self.err.write(clean(text) + "\n")
        self.err.flush()


def clean(text: str) -> str:
    """*text* without what a terminal would obey or turn around; tab and line feed stay."""
    return _CONTROLS.sub("", text.replace("\r\n", "\n"))


def as_json(value: object, *, indent: int | None = 2) -> str:
    """JSON in which no such character stands as itself, and every one can be read back."""
    written = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return _NOT_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def table(rows: Iterable[Sequence[object]]) -> str:
    """*rows* in columns; all but the first are right-aligned, wide letters counted as two."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_row(row, widths) for row in cells)


def columns(text: str) -> int:
    """How many terminal columns *text* takes (Unicode Standard Annex 11)."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    padded = [first[0] + " " * (first[1] - columns(first[0]))]
    padded += [" " * (width - columns(cell)) + cell for cell, width in rest]
    return "  ".join(padded).rstrip()


def prepare_streams() -> None:
    """Make the standard streams UTF-8, and give closed ones somewhere to go.

    UTF-8 also where the locale says cp949 or ASCII: what another program reads must not depend on
    it, and terminals of today expect it. A closed descriptor is filled, because the next file
    that is opened would otherwise take its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def abandon_stdout() -> None:
    """The reader of stdout has gone: nothing more is written, also not when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
