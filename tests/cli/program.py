"""The real program in a fresh interpreter, as a person or a script starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

LIMIT_S = 60
REPOSITORY = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Ran:
    """How it ended: the exit code and what it wrote, as the bytes say in UTF-8."""

    code: int
    out: str
    err: str


class Program:
    """`pet` over one home folder, in an environment that has nothing of the person who tests."""

    def __init__(self, home: Path, *, language: str = "en_US.UTF-8") -> None:
        self.home = home
        self.environ = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(home.parent),
            "XDG_RUNTIME_DIR": str(home.parent),
            "LANG": language,
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONWARNINGS": "error",
        }

    def command(self, *words: str, python: tuple[str, ...] = ()) -> list[str]:
        return [sys.executable, *python, "-m", "pet", "--home", str(self.home), *words]

    def run(
        self,
        *words: str,
        typed: str = "",
        python: tuple[str, ...] = (),
        seconds: float = LIMIT_S,
    ) -> Ran:
        """Run it to the end, with *typed* on standard input; at most *seconds*."""
        ended = subprocess.run(
            self.command(*words, python=python),
            input=typed.encode(),
            capture_output=True,
            env=self.environ,
            timeout=seconds,
            check=False,
        )
        return Ran(ended.returncode, ended.stdout.decode(), ended.stderr.decode())

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start it and leave it running, with pipes on all three streams."""
        pipe = subprocess.PIPE
        return subprocess.Popen(
            self.command(*words), stdin=pipe, stdout=pipe, stderr=pipe, env=self.environ
        )
