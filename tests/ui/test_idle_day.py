"""A day of the idle pet: its memory stays flat, and the night comes once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import soak

ROOT = Path(__file__).parents[2]
HOURS = soak.size(1, 24)
MEGABYTES = 3.0  # more than after half of it, with the night: pieces of freed memory come and go


@pytest.mark.timeout(3600)
def test_the_idle_pet_stays_as_it_is_and_has_one_night(paths):
    ended = subprocess.run(
        [sys.executable, "-m", "tests.ui.idle_day", str(paths.root), str(HOURS)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    early, late = told["megabytes"]
    soak.figure(
        f"{HOURS} hours of the idle pet",
        f"{told['steps']} steps, {early:.1f} MB after half, {late:.1f} MB at the end",
    )
    assert late - early <= MEGABYTES
    assert told["python_collects"] is False  # on whichever thread
    assert (told["asked"], told["lines"]) == (1, ["간호사로 일함"])
