"""The checks as a page to read and as JSON to attach to an issue; no private text in either."""

from __future__ import annotations

import platform
from collections.abc import Sequence

import pet
from pet.diagnostics.checks import Check
from pet.i18n import Texts


def as_text(checks: Sequence[Check], texts: Texts) -> str:
    """One line for each check, ✓ or ! or ·, and below a bad one what to do."""
    head = texts("doctor.head", version=pet.__version__, system=_system())
    return "\n".join((head, *(_line(check, texts) for check in checks)))


def as_value(checks: Sequence[Check]) -> dict[str, object]:
    """The same for a program."""
    found = [{"key": check.key, "ok": check.ok, "facts": dict(check.facts)} for check in checks]
    return {"version": pet.__version__, "system": _system(), "checks": found}


def _line(check: Check, texts: Texts) -> str:
    mark = {True: "✓", False: "!", None: "·"}[check.ok]
    lines = _sentence(check, texts).splitlines()
    return "\n".join((f"{mark} {lines[0]}", *(f"  {line}" for line in lines[1:])))


def _sentence(check: Check, texts: Texts) -> str:
    """The sentence of the check; an engine has one for each state, a bad finding its own."""
    if check.key == "engine":
        state = texts(f"doctor.{check.facts['engine']}.{check.facts['state']}", **check.facts)
        if not _tells_window(check):
            return state
        return f"{state}\n{texts('doctor.ollama.window', **check.facts)}"
    bad = f"doctor.{check.key}.bad"
    if check.ok is False and texts.has(bad):
        return texts(bad, **check.facts)
    return texts(f"doctor.{check.key}", **check.facts)


def _tells_window(check: Check) -> bool:
    """Whether the cost of the model's window is known."""
    return bool(check.facts["engine"] == "ollama" and check.facts.get("cache_mb"))


def _system() -> str:
    return f"{platform.system()} {platform.release()} {platform.machine()}"
