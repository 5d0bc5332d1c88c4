"""A desktop for each file of tests, a home for each test, and the pets that live there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.bystander import Bystander
from tests.e2e.desktop import VirtualDesktop
from tests.e2e.pets import Home, RunningPet
from tests.fakes.fake_ollama import FakeOllama

Start = Callable[..., RunningPet]


@pytest.fixture(scope="module")
def desktop() -> Iterator[VirtualDesktop]:
    """One desktop for all tests of a file; each leaves it empty."""
    with VirtualDesktop() as running:
        yield running


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def start(desktop: VirtualDesktop, home: Home) -> Iterator[Start]:
    """Starts a pet over *home*; whatever was started is ended, and must not have complained."""
    started: list[RunningPet] = []

    def run(*words: str, **more: str) -> RunningPet:
        pet = RunningPet(desktop, home, *words, **more)
        started.append(pet)
        return pet

    desktop.mouse.move(10, 10)
    yield run
    for pet in started:
        desktop.end(pet.process)
    assert [pet.complaints() for pet in started if pet.complaints()] == []


@pytest.fixture
def fake() -> Iterator[FakeOllama]:
    """An Ollama with one model, which says a long thing slowly."""
    server = FakeOllama(reply=" ".join(f"word{n}" for n in range(300)), word_seconds=0.1)
    server.add("fake:1b")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def bystander(desktop: VirtualDesktop) -> Iterator[Bystander]:
    """A window of somebody else, behind everything, with the focus."""
    window = Bystander(desktop)
    yield window
    window.close()
