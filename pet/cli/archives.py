"""`pet export` and `pet import`: everything that is kept, out of this home and into another."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Final, cast

from pet.chat import exporting
from pet.chat.exporting import Format, Written
from pet.cli import failures
from pet.cli.call import Call
from pet.cli.writing import write_file
from pet.errors import PetError, UsageError
from pet.memory import archive_reading, importing
from pet.memory.importing import Counts, Imported

_YES: Final = ("y", "yes", "네", "예", "응", "ㅇ")
_SHOWN_REASONS: Final = 5


def export(call: Call) -> int:
    """Write a file: to the home folder, or where `--to` says (`-`: standard output)."""
    to = call.asked.value("to")
    form = cast("Format", call.asked.value("format") or _by_name(to))
    with contextlib.closing(call.open_store(only_reading=True)) as store:
        if to is None:
            written = exporting.write_home(store, call.texts, form)
        else:
            kept, content = exporting.content(store, call.texts, form)
            if to == "-":
                call.output.write(content.decode())
                return failures.DONE
            write_file(call, Path(to).expanduser(), content)
            written = Written(Path(to), form, len(content), len(kept.memos), kept.turns)
    facts = {**asdict(written), "file": str(written.file)}
    sentence = call.texts(
        "export.done", file=str(written.file), memos=written.memos, turns=written.turns
    )
    call.output.result(sentence, facts)
    return failures.DONE


def import_(call: Call) -> int:
    """Say what a file would add, ask, and add it; with `--dry-run`, only say it."""
    if len(call.asked.words) != 1:
        raise UsageError("usage.one_file", command="import")
    prepared = importing.prepare(archive_reading.read_file(Path(call.asked.text).expanduser()))
    with contextlib.closing(call.open_store()) as store:
        if call.asked.has("yes") and not call.asked.has("dry-run"):
            report = importing.take_in(store, prepared)
            return _told(call, report, done=True)
        would = importing.look(store, prepared)
        if call.asked.has("dry-run") or call.output.json or not would.added:
            return _told(call, would, done=False)
        call.output.say(_page(call, would))
        if not _agrees(call):
            raise PetError("import.declined")
        report = importing.take_in(store, prepared)
    call.output.say(call.texts("import.done"))
    return failures.DONE


def _told(call: Call, report: Imported, *, done: bool) -> int:
    lines = _page(call, report)
    if done and report.added:
        lines += "\n" + call.texts("import.done")
    elif not report.added:
        lines += "\n" + call.texts("import.nothing_new")
    call.output.result(lines, {"imported": done, **asdict(report)})
    return failures.DONE


def _page(call: Call, report: Imported) -> str:
    """One line for each kind of part, then what is refused and why."""
    texts = call.texts
    kinds: tuple[tuple[str, Counts], ...] = (
        ("import.memos", report.memos),
        ("import.profile", report.profile),
        ("import.sessions", report.sessions),
        ("import.turns", report.turns),
        ("import.summaries", report.summaries),
    )
    lines = [
        texts(key, added=counts.added, already=counts.already)
        for key, counts in kinds
        if counts.added or counts.already
    ]
    if report.blanked:
        lines.append(texts("import.blanked", n=report.blanked))
    why = Counter(one.reason for one in report.refused)
    for reason, number in why.most_common():
        places = [one.place for one in report.refused if one.reason == reason]
        shown = ", ".join(map(str, places[:_SHOWN_REASONS]))
        more = ", …" if len(places) > _SHOWN_REASONS else ""
        lines.append(
            texts(
                "import.refused", n=number, why=texts(f"import.why.{reason}"), places=shown + more
            )
        )
    return "\n".join(lines)


def _agrees(call: Call) -> bool:
    """The answer that is typed, also where no terminal is; no answer is no."""
    call.output.err.write(call.texts("import.ask") + " ")
    call.output.err.flush()
    return sys.stdin.readline().strip().casefold() in _YES


def _by_name(to: str | None) -> str:
    ending = (to or "").rpartition(".")[2].casefold()
    return ending if ending in exporting.FORMATS else "json"
