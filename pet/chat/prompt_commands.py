"""The commands about the prompt: why a reply came out so, and the summary now."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from pet.chat import context, why_text
from pet.chat.desk import Answer, Desk, Work
from pet.chat.events import Event, OpenWhy
from pet.chat.why import why as explained
from pet.engines.base import Stop
from pet.memory import reports, summaries
from pet.memory.turns import Turn


def why(desk: Desk, _words: str) -> Answer:
    """What the last reply was made from. Raises StoreError."""
    turn = reports.newest_turn(desk.store, desk.seat.number)
    known = explained(desk.store, desk.recent, turn) if turn is not None else None
    if known is None:
        return Answer(desk.texts("why.none"))
    return Answer(
        why_text.told(desk.texts, known),
        wish=OpenWhy(known.turn),
        kept=why_text.head(desk.texts, known.report),
    )


def summarize(desk: Desk, _words: str) -> Answer | Work:
    """Fold the session into its summary now, and show it. Raises StoreError."""
    if _unfolded(desk):
        return Work(partial(_fold, desk))
    known = summaries.latest(desk.store, desk.seat.number)
    if known is None:
        return Answer(desk.texts("summarize.nothing"))
    return _shown(desk, desk.texts("summarize.already", text=known.text))


def _fold(desk: Desk, stop: Stop) -> Generator[Event, None, Answer]:
    folded = yield from desk.seat.fold_now(stop)
    if folded.text and folded.complete:
        return _shown(desk, desk.texts("summarize.done", text=folded.text))
    if folded.text:
        left = len(_unfolded(desk))
        return _shown(desk, desk.texts("summarize.partly", text=folded.text, n=left))
    return Answer(desk.texts("summarize.stopped" if stop.pressed else "summarize.failed"))


def _shown(desk: Desk, text: str) -> Answer:
    """The words of a summary are shown, not kept once more: they must go when it is erased."""
    return Answer(text, kept=desk.texts("summarize.kept"))


def _unfolded(desk: Desk) -> tuple[Turn, ...]:
    """The turns of this session that are in no summary yet."""
    return context.gather(desk.store, desk.seat.number, desk.tools.persona()).talk
