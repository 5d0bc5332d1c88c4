"""How long `packaging/test.sh` took, said above pytest's last line."""

from __future__ import annotations

import os
import time

_STARTED = time.monotonic()


def pytest_terminal_summary(terminalreporter):
    times = os.environ.get("PET_TEST_TIMES")
    if times is None:  # pytest was started by itself
        return
    tests = time.monotonic() - _STARTED
    whole = tests + int(os.environ["PET_TEST_SECONDS"])
    terminalreporter.write_line(
        f"packaging/test.sh took {whole:.0f} s: {times}, tests {tests:.0f} s"
    )
