"""What a model proposes to write down, and what comes of it: the one way from a model to a memo.

Nothing that a model says is believed: the words must be the user's, the memo must be there, and
what the user wrote by hand is changed only where the user's words in that very message ask for it.
Otherwise a proposal stays one, for the user to decide (design 5, "Two channels").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from pet.errors import MemoError, MemoRefused
from pet.memory import likeness, memos, sensitive
from pet.memory.grounds import Doubt, Heard, line_of
from pet.memory.likeness import Note
from pet.memory.memos import Memo, Receipt
from pet.memory.standing import Standing
from pet.memory.store import Store

Action = Literal["add", "update", "delete"]
Reason = Doubt | Literal["sensitive", "buried", "full", "too_long", "empty", "which", "elsewhere"]

_REASONS: Final[Mapping[str, Reason]] = {
    "memo_sensitive": "sensitive",
    "memo_buried": "buried",
    "memos_full": "full",
    "memo_too_long": "too_long",
    "memo_empty": "empty",
    "memo_twice": "which",
    "memo_changed_elsewhere": "elsewhere",
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model wants to be done, as far as it could be understood; nothing in it is true."""

    action: Action
    text: str = ""
    quote: str = ""
    number: int | None = None  # of the memo that it means
    old: str = ""  # words of that memo


@dataclass(frozen=True, slots=True)
class Suggested:
    """An edit that only the user may make."""

    action: Literal["update", "delete"]
    memo: Memo
    text: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written; the facts never hold a value that is not to be kept."""

    reason: Reason
    facts: Mapping[str, object] = field(default_factory=dict)


Outcome = Receipt | Suggested | Refused


def settle(store: Store, proposal: Proposal, heard: Heard) -> Outcome:
    """Write what may be written of *proposal*, made on the message *heard*. Raises StoreError."""
    try:
        there = memos.everything(store)
        if proposal.action == "delete":
            return _delete(store, _target(proposal, heard, there), heard, there)
        return _write(store, proposal, heard, there)
    except MemoRefused as refusal:
        return Refused(_REASONS.get(refusal.key, "empty"), refusal.facts)
    except MemoError as error:  # it was forgotten, or written again, meanwhile
        return Refused(_REASONS.get(error.key, "which"))


def _write(store: Store, proposal: Proposal, heard: Heard, there: Sequence[Memo]) -> Outcome:
    target = _target(proposal, heard, there) if _may_mean_one(proposal, heard) else None
    if target is not None:
        line, _ = line_of(proposal.text, proposal.quote, heard, target.text)
        if line and (heard.refers_back or _meet(_note(target), likeness.read(line))):
            return _change(store, target, line, heard)
    line, doubt = line_of(proposal.text, proposal.quote, heard)
    if doubt is not None:
        return Refused(doubt)
    for finding in sensitive.find(heard.meant):  # of a value that falls away nothing is left to say
        return Refused("sensitive", {"kind": finding.kind})
    return _add(store, line, heard, there)


def _change(store: Store, target: Memo, line: str, heard: Heard) -> Receipt | Suggested:
    """What a tool wrote it may write again; what the user wrote asks for the user's own words."""
    if not heard.in_person or not (heard.corrects or target.origin == "tool"):
        return Suggested("update", target, line)
    return memos.change(store, target.id, line, revision=target.revision, origin="tool")


def _add(store: Store, line: str, heard: Heard, there: Sequence[Memo]) -> Receipt | Refused:
    note = likeness.read(line)
    twin = next((memo for memo in there if likeness.says_same(_note(memo), note)), None)
    if twin is not None:
        return Receipt("already", twin)
    if store.read(Standing.of).forgotten_like(note) is not None:
        return Refused("buried")
    if not heard.in_person:
        return Refused("quoted")  # words from elsewhere are not the user's own
    return memos.add(store, line, origin="tool", turn=heard.turn)


def _delete(
    store: Store, target: Memo | None, heard: Heard, there: Sequence[Memo]
) -> Receipt | Suggested | Refused:
    if target is None:
        return Refused("which")
    newest = _newest(there)
    meant = (
        len(there) == 1
        or (heard.refers_back and target == newest)
        or _meet(_note(target), likeness.read(heard.text))
    )
    if not (heard.in_person and heard.corrects and meant):
        return Suggested("delete", target)
    return memos.forget(store, target.id)


def _may_mean_one(proposal: Proposal, heard: Heard) -> bool:
    """Whether a line may stand in the place of a memo. Models say "add" where they mean it, too."""
    return proposal.action == "update" or heard.corrects


def _target(proposal: Proposal, heard: Heard, there: Sequence[Memo]) -> Memo | None:
    """The memo that is meant; the number of a model counts only where nothing speaks against it."""
    wanted = likeness.read(f"{proposal.text} {proposal.old} {proposal.quote}")
    near = [memo for memo in there if _meet(_note(memo), wanted)]
    numbered = _only(memo for memo in there if memo.id == proposal.number)
    if numbered is not None and (numbered in near or not near):
        return numbered
    if len(near) == 1:
        return near[0]
    if near:
        return _only(memo for memo in near if likeness.contradicts(_note(memo), wanted))
    return _newest(there) if heard.refers_back else None


def _newest(there: Sequence[Memo]) -> Memo | None:
    return max(there, key=lambda memo: (memo.changed_ms, memo.id), default=None)


def _meet(one: Note, two: Note) -> bool:
    """Whether two notes may be about one thing."""
    return not likeness.handles(one).isdisjoint(likeness.handles(two))


def _note(memo: Memo) -> Note:
    return likeness.read(memo.text)


def _only(found: Iterable[Memo]) -> Memo | None:
    """The one there is; None where there are none or several."""
    all_of_them = tuple(found)
    return all_of_them[0] if len(all_of_them) == 1 else None
