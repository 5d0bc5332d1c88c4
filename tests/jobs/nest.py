"""Copies of the program that have a night over one folder, and can be killed in the middle of it.

`Nest` is the handle that a test holds; run as a program, this module is what it starts.
"""

from __future__ import annotations

import contextlib
import os
import signal
from datetime import datetime
from pathlib import Path

from pet.engines.base import Stop
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory.store import Store
from pet.paths import Paths
from pet.prompt.budget import Budget
from tests.fakes.clocks import FixedClock
from tests.forks import Forks, obey, say
from tests.jobs.note_taker import NoteTaker


class Nest(Forks):
    """Has copies do a night."""

    def __init__(self, paths: Paths) -> None:
        super().__init__("tests.jobs.nest")
        self._home = str(paths.root)

    def night(self, table, now: datetime, *, killed_after: int) -> list[object]:
        """One night of a copy that is killed once it has said so much; what it said."""
        child = self.begin({"home": self._home, "table": table, "now": now.isoformat()})
        said = []
        while (line := self.hear()) != "dead":
            said.append(line)
            if len(said) == killed_after:
                with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                    os.kill(child, signal.SIGKILL)
        return said


def _sleepless_night(order) -> None:
    """A night that says each thing that it does, also before and after each commit."""
    clock = FixedClock(datetime.fromisoformat(order["now"]))
    store = Store.open(Paths(Path(order["home"])), clock)
    engine = NoteTaker(order["table"])
    engine.before = lambda shown: say(["asked", len(shown)])
    clock.advance(hours=1)
    write = store.write

    def told(job):
        say("writing")
        done = write(lambda connection: (job(connection), say("written"))[0])
        say("committed")
        return done

    store.write = told
    report = nightly.run(Night(store, engine, Budget), Stop(), by_hand=True)
    say([report.outcome, report.why])
    store.close()


if __name__ == "__main__":
    obey(_sleepless_night)
