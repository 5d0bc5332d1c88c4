"""A pet, its windows, and the editor open on whoever is there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pet.persona import editing
from pet.persona.persona import Wording
from pet.persona.sheet import new_sheet
from pet.ui.persona_room import PersonaRoom
from pet.ui.theme import LIGHT_THEME
from pet.ui.windows import Windows


@pytest.fixture
def pet(pet, paths):
    """Nobody but the default persona is there: the user deleted the others of ours."""
    for one in pet.personas.everyone():
        if one.id != pet.personas.default().id:
            (paths.personas / f"{one.id}.json").unlink()
    return pet


@pytest.fixture
def mina(pet):
    """Somebody who is there already, with three examples."""
    examples = tuple(f"{{{{user}}}}: ask {n}\n{{{{char}}}}: say {n}" for n in (1, 2, 3))
    wording = Wording("Mina", "A cat.", "Short.", "", ("Hi!",), examples)
    sheet = new_sheet("en", "somi").with_wording("en", wording)
    return editing.save(pet.personas, None, replace(sheet, picture=None)).persona


@pytest.fixture
def new_room(pet, new_background):
    """More than one: each is like another copy of the program."""
    made = []

    def build():
        background = new_background()
        windows = Windows(pet, background, LIGHT_THEME)
        room = PersonaRoom(pet, background, windows)
        made.append(windows)
        return room

    yield build
    for windows in made:
        windows.close()


@pytest.fixture
def room(new_room):
    return new_room()


@pytest.fixture
def edit(qtbot, pet):
    """Opens the editor of a room on somebody; the editor once she is shown."""

    def opened(room, wanted=""):
        room.edit(wanted)
        editor = room.editor
        qtbot.waitUntil(lambda: editor.works.current is not None)
        return editor

    return opened


@pytest.fixture
def editor(room, edit, mina):
    return edit(room, "Mina")
