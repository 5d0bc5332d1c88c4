"""A pet, and the doorway to other threads that every window has, and that lets no fault pass."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Slot

from pet.app import open_pet
from pet.ui.background import Background
from tests.fakes.engines import ScriptedEngine


class Owner(QObject):
    """Raises what went wrong on another thread."""

    @Slot(object)
    def take_fault(self, error: BaseException) -> None:
        raise error


@pytest.fixture
def engine():
    return ScriptedEngine()


@pytest.fixture
def pet(paths, clock, engine):
    with open_pet(paths, clock, language="en", engine=engine) as opened:
        yield opened


@pytest.fixture
def owner(qtbot):
    return Owner()


@pytest.fixture
def new_background(owner):
    """Makes more than one: each is like that of another copy. Ask for it after the pet."""
    made: list[Background] = []

    def make() -> Background:
        made.append(Background(owner.take_fault, owner))
        return made[-1]

    yield make
    for background in made:
        background.close()


@pytest.fixture
def background(new_background):
    return new_background()
