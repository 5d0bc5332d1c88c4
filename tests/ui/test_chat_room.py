"""The chat beside what else the pet shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from pet.chat.events import TurnStarted
from pet.persona import editing
from pet.persona.sheet import sheet_of
from pet.settings import Settings
from pet.ui.chat_room import ChatRoom
from pet.ui.foresight import Foresight
from pet.ui.theme import LIGHT_THEME


@pytest.fixture
def room(pet, owner, background):
    made = ChatRoom(pet, background, LIGHT_THEME, owner)
    yield made
    made.end()


def test_a_new_name_of_the_persona_that_is_worn_is_in_the_title_at_once(qtbot, pet, room):
    chat = room.chat
    assert chat.windowTitle() == "Chat with Somi"
    somi = pet.personas.find("somi")
    sheet = sheet_of(somi)
    named = sheet.with_wording("en", replace(sheet.wording("en"), name="Cotton"))
    editing.save(pet.personas, somi, named)
    with qtbot.waitSignal(room.persona_worn, check_params_cb=lambda name: name == "Cotton"):
        room.refresh()
    assert chat.windowTitle() == "Chat with Cotton"
    assert "Cotton" in chat.foot.field.composer.placeholderText()


def test_the_switch_turned_elsewhere_is_told_in_the_open_chat(qtbot, pet, room, paths):
    room.open(QRect(0, 0, 10, 10))
    badge = room.chat.title.findChild(QWidget, "unremembered")
    for memory_is_on in (False, True):
        Settings(paths).change(memory=memory_is_on)  # as another copy does
        qtbot.waitUntil(lambda on=memory_is_on: badge.isVisible() is not on, timeout=3000)


def test_who_was_read_before_another_was_put_on_is_not_shown(pet, room):
    keeper = room.chat and room._keeper
    read = keeper._persona()
    pet.wardrobe.wear(pet.personas.find("tori"))
    room.chat.show_persona("Tori")
    keeper._show_persona(read)
    assert room.chat.windowTitle() == "Chat with Tori"


def test_what_talks_is_loaded_when_somebody_is_about_to_open_the_chat(
    qtbot, pet, room, owner, background
):
    assert not pet._session.made
    foresight = Foresight(pet, background, owner)
    foresight.prepare()
    foresight.prepare()
    qtbot.waitUntil(lambda: bool(pet._session.made), timeout=5000)
    assert not room.is_open


def test_a_reply_that_hangs_is_told_of_until_the_next_word(qtbot, pet, room):
    room.open(QRect(0, 0, 10, 10))
    room.show(TurnStarted(1))
    room._silence.began.emit(room._silence._notice)
    notice = room.chat.foot.notice
    assert notice.isVisible()
    room._silence.ended.emit()
    assert not notice.isVisible()
