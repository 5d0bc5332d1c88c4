"""What the user is told about the memory after a reply: by the store's receipts, or not at all.

A model that says "saved" proves nothing. Where the user asked to be remembered and no receipt came
of it, or where the pet claims what did not happen, the reply is marked, with a button that saves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pet.chat.desk import shortened
from pet.chat.events import Choice, MemoryNote
from pet.errors import StoreError
from pet.i18n import Texts
from pet.memory import doubts, sensitive
from pet.memory.grounds import Heard
from pet.memory.memo_rows import MAX_MEMO_SCALARS, Memo
from pet.memory.memos import Receipt
from pet.memory.proposals import Outcome, Refused, Suggested
from pet.memory.stems import stems
from pet.memory.wishes import claims_saving
from pet.memory.wording import one_line

# Refusals that the user can do something about.
_TOLD_WHY: Final = ("sensitive", "full", "too_long", "buried")
_MOST_OFFERED: Final = 3
_FORGETS: Final = re.compile(r"잊|지워|지우|삭제|없애|빼|\b(?:forget|delete|remove|erase|drop)\b")
_DONE: Final = {
    "saved": "memo.saved",
    "already": "memo.already",
    "changed": "memo.changed",
    "forgotten": "memo.forgotten",
    "restored": "undo.forget",
}


@dataclass(frozen=True, slots=True)
class Account:
    """What happened to the memory in one turn."""

    heard: Heard
    reply: str
    outcomes: Sequence[Outcome] = ()
    failure: StoreError | None = None
    memory: str = "on"  # "on", "off" or "incognito"
    memos: Sequence[Memo] = ()  # that could have been changed


def notes(texts: Texts, account: Account) -> tuple[MemoryNote, ...]:
    """What to tell of it, each with what can be done about it."""
    told = (*_receipts(texts, account), *_proposals(texts, account), *_refusals(texts, account))
    if any(note.kind != "proposal" for note in told):
        return told
    return (*told, *_not_saved(texts, account, proposed=bool(told)))


def _receipts(texts: Texts, account: Account) -> Iterator[MemoryNote]:
    receipts = [one for one in account.outcomes if isinstance(one, Receipt)]
    changes = [one for one in receipts if one.action != "already"]
    for receipt in receipts:
        memo = receipt.memo
        text = texts(_DONE[receipt.action], id=memo.id, text=memo.text)
        yield MemoryNote("receipt", text, tuple(_undo(texts, receipt, changes)))


def _undo(texts: Texts, receipt: Receipt, changes: Sequence[Receipt]) -> Iterator[Choice]:
    """The stack is undone from its top; what lies below it can only be forgotten."""
    if changes and receipt is changes[-1]:
        yield Choice(texts("memo.undo"), "/undo")
    elif receipt.action == "saved":
        yield Choice(texts("memo.let_go", id=receipt.memo.id), f"/forget #{receipt.memo.id}")


def _proposals(texts: Texts, account: Account) -> Iterator[MemoryNote]:
    for one in account.outcomes:
        if isinstance(one, Suggested):
            memo = one.memo
            edit, forget = f"/edit #{memo.id} {one.text}", f"/forget #{memo.id}"
            command = edit if one.action == "update" else forget
            choice = Choice(texts(f"memory.do.{one.action}", id=memo.id), command)
            key = f"memory.suggest.{one.action}"
            text = texts(key, id=memo.id, text=memo.text, new=one.text)
            yield MemoryNote("proposal", text, (choice,))


def _refusals(texts: Texts, account: Account) -> Iterator[MemoryNote]:
    if account.failure is not None:
        why = texts(f"error.{account.failure.key}", **account.failure.facts)
        yield MemoryNote("refusal", texts("memory.not_saved.failed", why=why))
    reasons = {one.reason: one for one in account.outcomes if isinstance(one, Refused)}
    for reason in _TOLD_WHY:
        if reason in reasons and (reason == "sensitive" or account.heard.wishes):
            yield _refusal(texts, reasons[reason], account.heard)


def _refusal(texts: Texts, refused: Refused, heard: Heard) -> MemoryNote:
    """Why it was not saved, and the one thing that helps."""
    meant = heard.meant
    if refused.reason == "sensitive":
        kind = texts(f"sensitive.{refused.facts['kind']}")
        rest = sensitive.without_values(meant, automatic=True)
        label = texts("memo.save_rest", text=shortened(rest))
        choices = (Choice(label, f"/remember {rest}"),) if rest else ()
        return MemoryNote("refusal", texts("memo.sensitive", kind=kind), choices)
    if refused.reason == "full":
        text = texts("memory.not_saved.full", limit=refused.facts["limit"])
        return MemoryNote("refusal", text, (Choice(texts("memory.see_all"), "/memories"),))
    if refused.reason == "buried":
        return MemoryNote("not_saved", texts("memory.not_saved.buried"), _save(texts, meant))
    return MemoryNote("refusal", texts("memory.not_saved.too_long", limit=MAX_MEMO_SCALARS))


def _not_saved(texts: Texts, account: Account, *, proposed: bool) -> Iterator[MemoryNote]:
    heard = account.heard
    claimed = claims_saving(account.reply)
    if proposed:
        return
    if heard.corrects and not heard.wishes:
        if account.memos:
            see = Choice(texts("memory.see_all"), "/memories")
            choices = (*_let_go(texts, heard, account.memos), see)
            yield MemoryNote("not_saved", texts("memory.not_changed"), choices)
        return
    if not (heard.wishes or claimed):
        return
    told = "" if doubts.asks(heard.text) else one_line(heard.text)
    meant = heard.meant or ("" if heard.wishes else told)
    if sensitive.find(meant):
        meant = ""
    if account.memory != "on":
        why = texts(f"memory.because_{account.memory}")
        yield MemoryNote("not_saved", why, _save(texts, meant, "memory.anyway"))
        return
    key = "memory.not_saved" if heard.wishes else "memory.not_saved.claimed"
    yield MemoryNote("not_saved", texts(key), _save(texts, meant))


def _let_go(texts: Texts, heard: Heard, kept: Sequence[Memo]) -> Iterator[Choice]:
    """Where the user wanted something forgotten: the notes that it may have been, the likest first.

    Nearness is counted in shared words; a note that shares none is not offered.
    """
    if not _FORGETS.search(heard.text.lower()):
        return
    said = stems(heard.text)
    shared = {memo: len(said & stems(memo.text)) for memo in kept}
    near = sorted((memo for memo in kept if shared[memo]), key=lambda memo: -shared[memo])
    for memo in near[:_MOST_OFFERED]:
        label = texts("memory.let_go_of", id=memo.id, text=shortened(memo.text))
        yield Choice(label, f"/forget #{memo.id}")


def _save(texts: Texts, meant: str, key: str = "memory.save") -> tuple[Choice, ...]:
    """The button that saves *meant*; none where there is nothing to save, or too much."""
    if not meant or len(meant) > MAX_MEMO_SCALARS:
        return ()
    return (Choice(texts(key, text=shortened(meant)), f"/remember {meant}"),)
