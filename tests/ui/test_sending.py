"""A message is not lost, and not there twice, whenever the program is killed after Enter."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

from pet.clock import SystemClock
from pet.memory import drafts, sessions
from pet.memory.store import Store
from pet.paths import Paths
from tests import soak

ROOT = Path(__file__).parents[2]
KILLS = soak.size(6, 60)
MOST_SECONDS = 0.05  # after Enter


def send_and_be_killed(paths, text, seconds):
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.ui.sender", str(paths.root), text],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert program.stdout.readline() == b"sent\n"
    threading.Event().wait(seconds)
    program.kill()
    program.wait()
    program.stdout.close()


def test_whenever_it_is_killed_after_enter_the_message_is_there_once(tmp_path):
    chance = Random(13)
    stored = 0
    for kill in range(KILLS):
        paths = Paths(tmp_path / f"home {kill}")
        text = f"message number {kill}"
        send_and_be_killed(paths, text, chance.uniform(0, MOST_SECONDS))
        store = Store.open(paths, SystemClock())
        assert store.notices == ()
        lease = sessions.join(store, "somi")
        rows = store.rows("SELECT user_text FROM turns")
        stored += len(rows)
        assert [said for (said,) in rows] + drafts.take_up(store, lease).splitlines() == [text]
        assert drafts.take_up(store, lease) == ("" if rows else text)
        assert list(paths.session_locks.glob("sending-*")) == []
        lease.close()
        store.close()
    soak.figure(
        "kills within 50 ms of Enter", f"{KILLS}, {KILLS - stored} before it was stored, 0 lost"
    )
