"""`pet prompt` and `pet budget`: what the model would be given now, and what falls first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pet.cli import failures
from pet.cli.call import Call
from pet.cli.output import table
from pet.prompt import assemble, stages
from pet.prompt.budget import Budget

_SAMPLE_TEXT = "…"


def prompt(call: Call) -> int:
    """What would be sent now for the words (or for a stand-in), with the report."""
    with call.open_pet() as pet:
        made = pet.session.prompt_now(call.asked.text.strip() or _SAMPLE_TEXT)
    value = {
        "messages": [asdict(message) for message in made.messages],
        "report": made.report.to_dict(),
        "size": made.size,
    }
    shown = _whole(made) if call.asked.has("show") else _summary(call, made)
    call.output.result(shown, value)
    return failures.DONE


def budget(call: Call) -> int:
    """The table of what falls first, for the talk as it is now or for a small example."""
    if call.asked.has("sample"):
        parts, caps, nonce = stages.sample_parts(), Budget(), assemble.new_nonce(())
    else:
        with call.open_pet() as pet:
            session = pet.session
            parts, caps, nonce = (
                session.parts_now(_SAMPLE_TEXT),
                session.budget_now(),
                session.nonce,
            )
    found = stages.stages(parts, caps, nonce)
    call.output.result(_table(call, found), [asdict(stage) for stage in found])
    return failures.DONE


def _table(call: Call, found: Sequence[stages.Stage]) -> str:
    head = call.texts("cli.budget.head").split("|")
    rows = [head, *(list(asdict(stage).values()) for stage in found)]
    return table(rows) + "\n\n" + call.texts("cli.budget.explained")


def _whole(made: assemble.Prompt) -> str:
    """Every message as it is sent, each under its role."""
    return "\n\n".join(f"[{message.role}]\n{message.content}" for message in made.messages)


def _summary(call: Call, made: assemble.Prompt) -> str:
    return str(made.report.to_dict())
