"""Copies of the program that are made to be killed, at any moment, in the middle of anything.

`Mortals` is the handle that a test holds; run as a program, this module is what it starts. Each
copy says ["begin", what, text] before it does something and ["done", what, text] once it was
acknowledged.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import threading
from datetime import datetime
from pathlib import Path
from random import Random

from pet.engines.base import Stop
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory import backups, erase, memos, undo
from pet.memory.store import Store
from pet.paths import Paths
from pet.prompt.budget import Budget
from tests.fakes.clocks import FixedClock
from tests.forks import Forks, obey, say
from tests.jobs.note_taker import NoteTaker, note

MOST_WORDS = 9  # heard before the last moment
MOST_SECONDS = 0.02  # of that moment, longer than any step takes on a fast disk

HOBBIES = ["등산", "수영", "낚시", "독서", "요가", "캠핑", "서예", "자수", "바둑", "탁구"]
TABLE = {
    f"{hobby} 책을 모으고 있어": [note(f"{hobby} 책을 모으고", "interest", f"{hobby} 책을 모음")]
    for hobby in HOBBIES
}


class Mortals(Forks):
    """Starts copies one after the other and kills each."""

    def __init__(self, chance: Random) -> None:
        super().__init__("tests.memory.mortals")
        self._chance = chance
        self._never = threading.Event()

    def live(
        self,
        paths: Paths,
        does: str,
        name: str,
        now: datetime,
        *,
        words: int = MOST_WORDS,
        seconds: float = MOST_SECONDS,
    ) -> list[list[str]]:
        """One life that ends at a random moment; what the copy said in it.

        That is at most *seconds* after at most *words* were heard.
        """
        order = {"home": str(paths.root), "does": does, "name": name, "now": now.isoformat()}
        child = self.begin(order)
        said = []
        for _ in range(self._chance.randint(0, words)):
            said.append(self.hear())
            if said[-1] == "dead":
                break
        self._never.wait(self._chance.uniform(0, seconds))
        with contextlib.suppress(ProcessLookupError):  # it has come to its own end
            os.kill(child, signal.SIGKILL)
        while "dead" not in said:
            said.append(self.hear())
        return [word for word in said if word != "dead"]


def _live(order) -> None:
    clock = FixedClock(datetime.fromisoformat(order["now"]))
    say(["begin", "open", ""])
    store = Store.open(Paths(Path(order["home"])), clock)
    say(["done", "open", ""])
    _LIVES[order["does"]](store, order["name"], clock)


def _undo(store: Store, name: str, _clock: FixedClock) -> None:
    """Save, forget, take back, forget again."""
    for number in itertools.count():
        text = f"{name}, 메모 {number}"
        with _step("add", text):
            memo = memos.add(store, text, origin="command").memo
        with _step("forget", text):
            memos.forget(store, memo.id)
        with _step("undo", text):
            undo.undo(store)
        if number % 2:  # some stay, but never as many as thirty
            continue
        with _step("forget", text):
            memos.forget(store, memo.id)


def _erase(store: Store, name: str, clock: FixedClock) -> None:
    """Save, copy, erase for good."""
    for number in itertools.count():
        text = f"{name}, canary number {number}"
        with _step("add", text):
            memo = memos.add(store, text, origin="command").memo
        clock.advance(days=1)
        with _step("back up", text):
            backups.keep_daily(store)
        with _step("erase", text):
            erase.erase_memo(store, memo.id)


def _back_up(store: Store, name: str, clock: FixedClock) -> None:
    """Save what stays, forget the one before, copy day after day."""
    before = None
    for number in itertools.count():
        text = f"{name}, 하루 {number}"
        with _step("add", text):
            memo = memos.add(store, text, origin="command").memo
        if before is not None:
            with _step("forget", before.text):
                memos.forget(store, before.id)
        before = memo
        clock.advance(days=1)
        with _step("back up", text):
            backups.keep_daily(store)


def _night(store: Store, _name: str, clock: FixedClock) -> None:
    clock.advance(hours=1)
    engine = NoteTaker(TABLE)
    engine.before = lambda shown: say(["begin", "asked", shown[0]])
    with _step("night", ""):
        nightly.run(Night(store, engine, Budget), Stop(), by_hand=True)


def _migrate(_store: Store, _name: str, _clock: FixedClock) -> None:
    """Opening it was all."""


_LIVES = {
    "undo": _undo,
    "erase": _erase,
    "back up": _back_up,
    "night": _night,
    "migrate": _migrate,
}


@contextlib.contextmanager
def _step(what: str, text: str):
    say(["begin", what, text])
    yield
    say(["done", what, text])


if __name__ == "__main__":
    obey(_live)
