"""What was told of the memory below a reply, told again when the conversation is shown again.

No words are stored for it: they come anew from the turn, and from the notes as they are now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from pet.chat.events import MemoryNote
from pet.i18n import Texts
from pet.memory import memos
from pet.memory.memos import Memo
from pet.memory.store import Store
from pet.memory.turns import Turn
from pet.memory.wording import folded

_FIELDS: Final = tuple(field.name for field in fields(Turn))


@dataclass(frozen=True, slots=True)
class Retold(Turn):
    """A turn as it is shown again."""

    notes: tuple[MemoryNote, ...] = ()


def retold(texts: Texts, store: Store, shown: Sequence[Turn]) -> tuple[Turn, ...]:
    """*shown*, oldest first, each with what its reply told of the memory and is still true.

    Raises StoreError.
    """
    kept = memos.everything(store)
    former = ("", *(turn.user_text for turn in shown))
    return tuple(
        _with(turn, _notes(texts, turn, before, kept))
        for before, turn in zip(former, shown, strict=False)
    )


def _with(turn: Turn, notes: tuple[MemoryNote, ...]) -> Turn:
    if not notes:
        return turn
    return Retold(**{name: getattr(turn, name) for name in _FIELDS}, notes=notes)


def _notes(texts: Texts, turn: Turn, before: str, kept: Sequence[Memo]) -> tuple[MemoryNote, ...]:
    if turn.state == "command":
        return ()
    if turn.told == "not_saved":
        return _not_saved(texts, turn, before, kept)
    return tuple(
        MemoryNote("receipt", texts("memo.saved", id=memo.id, text=memo.text))
        for memo in kept
        if memo.turn == turn.id
    )


def _not_saved(
    texts: Texts, turn: Turn, before: str, kept: Sequence[Memo]
) -> tuple[MemoryNote, ...]:
    """That nothing was kept of *turn*, unless it has been since."""
    # Their detectors take 60 ms to load, which no start without such a turn should.
    from pet.chat import honesty
    from pet.memory.grounds import Heard

    heard = Heard(turn.user_text, turn.id, before)
    if heard.meant and folded(heard.meant) in {folded(memo.text) for memo in kept}:
        return ()
    return honesty.notes(texts, honesty.Account(heard, turn.reply, memos=kept))
