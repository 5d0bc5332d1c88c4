"""`pet erase '#3'`: a note leaves for good, after the number was typed once more."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import asdict

from pet.chat import elsewhere
from pet.cli import failures
from pet.cli.call import Call
from pet.errors import PetError, UsageError
from pet.memory import erase, memo_rows, turns
from pet.memory.store import Store
from pet.persona.library import Library


def erase_memo(call: Call) -> int:
    """Erase the memo of that number; with `--turns`, also the talk in which its text stands."""
    number = _number(call.asked.text)
    with contextlib.closing(call.open_store()) as store:
        memo = store.read(lambda connection: memo_rows.any_one(connection, number))
        holding = erase.mentions(store, number)
        library = Library(call.paths)
        standing = elsewhere.left_standing(store, library, call.paths.drafts, call.texts, number)
        if not call.asked.has("yes"):
            _confirm(call, store, memo, holding, standing)
        chosen = holding if call.asked.has("turns") else ()
        erased = erase.erase_memo(store, number, turns=chosen)
    sentence = call.texts("cli.erase.done", id=number, turns=erased.turns, backups=erased.backups)
    left = 0 if chosen else len(holding)
    if not call.output.json:
        _tell_rest(call, erased, left, standing)
    call.output.result(sentence, {**asdict(erased), "turns_left": left, "elsewhere": standing})
    return failures.DONE


def _tell_rest(call: Call, erased: erase.Erased, left: int, standing: str) -> None:
    """What else went, and where its text still stands."""
    if erased.drafts:
        call.output.note(call.texts("erase.drafts", n=erased.drafts))
    if left:
        call.output.note(call.texts("cli.erase.left", n=left))
    if standing:
        call.output.note(standing)


def _number(words: str) -> int:
    digits = words.strip().lstrip("#＃").strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10 and int(digits)):
        raise UsageError("usage.memo_number", command="erase")
    return int(digits)


def _confirm(
    call: Call, store: Store, memo: memo_rows.Memo, holding: tuple[int, ...], standing: str
) -> None:
    """Show what goes, and have the number typed. Raises PetError where it is not."""
    if call.output.json:
        raise PetError("cli.erase.unconfirmed", id=memo.id)
    note = call.output.note
    note(call.texts("cli.erase.what", id=memo.id, text=memo.text))
    if holding:
        key = "cli.erase.turns_too" if call.asked.has("turns") else "cli.erase.turns_stay"
        note(call.texts(key, n=len(holding)))
        for turn in turns.some(store, holding[:5]):
            note(f"  {turn.user_text[:100]}")
    if standing:
        note(standing)
    call.output.err.write(call.texts("cli.erase.type", id=memo.id) + " ")
    call.output.err.flush()
    if sys.stdin.readline().strip().lstrip("#＃") != str(memo.id):
        raise PetError("cli.erase.unconfirmed", id=memo.id)
