"""`pet prompt` and `pet budget`: what the model would be given now, and what falls first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pet.cli import failures
from pet.cli.call import Call
from pet.cli.output import table
from pet.engines.base import Window
from pet.i18n import Texts
from pet.prompt import assemble, stages
from pet.prompt.budget import Budget
from pet.prompt.report import Diff, Report, Section, diff

_SAMPLE_TEXT = "…"


def prompt(call: Call) -> int:
    """What would be sent now for the words (or for a stand-in), with the report.

    With `--diff`: how it differs from the prompt of the last reply, of which numbers are kept.
    """
    with call.open_pet() as pet:
        made = pet.session.prompt_now(call.asked.text.strip() or _SAMPLE_TEXT)
        former = pet.session.last_report() if call.asked.has("diff") else None
    value: dict[str, object] = {
        "messages": [asdict(message) for message in made.messages],
        "report": made.report.to_dict(),
        "size": made.size,
    }
    shown = _whole(made) if call.asked.has("show") else _summary(call, made.report)
    if call.asked.has("diff"):
        change = None if former is None else diff(former, made.report)
        value["diff"] = None if change is None else asdict(change)
        shown = "\n\n".join((*((shown,) if call.asked.has("show") else ()), _changes(call, change)))
    call.output.result(shown, value)
    return failures.DONE


def budget(call: Call) -> int:
    """The table of what falls first, for the talk as it is now or for a small example."""
    window = ""
    if call.asked.has("sample"):
        parts, caps, nonce = stages.sample_parts(), Budget(), assemble.new_nonce(())
    else:
        with call.open_pet() as pet:
            session = pet.session
            parts, caps, nonce = (
                session.parts_now(_SAMPLE_TEXT),
                session.budget_now(),
                session.seat.nonce,
            )
            window = _window(call.texts, pet.engine.window(), caps) + "\n\n"
    found = stages.stages(parts, caps, nonce)
    call.output.result(window + _table(call, found), [asdict(stage) for stage in found])
    return failures.DONE


def _window(texts: Texts, window: Window, caps: Budget) -> str:
    """How the model's window becomes the bytes of the table."""
    return texts(
        "cli.budget.window",
        num_ctx=window.num_ctx,
        reply=window.num_predict,
        margin=window.margin,
        prompt=window.prompt_tokens,
        size=caps.prompt_bytes,
        ratio=caps.bytes_per_token,
    )


def _table(call: Call, found: Sequence[stages.Stage]) -> str:
    rows: list[Sequence[object]] = [call.texts("cli.budget.head").split("|")]
    rows += [_stage(call, stage) for stage in found]
    return table(rows) + "\n\n" + call.texts("cli.budget.explained")


def _stage(call: Call, stage: stages.Stage) -> list[object]:
    if not stage.fits:
        return [stage.budget, *("-" * 5), call.texts("cli.budget.nothing_left")]
    dropped = (stage.turns, stage.examples, stage.preferences)
    return [stage.budget, *dropped, stage.summary_bytes, stage.persona_bytes, ""]


def _whole(made: assemble.Prompt) -> str:
    """Every message as it is sent, each under its role."""
    return "\n\n".join(f"[{message.role}]\n{message.content}" for message in made.messages)


def _summary(call: Call, report: Report) -> str:
    """The report as a table: what each part has, what was left out of it, and why."""
    texts = call.texts
    shown = [section for section in report.sections if section.offered_bytes]
    rows = [texts("cli.prompt.columns").split("|"), *(_row(texts, one) for one in shown)]
    facts = {"size": report.size, "budget": report.budget, "tokens": report.predicted_tokens}
    lines = [texts("cli.prompt.head", **facts), "", table(rows)]
    if report.memos_left:
        numbers = ", ".join(f"#{number}" for number in report.memos_left)
        lines += ["", texts("cli.prompt.memos_left", numbers=numbers)]
    return "\n".join(lines)


def _changes(call: Call, change: Diff | None) -> str:
    """What came and what went, section by section, and which memos."""
    texts = call.texts
    if change is None:
        return texts("cli.prompt.diff.none")
    rows = [
        [texts(f"cli.prompt.section.{one.name}"), f"{one.items:+}", f"{one.bytes:+}"]
        for one in change.sections
    ]
    head = texts("cli.prompt.diff.head", size=change.size, tokens=change.predicted_tokens)
    lines = [head]
    if rows:
        lines += ["", table([texts("cli.prompt.columns").rstrip("|").split("|"), *rows])]
    for key, numbers in (("new", change.memos_new), ("gone", change.memos_gone)):
        if numbers:
            listed = ", ".join(f"#{number}" for number in numbers)
            lines.append(texts(f"cli.prompt.diff.memos_{key}", numbers=listed))
    return "\n".join(lines)


def _row(texts: Texts, section: Section) -> list[str]:
    why = ", ".join(texts(f"cli.prompt.why.{left.reason}") for left in section.left)
    return [
        texts(f"cli.prompt.section.{section.name}"),
        _of(section.kept_items, section.offered_items),
        _of(section.kept_bytes, section.offered_bytes),
        why,
    ]


def _of(kept: int, offered: int) -> str:
    return str(kept) if kept == offered else f"{kept}/{offered}"
