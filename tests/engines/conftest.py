"""Servers to talk to, and the check that every test cleans up after itself."""

from __future__ import annotations

import threading

import psutil
import pytest

from pet.engines.address import parse
from pet.engines.ollama import Ollama
from pet.engines.tiny import bundled_model
from tests.engines.real import RealOllama, find_binary
from tests.fakes.fake_ollama import FakeOllama
from tests.waiting import until


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """No thread of the engines and no child of theirs outlives a test."""
    before = set(threading.enumerate())
    yield
    until(lambda: set(threading.enumerate()) <= before, 5, "threads to end")
    children = psutil.Process().children()
    assert not [child for child in children if "pet.engines.tiny_child" in child.cmdline()]


@pytest.fixture
def fake():
    """A fake server with one chat model in it."""
    server = FakeOllama()
    server.add("fake:1b")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def ollama(fake):
    """The engine on the fake server."""
    engine = Ollama(parse(fake.url))
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def real_ollama(tmp_path_factory):
    """A real server with the tiny model in it, shared by all tests; the test may kill it."""
    binary = find_binary()
    if binary is None:
        pytest.skip("no Ollama: name its binary in PET_TEST_OLLAMA, or put it on PATH")
    weights = bundled_model()
    if weights is None:
        pytest.skip("the tiny model is not installed (extra `tiny`)")
    server = RealOllama(binary, tmp_path_factory.mktemp("ollama"))
    server.start()
    server.put_model(weights)
    yield server
    server.kill()
