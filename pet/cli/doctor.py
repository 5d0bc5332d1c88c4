"""`pet doctor`: what works on this computer, as a page or as JSON."""

from __future__ import annotations

import contextlib

from pet.app import engines
from pet.cli import failures
from pet.cli.call import Call
from pet.clock import SystemClock
from pet.diagnostics import checks, report
from pet.settings import Settings


def doctor(call: Call) -> int:
    """Look at everything and report; finding something is no failure of the doctor."""
    settings = Settings(call.paths)
    with contextlib.ExitStack() as opened:
        asked = engines(settings)
        for engine in asked:
            opened.callback(engine.close)
        found = checks.run(call.paths, SystemClock(), asked, call.texts.language)
    if settings.notice:
        call.tell((settings.notice,))
    call.output.result(report.as_text(found, call.texts), report.as_value(found))
    return failures.DONE
