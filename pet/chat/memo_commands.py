"""The commands of the memos: remember, forget, list, undo. Only the store's receipt says saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pet.chat.desk import Answer, Desk, shortened
from pet.chat.events import Choice
from pet.chat.persona_commands import addressed
from pet.errors import MemoRefused, NothingFound
from pet.memory import memos, sensitive
from pet.memory import undo as history
from pet.memory.imported import Withdrawn
from pet.persona.persona import name_in


def remember(desk: Desk, words: str) -> Answer:
    """Save *words* as a memo. Raises StoreError."""
    if not words:
        return Answer(desk.texts("command.remember.usage"), refused=False)
    hidden = desk.seat.incognito
    if hidden is not None and not hidden.takes(words):
        hidden.offer(words)
        anyway = Choice(desk.texts("memory.anyway", text=shortened(words)), f"/remember {words}")
        return Answer(desk.texts("incognito.not_kept"), choices=(anyway,))
    try:
        to = addressed(desk.tools.wardrobe, words)
        if to is not None and not to.text:
            return Answer(desk.texts("command.remember.usage"))
        only_for = to.persona.id if to is not None else None
        text = to.text if to is not None else words
        receipt = memos.add(desk.store, text, origin="command", only_for=only_for)
    except MemoRefused as error:
        return _refused(desk, words, error)
    told = [_saved(desk, receipt)]
    if desk.seat.memory != "on":
        told.append(desk.texts(f"memory.unused_{desk.seat.memory}"))
    return Answer(
        "\n".join(told),
        saved=receipt.action == "saved",
        memo=receipt.memo.id,
        choices=(Choice(desk.texts("memo.undo"), "/undo"),) if receipt.action == "saved" else (),
    )


def _saved(desk: Desk, receipt: memos.Receipt) -> str:
    """What the store wrote, and for whom."""
    keys = {"saved": "memo.saved", "changed": "memo.for_all_now"}
    key = keys.get(receipt.action, "memo.already")
    sentence = desk.texts(key, id=receipt.memo.id, text=receipt.memo.text)
    if receipt.memo.only_for is None:
        return sentence
    return f"{sentence}\n{desk.texts('memo.only_for', name=_whose(desk, receipt.memo))}"


def _whose(desk: Desk, memo: memos.Memo) -> str:
    """The name of the persona that *memo* is for; her id where she is gone."""
    everyone = desk.tools.wardrobe.everyone()
    names = (name_in(one, desk.texts.language) for one in everyone if one.id == memo.only_for)
    return next(names, memo.only_for or "")


def _refused(desk: Desk, words: str, error: MemoRefused) -> Answer:
    """Why *words* were not saved, and for a sensitive value the offer to save the rest."""
    if error.key != "memo_sensitive":
        return Answer(_refusal(desk, error), refused=True)
    kind = desk.texts(f"sensitive.{error.facts['kind']}")
    rest = sensitive.without_values(words)
    offer = Choice(desk.texts("memo.save_rest", text=shortened(rest)), f"/remember {rest}")
    return Answer(desk.texts("memo.sensitive", kind=kind), refused=True, choices=(offer,))


def _refusal(desk: Desk, error: MemoRefused) -> str:
    sentence = desk.texts(f"error.{error.key}", **error.facts)
    if error.key != "memos_full":
        return sentence
    return sentence + "\n" + _listed(desk, memos.everything(desk.store))


def forget(desk: Desk, words: str) -> Answer:
    """Hide the one memo that *words* name, or those of several numbers; else ask which.

    Raises StoreError, NothingFound.
    """
    if not words:
        return Answer(desk.texts("command.forget.usage"))
    found = memos.find(desk.store, words)
    meant = [memo.id for memo in found] or memos.numbers_in(words)
    if not meant:
        raise NothingFound("no_memo_with", wanted_text=words)
    if len(found) > 1:
        return _which(desk, found)
    try:
        receipts = memos.forget_all(desk.store, meant)
    except NothingFound as error:  # one of the numbers: nothing was removed
        raise NothingFound("no_memo_with", wanted_text=f"#{error.facts['number']}") from error
    told = [
        desk.texts("memo.forgotten", id=receipt.memo.id, text=receipt.memo.text)
        for receipt in receipts
    ]
    return Answer(
        "\n".join(told),
        memo=receipts[-1].memo.id,
        choices=(Choice(desk.texts("memo.undo"), "/undo"),),
    )


def _which(desk: Desk, found: Sequence[memos.Memo]) -> Answer:
    choices = tuple(
        Choice(f"{number}. #{memo.id} {shortened(memo.text)}", f"/forget #{memo.id}")
        for number, memo in enumerate(found, start=1)
    )
    lines = "\n".join(choice.label for choice in choices)
    return Answer(desk.texts("memo.which", n=len(found)) + "\n" + lines, choices=choices)


def edit(desk: Desk, words: str) -> Answer:
    """Write other words over one memo: its number, then the words. Raises StoreError, MemoError."""
    number, _, text = words.partition(" ")
    found = memos.find(desk.store, number) if number.lstrip("#＃").isdecimal() else ()
    if not text.strip():
        return Answer(desk.texts("command.edit.usage"))
    if not found:
        raise NothingFound("no_memo_with", wanted_text=number)
    (memo,) = found
    try:
        receipt = memos.change(desk.store, memo.id, text, revision=memo.revision, origin="command")
    except MemoRefused as error:
        return _refused(desk, text, error)
    key = "memo.changed" if receipt.action == "changed" else "memo.already"
    return Answer(
        desk.texts(key, id=memo.id, text=receipt.memo.text),
        saved=receipt.action == "changed",
        memo=memo.id,
        choices=(Choice(desk.texts("memo.undo"), "/undo"),) if receipt.action == "changed" else (),
    )


def memories(desk: Desk, words: str) -> Answer:
    """List the memos, all or those with *words*. Raises StoreError."""
    found = memos.find(desk.store, words) if words else memos.everything(desk.store)
    if not found:
        key = "memo.none_with" if words else "memo.none"
        return Answer(desk.texts(key, words=words))
    head = desk.texts("memo.list", n=len(found), limit=memos.MAX_MEMOS)
    return Answer(head + "\n" + _listed(desk, found), echo=True)


def _listed(desk: Desk, found: Sequence[memos.Memo]) -> str:
    return "\n".join(_line(desk, memo) for memo in found)


def _line(desk: Desk, memo: memos.Memo) -> str:
    pin = "📌 " if memo.pinned else ""
    whose = f" (@{_whose(desk, memo)})" if memo.only_for is not None else ""
    return f"#{memo.id} {pin}{memo.text}{whose}"


def undo(desk: Desk, _words: str) -> Answer:
    """Take the last change of a memo back. Raises StoreError, NothingFound."""
    receipt = history.undo(desk.store)
    if isinstance(receipt, Withdrawn):
        return Answer(desk.texts("import.undone", **asdict(receipt)))
    return Answer(
        desk.texts(f"undo.{receipt.undid}", id=receipt.memo.id, text=receipt.memo.text),
        memo=receipt.memo.id,
    )
