"""`pet nightly`: what the nights did, what waits for the next one, and having one now."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from pet.cli import failures
from pet.cli.call import Call
from pet.engines.base import Stop
from pet.i18n import Texts
from pet.jobs import nightly as nights
from pet.jobs import telling
from pet.jobs.account import Report
from pet.jobs.checks import Proposal
from pet.jobs.nightly import Preview
from pet.memory import ledger, profile, unread
from pet.memory.ledger import Run
from pet.memory.profile import ProfileLine
from pet.memory.store import Store
from pet.memory.unread import Found
from pet.settings import Settings

_SHOWN: Final = 5  # runs
_COUNTED: Final = 200  # sessions that wait: beyond it, "200 or more" says as much


def nightly(call: Call) -> int:
    """Show how the nights went; with `--now` have one, with `--dry-run` only show what it would do.

    A dry run is always one by hand.
    """
    if call.asked.has("dry-run"):
        return _rehearse(call)
    return _now(call) if call.asked.has("now") else _status(call)


def _status(call: Call) -> int:
    memory_on = Settings(call.paths)["memory"]
    with contextlib.closing(call.open_store()) as store:
        runs = ledger.runs(store, _SHOWN)
        waiting = len(unread.resting(store, _COUNTED))
        lines = profile.lines(store)
        today, zone = store.clock.now().date(), store.clock.now().tzinfo
        version = profile.newest(store)
    texts = call.texts
    told = [texts("night.off")] if not memory_on else []
    told += [telling.run_line(texts, run, zone) for run in runs] or [texts("night.never")]
    told.append(texts.count("night.waiting", waiting) if waiting else texts("night.all_read"))
    told += _profile_page(texts, version, [(line, profile.spoken(line, today)) for line in lines])
    value = {
        "memory_on": memory_on,
        "waiting_sessions": waiting,
        "version": version,
        "runs": [_run_value(run) for run in runs],
        "lines": [_line_value(line) for line in lines],
    }
    call.output.result("\n".join(told), value)
    return failures.DONE


def _now(call: Call) -> int:
    with call.open_pet() as pet:
        report = nights.run(pet.night(), Stop(), by_hand=True)
        changes = _changes(pet.store, report)
    texts = call.texts
    told = [telling.ending(texts, report.outcome, report.numbers)]
    told += [f"+ {line.text}" for line in changes]
    value = {"outcome": report.outcome, "report": dict(report.numbers)}
    call.output.result("\n".join(told), value | {"added": [_line_value(line) for line in changes]})
    return _code(report)


def _rehearse(call: Call) -> int:
    with call.open_pet() as pet:
        seen = nights.preview(pet.night(), Stop())
    texts = call.texts
    if seen.merged is None:
        call.output.result(
            telling.ending(texts, seen.report.outcome, seen.report.numbers),
            {"outcome": seen.report.outcome, "report": dict(seen.report.numbers)},
        )
        return _code(seen.report)
    added, gone = _difference(seen.before, seen.merged.lines)
    told = [texts("night.rehearsed"), telling.numbers(texts, seen.report.numbers)]
    told += [f"+ {line.text}" for line in added] + [f"- {line.text}" for line in gone]
    told += [_refused_line(texts, *pair) for pair in _refused(seen)]
    value = {
        "outcome": seen.report.outcome,
        "report": dict(seen.report.numbers),
        "added": [_line_value(line) for line in added],
        "gone": [_line_value(line) for line in gone],
        "refused": [
            {"why": why, "text": text, "quote": quote} for text, quote, why in _refused(seen)
        ],
    }
    call.output.result("\n".join(told), value)
    return _code(seen.report)


def _changes(store: Store, report: Report) -> tuple[ProfileLine, ...]:
    """The lines that the night added."""
    added = report.numbers.get("added", ())
    return tuple(line for line in profile.lines(store) if line.id in added)


def _difference(
    before: Sequence[ProfileLine], after: Sequence[ProfileLine]
) -> tuple[list[ProfileLine], list[ProfileLine]]:
    """What a merge would add and take away; new lines have no number yet."""
    left = {line.id for line in after}
    return [line for line in after if not line.id], [x for x in before if x.id not in left]


def _refused(seen: Preview) -> list[tuple[str, str, str]]:
    """Text, quote and reason of what the checks did not let through."""
    proposals: Sequence[tuple[Proposal | None, Found | str]] = (
        seen.reader.proposals if seen.reader else ()
    )
    return [
        (proposal.text if proposal else "", proposal.quote if proposal else "", verdict)
        for proposal, verdict in proposals
        if isinstance(verdict, str)
    ]


def _code(report: Report) -> int:
    if report.outcome == "done" or report.why in ("nothing_new", "already_done"):
        return failures.DONE
    return failures.NO_ENGINE if report.why in ("no_engine", "engine") else failures.REFUSED


# --- as lines ---------------------------------------------------------------------------------


def _refused_line(texts: Texts, text: str, quote: str, why: str) -> str:
    return f"  {texts(f'night.refused.{why}')}: {text} ({quote})"


def _profile_page(
    texts: Texts, version: int, lines: Sequence[tuple[ProfileLine, str]]
) -> list[str]:
    if not lines:
        return [texts("night.profile.empty")]
    told = ["", texts("night.profile", version=version, n=len(lines))]
    topic = ""
    for line, spoken in lines:
        if line.topic != topic:
            topic = line.topic
            told.append(texts(f"profile.topic.{topic}"))
        told.append(f"  {line.id}. {spoken}{_mark(texts, line)}")
    return told


def _mark(texts: Texts, line: ProfileLine) -> str:
    if line.state == "hidden":
        return " " + texts("profile.hidden", number=line.hidden_by)
    return " " + texts("profile.theirs") if line.theirs else ""


# --- as values --------------------------------------------------------------------------------


def _run_value(run: Run) -> dict[str, object]:
    return {
        "job": run.job,
        "date": run.local_date.isoformat(),
        "state": run.state,
        "began": run.began_ms,
        "ended": run.ended_ms,
        "report": dict(run.report),
    }


def _line_value(line: ProfileLine) -> dict[str, object]:
    return {
        "id": line.id,
        "topic": line.topic,
        "text": line.text,
        "state": line.state,
        "hidden_by": line.hidden_by,
        "theirs": line.theirs,
        "event": line.event,
        "precision": line.precision,
        "turns": list(line.turns),
    }
