"""What every test may count on: an offscreen Qt and a home folder of its own."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest

from pet.paths import Paths
from tests.fakes.clocks import FixedClock


@pytest.fixture
def paths(tmp_path):
    """A home folder that exists only for this test."""
    return Paths(tmp_path / "home")


@pytest.fixture
def clock():
    return FixedClock()
