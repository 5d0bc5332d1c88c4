"""What a persona knows of her world is told when it is spoken of, by her alone."""

from __future__ import annotations

import json

import pytest

from pet import files
from pet.memory import reports
from pet.persona import lorebook, persona
from tests.persona.made_cards import v3

BOOK = {
    "entries": [
        {"keys": ["바다"], "content": "{{char}}는 바다를 본 적이 없어요.", "insertion_order": 1},
        {"keys": ["tower", "탑"], "content": "The tower leans a little.", "insertion_order": 0},
        {"keys": ["b(a|r)d"], "use_regex": True, "content": "never by a pattern"},
        {"keys": [], "constant": True, "content": "Mina never sleeps."},
    ]
}


@pytest.fixture(autouse=True)
def _mina(pet, say):
    card = v3(character_book=BOOK)
    files.write_json(pet.paths.personas / "mina.json", card)
    say("/persona mina")


def last(pet, text):
    return pet.session.prompt_now(text).messages[-1].content


@pytest.mark.parametrize("said", ["바다", "우리 바다에서 만나", "바다를 봤어", "바다랑은 멀어"])
def test_an_entry_is_told_when_its_word_is_said_with_any_particle(pet, said):
    assert "Mina는 바다를 본 적이 없어요." in last(pet, said)


@pytest.mark.parametrize("said", ["hello", "바닥", "towers", "bard", "bad", "b(a|r)d"])
def test_what_was_not_spoken_of_is_not_told(pet, said):
    told = last(pet, said)
    assert "untrusted_persona" not in told
    assert "never" not in told


def test_what_was_said_in_the_last_turns_counts_too_and_the_prefix_stays(pet, say, engine):
    say("hello")
    say("the tower!")
    say("what of it?")
    first, second, third = engine.sent
    assert "leans" not in first[-1].content
    assert "leans" in second[-1].content
    assert "leans" in third[-1].content
    assert first[0] == second[0] == third[0]
    assert all("leans" not in message.content for message in third[:-1])


def test_it_is_in_the_report_by_its_place_in_the_card(pet, say):
    say("the tower by the 바다")
    (turn,) = [one for one in pet.session.seat.shown(9) if one.state == "done"]
    report = reports.load(pet.store, turn.id)
    assert list(report["lore_used"]) == [1, 0]
    assert "leans" not in json.dumps(report)


def test_after_a_switch_nothing_of_it_is_told(pet, say):
    say("the tower!")
    say("/persona somi")
    assert "leans" not in last(pet, "the tower!")


def test_a_constant_entry_is_taken_in_with_a_click_in_every_language(pet):
    languages = {"ko": {"name": "미나", "description": "바리스타예요."}}
    card = v3(
        character_book=BOOK,
        extensions={"other": 1, "desktop_pet": {"written_in": "en", "languages": languages}},
    )
    mina = persona.from_card("mina", card)
    (entry,) = lorebook.read(card["data"]).constant
    assert not lorebook.is_taken_in(mina, entry)
    taken = lorebook.take_in(mina, entry)
    for language in ("en", "ko"):
        assert "Mina never sleeps." in persona.persona_text(taken, language)
    assert lorebook.is_taken_in(taken, entry)
    assert lorebook.take_in(taken, entry) is taken
    assert taken.card["data"]["character_book"] == BOOK
    assert taken.card["data"]["extensions"]["other"] == 1
