"""The command line: the same program without a screen, and the way to a copy that has one.

`main` is the only door. Each command is a module of its own, imported when it is asked for, so
that `pet memories` answers without loading an engine, and nothing but `pet` and `pet demo` loads
Qt.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in *arguments* (the process's own when None); its exit code."""
    from pet.cli import entry

    return entry.run(arguments)
