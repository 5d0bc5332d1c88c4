"""The project's own files, as the rules see them."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file; *name* is relative to the project: `pet/chat/session.py`."""

    name: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return _parsed(self.name, self.text)


@cache
def tracked() -> tuple[str, ...]:
    """Names of all files that git knows or would take in, relative to the project."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return _unpacked()
    # The folder may belong to someone else, as in a container; it is only read.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    names = sorted(set(filter(None, listed.stdout.split("\0"))))
    return tuple(name for name in names if (ROOT / name).is_file())


def _unpacked() -> tuple[str, ...]:
    """The same for an archive that was unpacked, or where there is no git: less what is made."""
    made = {"__pycache__", "build", "dist"}

    def listed(folder: Path) -> Iterator[str]:
        for entry in sorted(folder.iterdir()):
            if entry.is_dir():
                if entry.name == ".ci" or not (entry.name.startswith(".") or entry.name in made):
                    yield from listed(entry)
            elif entry.suffix != ".mo" and entry.name != "uv.lock":
                yield entry.relative_to(ROOT).as_posix()

    return tuple(sorted(listed(ROOT)))


def texts() -> Iterator[tuple[str, str]]:
    """Name and content of each tracked file that is text."""
    for name in tracked():
        try:
            yield name, (ROOT / name).read_bytes().decode()
        except UnicodeDecodeError:
            continue  # a picture


def modules(*folders: str) -> tuple[Module, ...]:
    """The Python files in *folders*: `modules("pet")`, `modules("pet", "tests")`."""
    return tuple(
        Module(name, (ROOT / name).read_text(encoding="utf-8"))
        for name in tracked()
        if name.endswith(".py") and name.split("/")[0] in folders
    )


@cache
def _parsed(name: str, text: str) -> ast.Module:
    return ast.parse(text, filename=name)
