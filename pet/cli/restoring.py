"""`pet restore`: the backups with their dates and counts, and going back to one of them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import asdict

from pet.cli import failures
from pet.cli.call import Call
from pet.cli.output import table
from pet.errors import NothingFound, PetError, UsageError
from pet.i18n import Texts
from pet.memory import restoring
from pet.memory.restoring import Kept


def restore(call: Call) -> int:
    """List the backups; with a number, put that one in the place of the memory."""
    wanted = call.asked.text.strip()
    kept = restoring.listed(call.paths)
    if not wanted:
        lines = listed(call.texts, kept) if kept else call.texts("cli.restore.none")
        call.output.result(lines, [as_value(one) for one in kept])
        return failures.DONE
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 10):
        raise UsageError("usage.backup_number", command="restore")
    chosen = next((one for one in kept if one.order == int(wanted)), None)
    if chosen is None:
        raise NothingFound("restore.no_backup", number=int(wanted))
    facts = {"number": chosen.order, "memos": chosen.memos, "turns": chosen.turns}
    question = call.texts("cli.restore.ask", made=shown_time(chosen), **facts)
    if not call.agree(question):
        raise PetError("cli.restore.declined")
    with contextlib.closing(call.open_store()) as store:
        before = restoring.restore(store, chosen.order)
    call.output.result(
        call.texts("cli.restore.done", before=before, **facts),
        {"restored": chosen.order, "before": before},
    )
    return failures.DONE


def listed(texts: Texts, kept: Sequence[Kept]) -> str:
    """The backups as a table, the newest first."""
    head = [texts(f"cli.restore.column.{name}") for name in ("number", "made", "memos", "turns")]
    rows = [
        [one.order, shown_time(one), one.memos, one.turns]
        if one.good
        else [one.order, shown_time(one), texts("cli.restore.bad"), ""]
        for one in kept
    ]
    return table([head, *rows])


def shown_time(kept: Kept) -> str:
    """When it was made, on the user's own clock."""
    return f"{kept.made.astimezone():%Y-%m-%d %H:%M}"


def as_value(kept: Kept) -> dict[str, object]:
    """A backup for a program; the time is UTC."""
    return {**asdict(kept), "made": kept.made.isoformat()}
