"""What the last start left in the box is not lost to what is typed before it comes back."""

from __future__ import annotations

import pytest

from pet.app import open_pet
from pet.ui.chat_room import ChatRoom
from pet.ui.theme import LIGHT_THEME
from tests.fakes.engines import ScriptedEngine


@pytest.fixture
def pet(paths, clock):
    with open_pet(paths, clock, language="en", engine=ScriptedEngine()) as first:
        first.session.seat.unsent.keep_draft("what was begun")
    with open_pet(paths, clock, language="en", engine=ScriptedEngine()) as second:
        yield second


@pytest.fixture
def room(pet, owner, background):
    made = ChatRoom(pet, background, LIGHT_THEME, owner)
    yield made
    made.end()


def box_says(room, text):
    assert room.chat.composer.draft() == text


def test_it_stands_above_what_was_typed_before_it_came(qtbot, room):
    room.chat.composer.insertPlainText("typed fast")
    qtbot.waitUntil(lambda: box_says(room, "what was begun\ntyped fast"))


def test_it_is_kept_when_the_program_ends_before_it_came(qtbot, pet, room):
    room.chat.composer.insertPlainText("typed fast")
    room.keep_draft_now()
    box_says(room, "what was begun\ntyped fast")
    assert pet.session.seat.unsent.draft() == "what was begun\ntyped fast"
    qtbot.wait(100)  # what was read meanwhile does not come a second time
    box_says(room, "what was begun\ntyped fast")
