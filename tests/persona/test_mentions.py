"""Where the user's own pages hold a text."""

from __future__ import annotations

import pytest

from pet import files, paths
from pet.persona.drafts import Draft, Drafts
from pet.persona.library import Library
from pet.persona.mentions import Mention, mentions
from pet.persona.persona import Wording
from pet.persona.sheet import Sheet


@pytest.fixture(name="places")
def _places(tmp_path):
    return paths.Paths(tmp_path / "home")


def found(places, words, language="en"):
    return mentions(Library(places), places.drafts, lambda text: words in text, language)


def put(places, name, **fields):
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Mina", **fields}}
    files.write_json(places.personas / f"{name}.json", card)


@pytest.mark.parametrize(
    "fields",
    [
        {"description": "Her user lives by the harbour."},
        {"alternate_greetings": ["Hello from the harbour!"]},
        {"character_book": {"entries": [{"keys": ["home"], "content": "the harbour"}]}},
        {"extensions": {"desktop_pet": {"languages": {"ko": {"scenario": "by the harbour"}}}}},
    ],
)
def test_a_card_is_looked_through_to_its_last_field(places, fields):
    put(places, "mina", **fields)
    assert found(places, "harbour") == (Mention("Mina", "card"),)
    assert found(places, "mountain") == ()


def test_unsaved_edits_of_every_editor_are_looked_through(places):
    for number in ("1", "2"):
        sheet = Sheet((("en", Wording(f"Mina {number}", personality="loves the harbour")),))
        Drafts(places.drafts / number).keep(Draft("mina", None, None, sheet))
    (places.drafts / "1" / "torn.json").write_text('{"harbour')
    files.write_json(places.drafts / "1" / "other.json", ["harbour"])
    assert found(places, "harbour") == (Mention("Mina 1", "draft"), Mention("Mina 2", "draft"))


def test_the_file_she_came_as_counts_where_her_card_has_lost_the_words(places):
    put(places, "mina", description="by the sea")
    files.write_json(places.personas / "imported" / "mina.json", {"data": {"x": ["the harbour"]}})
    assert found(places, "harbour") == (Mention("Mina", "original"),)
    (places.personas / "imported" / "mina.json").write_bytes(b"harbour")
    assert found(places, "harbour") == ()


def test_what_we_wrote_is_not_the_user_s_until_they_change_it(places):
    somi = Library(places).default()
    assert found(places, "Somi") == ()
    data = {**somi.card["data"], "description": "Somi, by the harbour"}
    files.write_json(places.personas / "somi.json", {**somi.card, "data": data})
    assert found(places, "harbour", "ko") == (Mention("솜이", "card"),)
