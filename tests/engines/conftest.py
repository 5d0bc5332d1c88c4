"""Servers to talk to, and the check that every test cleans up after itself."""

from __future__ import annotations

import threading

import pytest

from pet.engines.address import parse
from pet.engines.ollama import Ollama
from tests.engines.children import tiny_children
from tests.engines.real import real_ollama
from tests.fakes.fake_ollama import FakeOllama
from tests.waiting import until

__all__ = ["real_ollama"]  # a fixture


@pytest.fixture(autouse=True)
def nothing_left_behind():
    """No thread of the engines and no child of theirs outlives a test."""
    before = set(threading.enumerate())
    yield
    until(lambda: set(threading.enumerate()) <= before, 5, "threads to end")
    assert not tiny_children()


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
