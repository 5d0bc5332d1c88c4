"""`pet remember`, `forget`, `memories` and `undo`: the memos from a command line, no engine."""

from __future__ import annotations

import contextlib
from dataclasses import asdict

from pet.cli import failures
from pet.cli.call import Call
from pet.errors import NothingFound, PetError, SeveralFound
from pet.memory import memos
from pet.memory.imported import Withdrawn
from pet.memory.memos import Memo, Receipt
from pet.memory.undo import undo as undo_last


def remember(call: Call) -> int:
    """Save the words as a memo."""
    with contextlib.closing(call.open_store()) as store:
        receipt = memos.add(store, call.asked.text, origin="command")
        call.keep_backup(store)
    return _told(call, f"memo.{receipt.action}", receipt)


def forget(call: Call) -> int:
    """Forget the memo with this number, those of these numbers, or the only one of these words."""
    wanted = call.asked.text
    with contextlib.closing(call.open_store()) as store:
        found = memos.find(store, wanted)
        if not found and (numbers := memos.numbers_in(wanted)):
            return _all_told(call, memos.forget_all(store, numbers))
        memo = _only(found, wanted)
        by_words = wanted.strip().lstrip("#") != str(memo.id)
        question = call.texts("cli.forget.ask", id=memo.id, text=memo.text)
        if by_words and not call.agree(question):
            raise PetError("cli.forget.kept", id=memo.id)
        receipt = memos.forget(store, memo.id)
    return _told(call, "memo.forgotten", receipt)


def memories(call: Call) -> int:
    """List the memos; with words, those that have all of them."""
    wanted = call.asked.text.strip()
    with contextlib.closing(call.open_store(only_reading=True)) as store:
        found = memos.find(store, wanted) if wanted else memos.everything(store)
    if wanted and not found:
        raise NothingFound("memo_unmatched", wanted_text=wanted)
    call.output.result(_list(call, found), [asdict(memo) for memo in found])
    return failures.DONE


def undo(call: Call) -> int:
    """Take back the last change of the memos, whichever copy made it."""
    with contextlib.closing(call.open_store()) as store:
        receipt = undo_last(store)
    if isinstance(receipt, Withdrawn):
        told = asdict(receipt)
        call.output.result(call.texts("import.undone", **told), {"action": "withdrawn", **told})
        return failures.DONE
    return _told(call, f"undo.{receipt.undid}", receipt)


def _told(call: Call, key: str, receipt: Receipt) -> int:
    sentence = call.texts(key, id=receipt.memo.id, text=receipt.memo.text)
    call.output.result(sentence, {"action": receipt.action, "memo": asdict(receipt.memo)})
    return failures.DONE


def _all_told(call: Call, receipts: tuple[Receipt, ...]) -> int:
    lines = [
        call.texts("memo.forgotten", id=receipt.memo.id, text=receipt.memo.text)
        for receipt in receipts
    ]
    value = [{"action": receipt.action, "memo": asdict(receipt.memo)} for receipt in receipts]
    call.output.result("\n".join(lines), value)
    return failures.DONE


def _only(found: tuple[Memo, ...], wanted: str) -> Memo:
    if not found:
        raise NothingFound("memo_unmatched", wanted_text=wanted)
    if len(found) > 1:
        candidates = [{"id": memo.id, "text": memo.text} for memo in found]
        lines = "\n".join(map(_line, found))
        raise SeveralFound("memos_several", n=len(found), candidates=candidates, lines_text=lines)
    return found[0]


def _list(call: Call, found: tuple[Memo, ...]) -> str:
    if not found:
        return call.texts("cli.memories.none")
    head = call.texts("memo.list", n=len(found), limit=memos.MAX_MEMOS)
    return "\n".join((head, *map(_line, found)))


def _line(memo: Memo) -> str:
    pin = "📌 " if memo.pinned else ""
    whose = f" (@{memo.only_for})" if memo.only_for is not None else ""
    return f"#{memo.id} {pin}{memo.text}{whose}"
