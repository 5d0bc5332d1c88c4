"""How a night is told of, in the same words by the command line and the window."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

from pet.i18n import Texts
from pet.memory.ledger import Run


def run_line(texts: Texts, run: Run, zone: tzinfo | None) -> str:
    """When it began on the user's clock, and how it ended."""
    began = datetime.fromtimestamp(run.began_ms / 1000, UTC).astimezone(zone)
    kind = texts(f"night.job.{run.job}")
    return f"{began:%Y-%m-%d %H:%M}  {kind}  {ending(texts, run.state, run.report)}"


def ending(texts: Texts, state: str, report: Mapping[str, Any]) -> str:
    """How it ended, why, and what it came to."""
    told = [texts(f"night.state.{state}")]
    if why := report.get("why"):
        told.append(texts(f"night.why.{why}"))
    if report.get("requests") or report.get("messages"):
        told.append(numbers(texts, report))
    return " ".join(told)


def numbers(texts: Texts, report: Mapping[str, Any]) -> str:
    """What was read, what was refused and what became of the rest."""
    told = [
        texts(
            "night.read",
            sessions=report.get("sessions", 0),
            messages=report.get("messages", 0),
            added=len(report.get("added", ())) or report.get("outcomes", {}).get("added", 0),
        )
    ]
    refused, outcomes = report.get("refused", {}), report.get("outcomes", {})
    if refused:
        named = [f"{texts(f'night.refused.{key}')} {count}" for key, count in refused.items()]
        told.append(texts("night.refused", parts=", ".join(named)))
    if outcomes:
        named = [f"{texts(f'night.outcomes.{key}')} {count}" for key, count in outcomes.items()]
        told.append(texts("night.outcomes", parts=", ".join(named)))
    return " ".join(told)
