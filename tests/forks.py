"""A program of the tests that forks one copy of the pet after the other, made to be killed.

Forked, a copy does not load Python again. The handle and the program speak in lines of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


class Forks:
    """The handle on `python -m MODULE`; a context manager that ends it."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Forks:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()

    def begin(self, order: dict[str, Any]) -> int:
        """Have a copy do *order*; its process number. What it says follows, at last "dead"."""
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self.hear()

    def hear(self) -> Any:
        """The next thing that was said."""
        return json.loads(self._process.stdout.readline())


def obey(do: Callable[[dict[str, Any]], None]) -> None:
    """In the program: *do* every order that comes in a copy of its own, until none comes."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(os.getpid())
            do(json.loads(line))
            os._exit(0)
        os.waitpid(child, 0)
        say("dead")


def say(value: object) -> None:
    """In a copy: one thing that the handle hears."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()
