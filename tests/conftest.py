"""What every test may count on: an offscreen Qt, a home of its own, and nobody's leftovers."""

from __future__ import annotations

import pytest

from pet.paths import Paths
from tests.fakes.clocks import FixedClock

pytest_plugins = [
    "tests.guards.surroundings",
    "tests.guards.network",
    "tests.guards.garbage",  # before what waits for threads, so that it ends after it
    "tests.guards.leftovers",
    "tests.guards.logs",
    "tests.guards.properties",
    "tests.guards.skips",
    "tests.guards.timing",
    "tests.guards.figures",
]


@pytest.fixture
def paths(tmp_path):
    """A home folder that exists only for this test."""
    return Paths(tmp_path / "home")


@pytest.fixture
def clock():
    return FixedClock()
