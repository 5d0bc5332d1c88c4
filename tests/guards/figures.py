"""What the long tests measured, said above pytest's last line in a soak."""

from __future__ import annotations

from tests import soak


def pytest_terminal_summary(terminalreporter):
    if not soak.LONG:
        return
    for name, value in sorted(soak.figures().items()):
        terminalreporter.write_line(f"{name}: {value}")
