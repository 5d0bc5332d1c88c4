"""A whole pet over a home of its own, with an engine that follows a script."""

from __future__ import annotations

import pytest

from pet.app import open_pet
from pet.engines.base import Model, Stop
from tests.fakes.engines import ScriptedEngine


@pytest.fixture
def engine():
    offered = (Model("scripted:1b"), Model("other:1b"))
    return ScriptedEngine(otherwise="…", counted=0, on_offer=offered)


@pytest.fixture
def pet(paths, clock, engine):
    with open_pet(paths, clock, language="en", engine=engine) as opened:
        yield opened


@pytest.fixture
def say(pet):
    """Say something; all events of the turn."""

    def turn(text, stop=None):
        return list(pet.session.turn(text, stop or Stop()))

    return turn
