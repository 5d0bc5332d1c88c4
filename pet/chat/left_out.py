"""What a prompt had no room for: how much of how much, told once as long as it lasts."""

from __future__ import annotations

from pet.chat.events import LeftOut
from pet.i18n import Texts
from pet.prompt.report import Report


def of_report(report: Report) -> tuple[LeftOut, ...]:
    """What the user should know of: older turns, notes, the persona."""
    persona = report.section("persona")
    memos = len(report.memos_left), len(report.memos_left) + len(report.memos_used)
    found = (
        LeftOut("turns", report.turns_dropped, report.section("turns").offered_items),
        LeftOut("memos", *memos),
        LeftOut("persona", persona.left_bytes, persona.offered_bytes),
    )
    return tuple(one for one in found if one.left)


def sentences(texts: Texts, left: tuple[LeftOut, ...]) -> list[str]:
    """One for each."""
    return [texts(f"left.{one.what}", left=one.left, of=one.of) for one in left]


class News:
    """Tells only what was not told at the reply before: a long persona is cut in every prompt."""

    def __init__(self) -> None:
        self._told: tuple[LeftOut, ...] = ()

    def of(self, left: tuple[LeftOut, ...]) -> tuple[LeftOut, ...]:
        """What of *left* is new."""
        new = tuple(one for one in left if one not in self._told)
        self._told = left
        return new
