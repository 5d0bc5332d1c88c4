"""`pet doctor`: what works on this computer, as a page or as JSON."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Final, Literal, get_args

from pet.cli import failures, restoring
from pet.cli.call import Call
from pet.clock import SystemClock
from pet.diagnostics import checks, report
from pet.engines.base import State, Status
from pet.engines.choose import open_engine
from pet.errors import UsageError
from pet.memory import checking
from pet.settings import Settings

Asked = Literal["ollama", "tiny"]
_ASKED: Final[tuple[Asked, ...]] = get_args(Asked)


def doctor(call: Call) -> int:
    """Look at everything and report; finding something is no failure of the doctor.

    `--check` reads the memory, its index and its backups whole, and a fault in them is one.
    """
    if call.asked.has("check"):
        return _check(call)
    settings = Settings(call.paths)
    if settings.notice:
        call.tell((settings.notice,))
    engines = [_status(settings, name) for name in _ASKED]
    language, memory_on = call.texts.language, settings["memory"]
    found = checks.run(
        call.paths,
        SystemClock(),
        engines,
        language,
        memory_on=memory_on,
        unusable=settings.unusable,
    )
    call.output.result(report.as_text(found, call.texts), report.as_value(found))
    return failures.DONE


def _check(call: Call) -> int:
    with contextlib.closing(call.open_store()) as store:
        verdict = checking.check(store)
    texts = call.texts
    index = "good" if verdict.index else "mended" if verdict.index_again else "bad"
    lines = [
        texts("doctor.check.file" if verdict.file else "doctor.check.file.bad"),
        texts(f"doctor.check.index.{index}"),
        restoring.listed(texts, verdict.backups) if verdict.backups else texts("cli.restore.none"),
    ]
    value = {
        "file": verdict.file,
        "index": verdict.index_again,
        "backups": [restoring.as_value(kept) for kept in verdict.backups],
    }
    call.output.result("\n".join(lines), value)
    return failures.DONE if verdict.all_good else failures.REFUSED


def _status(settings: Settings, name: Asked) -> Status:
    """What the engine *name* says of itself, whichever of them would answer now."""
    host = settings["ollama_host"] if name == "ollama" else None
    try:
        engine = open_engine(
            prefer=name,
            model=settings["model"],
            gguf=settings["gguf"],
            window=settings["window"],
            host=host,
            trusted_host=settings["ollama_host_trusted"],
        )
    except UsageError:  # the settings name an address that is none
        return Status(name, State.FAILED, facts={"address": host})
    with contextlib.closing(engine):
        return replace(engine.status(), engine=name)
