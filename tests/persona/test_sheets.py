"""A persona in a form, and her way back into the card."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.errors import PersonaError
from pet.persona.persona import Wording, from_card
from pet.persona.sheet import (
    applied,
    differences,
    from_json,
    new_card,
    new_sheet,
    sheet_of,
    tidied,
    to_json,
)

CARD = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "odd": [1],
    "data": {
        "name": "Mina",
        "description": "A cat.\r\nShe sleeps.",
        "first_mes": "Hi",
        "alternate_greetings": ["Hello"],
        "mes_example": "<START>\n{{user}}: a\n{{char}}: b<START>\nc",
        "unknown": {"deep": None},
        "extensions": {
            "other": 1,
            "desktop_pet": {
                "written_in": "en",
                "languages": {"ko": {"name": "미나", "description": "고양이", "x": 1}},
            },
        },
    },
}


def mina():
    return from_card("mina", CARD)


def english(sheet, **fields):
    return sheet.with_wording("en", replace(sheet.wording("en"), **fields))


def test_a_sheet_that_nobody_touched_changes_not_a_byte():
    assert applied(sheet_of(mina()), "mina", CARD).card == CARD


def test_only_what_was_edited_is_written():
    edited = applied(english(sheet_of(mina()), scenario="A sofa."), "mina", CARD)
    assert edited.card == {**CARD, "data": {**CARD["data"], "scenario": "A sofa."}}


def test_a_translation_is_edited_in_its_place():
    sheet = sheet_of(mina())
    sheet = sheet.with_wording("ko", replace(sheet.wording("ko"), description="개"))
    own = applied(sheet, "mina", CARD).card["data"]["extensions"]["desktop_pet"]
    assert own["languages"] == {"ko": {"name": "미나", "description": "개", "x": 1}}


def test_what_is_shown_as_the_nickname_is_edited_as_the_nickname():
    card = {**CARD, "data": {**CARD["data"], "nickname": "Mimi"}}
    edited = applied(english(sheet_of(from_card("m", card)), name="Momo"), "m", card)
    assert (edited.card["data"]["name"], edited.card["data"]["nickname"]) == ("Mina", "Momo")


def test_a_preference_that_is_taken_back_leaves_nothing_behind():
    chosen = applied(replace(sheet_of(mina()), model="x:1b", language="ko"), "mina", CARD)
    assert (chosen.model, chosen.language) == ("x:1b", "ko")
    back = applied(replace(sheet_of(chosen), model=None, language=None), "mina", chosen.card)
    assert back.card == CARD


def test_somebody_new_is_a_whole_card():
    sheet = new_sheet("ko", "somi")
    sheet = sheet.with_wording("ko", Wording("달이", "토끼", examples=("a", "b")))
    made = applied(sheet, "x", new_card(sheet))
    assert (made.written_in, made.look) == ("ko", "somi")
    assert made.wording("ko").examples == ("a", "b")
    assert made.card["data"]["group_only_greetings"] == []


def test_nobody_is_saved_without_a_name():
    with pytest.raises(PersonaError, match="no_name"):
        applied(english(sheet_of(mina()), name="  "), "mina", CARD)


def test_the_differences_are_told_field_by_field():
    before = sheet_of(mina())
    after = replace(english(before, name="Nina", examples=("c",)), picture=None)
    told = [(one.field, one.language, one.before, one.after) for one in differences(before, after)]
    assert told == [
        ("name", "en", "Mina", "Nina"),
        ("examples", "en", "{{user}}: a\n{{char}}: b\n\nc", "c"),
        ("picture", None, "kept", ""),
    ]


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
EXAMPLES = TEXTS.filter(lambda text: "<start>" not in text.lower())


@given(name=TEXTS, description=TEXTS, greetings=st.lists(TEXTS), examples=st.lists(EXAMPLES))
def test_what_is_written_is_read_back(name, description, greetings, examples):
    wording = Wording(f"x{name}", description, "", "", tuple(greetings), tuple(examples))
    sheet = new_sheet("en").with_wording("en", wording)
    made = applied(sheet, "x", new_card(sheet))
    again = applied(sheet_of(made), "x", made.card)
    assert again.card == made.card
    lines = description.replace("\r\n", "\n").replace("\r", "\n").strip()
    assert made.wording("en").description == lines
    assert len(made.wording("en").greetings) == len(tidied(sheet).words[0][1].greetings)


@given(st.lists(TEXTS), st.sampled_from(["kept", None, b"x"]))
def test_a_draft_is_the_sheet_again(examples, picture):
    sheet = new_sheet("ko").with_wording("ko", Wording("달이", examples=tuple(examples)))
    sheet = replace(sheet, picture=picture, model="m")
    assert from_json(to_json(sheet), picture) == sheet


@pytest.mark.parametrize("value", [{}, {"words": []}, {"words": [{"language": "ko", "name": 1}]}])
def test_a_draft_that_makes_no_sense_is_refused(value):
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_json(value, None)
