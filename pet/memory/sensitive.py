"""What must not be kept: numbers, keys and passwords that open a person's life to others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, cast, get_args

from pet.memory.scan import Scan, said_aloud, scan

# Where two claim the same place, the one that stands earlier here names it.
Kind = Literal[
    "resident_number",
    "foreigner_number",
    "key",
    "social_security",
    "card",
    "passport",
    "licence",
    "account",
    "phone",
    "password",
    "email",
]
_ORDER: tuple[Kind, ...] = get_args(Kind)

BLANK = "□□□"


@dataclass(frozen=True, slots=True)
class Finding:
    """One value, by its place in the text that was given (scalars); never the value itself."""

    kind: Kind
    start: int
    end: int
    automatic_only: bool = False
    """Whether only what the pet does by itself must drop it; the user may save it."""


def find(text: str) -> tuple[Finding, ...]:
    """Every sensitive value in *text*, in order, none overlapping another.

    E-mail addresses are reported with `automatic_only`.
    """
    plain = scan(text)
    found = list(_in_scan(plain))
    aloud = said_aloud(plain)
    if aloud is not plain:
        found.extend(_numbers(aloud))
    return _apart(found)


def without_values(text: str, *, automatic: bool = False) -> str:
    """The text with a visible blank for each value; e-mail addresses stay unless *automatic*."""
    pieces: list[str] = []
    place = 0
    for finding in find(text):
        if finding.automatic_only and not automatic:
            continue
        pieces += [text[place : finding.start], BLANK]
        place = finding.end
    return "".join([*pieces, text[place:]])


_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@"
    r"[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24}(?![A-Za-z0-9])"
)


# The detectors' patterns take 0.1 s to compile, which no start should wait for: they come in with
# the first text that is looked at.


def _in_scan(plain: Scan) -> Iterator[Finding]:
    from pet.memory import keys, passwords

    yield from _numbers(plain)
    for start, end in keys.keys(plain.text):
        yield _finding(plain, "key", start, end)
    for start, end in passwords.passwords(plain.text):
        yield _finding(plain, "password", start, end)
    for found in _EMAIL.finditer(plain.text):
        yield _finding(plain, "email", *found.span())


def _numbers(seen: Scan) -> Iterator[Finding]:
    from pet.memory import numbers

    for kind, start, end in numbers.numbers(seen.text):
        yield _finding(seen, cast(Kind, kind), start, end)


def _finding(seen: Scan, kind: Kind, start: int, end: int) -> Finding:
    return Finding(kind, *seen.span(start, end), automatic_only=kind == "email")


def _apart(found: list[Finding]) -> tuple[Finding, ...]:
    """The findings without overlaps; where two claim a place, the order of kinds names it."""
    merged: list[Finding] = []
    for one in sorted(found, key=lambda finding: finding.start):
        if merged and one.start < merged[-1].end:
            merged[-1] = _joined(merged[-1], one)
        else:
            merged.append(one)
    return tuple(merged)


def _joined(left: Finding, right: Finding) -> Finding:
    if left.automatic_only != right.automatic_only:
        return right if left.automatic_only else left
    named = min(left, right, key=lambda one: _ORDER.index(one.kind))
    return Finding(named.kind, left.start, max(left.end, right.end), named.automatic_only)
