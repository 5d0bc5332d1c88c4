"""A few seconds of what `tests/bench/fuzz_cards.py` does for ten minutes."""

from __future__ import annotations

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("the memory of a process is measured the POSIX way", allow_module_level=True)

from tests.bench import fuzz_cards


@pytest.mark.parametrize("seed", [1, 2])
def test_no_broken_file_crashes_hangs_or_takes_the_memory(seed):
    found = fuzz_cards.run(fuzz_cards.Mill(seed), until=lambda files: files == 150)
    assert found.failures == []
    assert len(found.seen) > 15  # it does reach many places
