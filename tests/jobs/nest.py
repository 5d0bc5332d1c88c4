"""Copies of the program that have a night over one folder, and can be killed in the middle of it.

`Nest` is the handle that a test holds; run as a program, this module forks one copy after the
other, without loading Python each time. They speak in lines of JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from pet.engines.base import Stop
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory.store import Store
from pet.paths import Paths
from pet.prompt.budget import Budget
from tests.fakes.clocks import FixedClock
from tests.jobs.note_taker import NoteTaker

ROOT = Path(__file__).parents[2]


class Nest:
    """Has copies do a night; a context manager that ends it."""

    def __init__(self, paths: Paths) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.jobs.nest", str(paths.root)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Nest:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()

    def night(self, table, now: datetime, *, killed_after: int) -> list[object]:
        """One night of a copy that is killed once it has said so much; what it said."""
        order = {"table": table, "now": now.isoformat()}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        child = self._hear()
        said = []
        while (line := self._hear()) != "dead":
            said.append(line)
            if len(said) == killed_after:
                with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                    os.kill(child, signal.SIGKILL)
        return said

    def _hear(self):
        return json.loads(self._process.stdout.readline())


def main(home: str) -> None:
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            _say(os.getpid())
            _sleepless_night(Paths(Path(home)), order["table"], order["now"])
            os._exit(0)
        os.waitpid(child, 0)
        _say("dead")


def _sleepless_night(paths: Paths, table, now: str) -> None:
    """A night that says each thing that it does, also before and after each commit."""
    clock = FixedClock(datetime.fromisoformat(now))
    store = Store.open(paths, clock)
    engine = NoteTaker(table)
    engine.before = lambda shown: _say(["asked", len(shown)])
    clock.advance(hours=1)
    write = store.write

    def told(job):
        _say("writing")
        done = write(lambda connection: (job(connection), _say("written"))[0])
        _say("committed")
        return done

    store.write = told
    report = nightly.run(Night(store, engine, Budget), Stop(), by_hand=True)
    _say([report.outcome, report.why])
    store.close()


def _say(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
