"""The idle pet is small: what talks, finds and concludes is loaded when it is wanted."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pet.clock import SystemClock
from pet.memory import indexing, ledger
from pet.memory.store import Store
from tests.jobs.conftest import Talk

ROOT = Path(__file__).parents[2]
WANTED_LATER = {
    "pet.chat.session",
    "pet.chat.talking",
    "pet.engines.choose",
    "pet.jobs.nightly",
    "pet.memory.likeness",
    "pet.memory.terms",
    "pet.ui.character.bubble",
    "pet.ui.chat.quick_chat",
    "pet.ui.memory.window",
    "asyncio",
    "httpx",
    "ollama",
}


def started(home):
    """How the nights went, and the modules that a start has loaded."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.ui.idle_start", str(home)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    nights, _, loaded = ended.stdout.partition("--\n")
    return nights.split(), set(loaded.splitlines())


@pytest.fixture
def talked(paths, clock):
    """A home in which something was said, indexed, and read by the night."""
    with closing(Store.open(paths, clock)) as store:
        Talk(store, clock).session("I work as a nurse")
        assert indexing.catch_up(store)
        ledger.note(store, "night", SystemClock().now().date(), "done", {})
    return paths.root


def test_a_first_start_loads_nothing_that_only_a_word_needs(paths):
    nights, loaded = started(paths.root)
    assert nights == ["skipped"]  # it was due, and nobody had been there
    assert "pet.ui.character.window" in loaded
    assert not WANTED_LATER & loaded


def test_a_later_start_neither(talked):
    nights, loaded = started(talked)
    assert nights == ["done"]
    assert not WANTED_LATER & loaded
