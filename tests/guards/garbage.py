"""In a test with windows, garbage is collected on the main thread alone, as in the program."""

from __future__ import annotations

import gc

import pytest


def pytest_collection_finish():
    gc.collect()
    gc.freeze()  # the tests themselves are no garbage, and need not be looked at each time


@pytest.fixture(autouse=True)
def garbage_is_left_to_this_thread(request):
    if "qapp" not in request.fixturenames:
        yield
        return
    gc.disable()
    yield
    gc.collect(1)  # what this test made
    gc.enable()
