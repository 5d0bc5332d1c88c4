"""The submenu of the personas, and the windows' names."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from pet.app import open_pet
from pet.engines.base import Stop
from pet.ui.persona_menu import PersonaMenu, Row
from pet.ui.roster import Roster
from pet.ui.tray import MenuActions
from tests.fakes.engines import ScriptedEngine
from tests.waiting import until


@pytest.fixture
def pet(paths, clock):
    with open_pet(paths, clock, language="ko", engine=ScriptedEngine()) as opened:
        yield opened


@pytest.fixture
def menu(pet, owner, background):
    made = PersonaMenu(pet, background, owner)
    yield made
    made.close()


def entries(menu):
    return [(one.text(), one.isChecked()) for one in menu.action.menu().actions()]


def test_it_offers_everyone_with_a_mark_at_the_one_that_is_worn(qtbot, menu, pet):
    assert not menu.action.isVisible()
    menu.refresh()
    qtbot.waitUntil(lambda: bool(menu.rows))
    assert entries(menu) == [("솜이", True), ("마루", False), ("토리", False)]
    assert menu.action.isVisible()


def test_a_choice_is_said_as_a_command_and_the_mark_waits_for_her(qtbot, menu, pet):
    said = []
    menu.say_requested.connect(said.append)
    menu.refresh()
    qtbot.waitUntil(lambda: bool(menu.rows))
    menu.action.menu().actions()[2].trigger()
    assert said == ["/페르소나 tori"]
    assert entries(menu)[0] == ("솜이", True)
    pet.wardrobe.wear(pet.personas.find("tori"))
    menu.refresh()
    qtbot.waitUntil(lambda: entries(menu)[2] == ("토리", True))
    assert entries(menu)[0] == ("솜이", False)


def test_one_alone_is_not_offered(menu):
    menu.show_rows((Row("somi", "솜이", True),))
    assert not menu.action.isVisible()


def test_it_stands_below_the_chat_in_every_menu(qtbot, menu, pet):
    actions = MenuActions(pet.texts, menu, personas=menu.action)
    menu.show_rows((Row("somi", "A", True), Row("b", "B & C", False)))
    for _ in range(2):
        shown = QMenu()
        actions.fill(shown)
        assert shown.actions()[1].menu() is menu.action.menu()
        assert shown.actions()[1].text() == "페르소나"
    assert entries(menu)[1] == ("B && C", False)


def test_a_turn_of_another_is_named_and_one_that_is_gone_keeps_her_id(pet):
    list(pet.session.turn("@tori 안녕", Stop()))
    roster = Roster(pet)
    assert [(one.id, one.word) for one in roster.others()] == [("maru", "마루"), ("tori", "토리")]
    (turn,) = roster.named(pet.session.seat.shown(9))
    assert (turn.speaker, turn.word, turn.user_text) == ("토리", "토리", "안녕")
    (pet.paths.personas / "tori.json").unlink()
    until(lambda: len(roster.others()) == 1)
    (turn,) = roster.named(pet.session.seat.shown(9))
    assert turn.speaker == "tori"
