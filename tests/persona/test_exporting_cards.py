"""What goes out: V3, V2 and pictures; nothing unknown is lost on the way in and out again."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from pet.errors import CardRefused
from pet.persona import exporting, persona, png
from pet.persona.importing import read_card
from tests.persona import made_cards
from tests.persona.made_cards import (
    KOREAN,
    archive,
    as_json,
    chunk,
    itext,
    packed,
    text,
    v1,
    v2,
    v3,
    ztext,
)

ENTRY = {"keys": ["Seoul"], "content": "@@depth 4\n@@@role system\nBig.", "use_regex": True}
NEW_IN_V3 = {
    "nickname": "Mi",
    "creator_notes_multilingual": {"ko": "메모"},
    "source": ["https://example.com"],
    "group_only_greetings": ["Hi all"],
    "creation_date": 1_700_000_000,
    "assets": [{"type": "icon", "name": "main", "uri": "embeded://a.png", "ext": "webp"}],
}


def made_of(card):
    return read_card(as_json(card), "x.json").persona


def texts_in(data):
    """Keyword and content of each text chunk."""
    return [(one.keyword, png.text(one)) for one in png.read(data).texts]


def parsed(exported):
    return json.loads(exported.data)


def test_v3_goes_out_as_it_came_in():
    card = {**v3(**NEW_IN_V3, description=KOREAN), "more": {"x": [None]}}
    assert parsed(exporting.as_v3(made_of(card))) == {
        **card,
        "data": {**made_of(card).card["data"]},
    }


def test_what_was_edited_goes_out_and_the_original_stays():
    original = {**v2(), "description": "An old copy for old programs."}
    imported = read_card(as_json(original), "x.json")
    data = {**imported.card["data"], "description": "Edited."}
    edited = persona.from_card("mina", {**imported.card, "data": data})
    now = parsed(exporting.as_v3(edited))
    assert (now["data"]["description"], now["description"]) == ("Edited.", "Edited.")
    assert json.loads(imported.original) == original


def test_v2_says_what_it_cannot_hold():
    card = v3(**NEW_IN_V3, character_book={"entries": [ENTRY, {"content": "plain"}], "x": 1})
    exported = exporting.as_v2(made_of(card))
    out = parsed(exported)
    assert (out["spec"], out["spec_version"]) == ("chara_card_v2", "2.0")
    assert not NEW_IN_V3.keys() & out["data"].keys()
    first, second = out["data"]["character_book"]["entries"]
    assert (first["content"], second["content"]) == ("Big.", "plain")
    assert "use_regex" not in first
    assert out["data"]["character_book"]["x"] == 1
    notes = {note.key: note.facts for note in exported.notes}
    assert notes["card.note.not_in_v2"]["names"].split(", ") == [
        *("nickname", "creator_notes_multilingual", "source", "group_only_greetings"),
        *("assets", "creation_date", "use_regex"),
    ]
    assert notes["card.note.decorators_gone"] == {"count": 2}


def test_in_v2_a_nickname_alone_becomes_the_name():
    nameless = persona.from_card("mi", v3(name=" ", nickname="Mi"))
    assert parsed(exporting.as_v2(nameless))["data"]["name"] == "Mi"


def test_a_plain_card_loses_nothing_in_v2():
    assert exporting.as_v2(made_of(v2())).notes == ()


def test_every_field_v3_asks_for_goes_out():
    bare = persona.from_card("x", {"data": {"name": "Mina", "character_book": {"entries": [{}]}}})
    out = parsed(exporting.as_v3(bare))
    assert (out["spec"], out["spec_version"]) == ("chara_card_v3", "3.0")
    assert out["data"]["group_only_greetings"] == out["data"]["tags"] == []
    assert out["data"]["first_mes"] == ""
    assert out["data"]["character_book"] == {
        "extensions": {},
        "entries": [
            {
                "keys": [],
                "content": "",
                "extensions": {},
                "enabled": True,
                "insertion_order": 0,
                "use_regex": False,
            }
        ],
    }


def test_our_own_persona_goes_out_without_the_mark_of_a_copy():
    card = persona.marked_as_shipped(v3(extensions={"desktop_pet": {"look": "somi"}}))
    out = parsed(exporting.as_v3(persona.from_card("somi", card)))
    assert out["data"]["extensions"]["desktop_pet"] == {"look": "somi"}


def test_a_picture_has_the_new_card_and_a_copy_for_old_programs():
    picture = made_cards.png(chunk(b"prVt", b"\x00\xff"), text(b"me", b"Software"))
    exported = exporting.as_png(made_of(v3(**NEW_IN_V3, creator_notes="Mine.")), picture)
    (_, software), (new, ccv3), (old, chara) = texts_in(exported.data)
    assert (software, new, old) == (b"me", "ccv3", "chara")
    card, copy = (json.loads(base64.b64decode(one)) for one in (ccv3, chara))
    assert (card["spec"], copy["spec"]) == ("chara_card_v3", "chara_card_v2")
    assert card["data"]["assets"][0] == {
        **NEW_IN_V3["assets"][0],
        "uri": "ccdefault:",
        "ext": "png",
    }
    assert copy["data"]["creator_notes"].startswith("Mine.\n\n(A copy of")
    assert card["data"]["creator_notes"] == "Mine."
    kinds = [one.kind for one in png.read(exported.data).chunks]
    assert kinds == [b"IHDR", b"prVt", b"tEXt", b"IDAT", b"tEXt", b"tEXt", b"IEND"]


def test_former_cards_leave_the_picture_and_nothing_else_does():
    others = chunk(b"prVt", bytes(range(256))) + ztext(b"c", b"Comment") + itext(b"d", b"Title")
    former = (
        *(text(b"1"), ztext(b"2", b"CCV3"), itext(b"3", b"Chara"), text(b"4", b"ccv2")),
        text(b"5", b"chara_card_v3"),
    )
    picture = made_cards.png(*former[:3], others, after_pixels=former[3:])
    exported = exporting.as_png(made_of(v3()), picture)
    assert [name for name, _ in texts_in(exported.data)] == ["Comment", "Title", "ccv3", "chara"]
    assert others in exported.data
    assert read_card(exported.data, "x.png").picture.data == made_cards.png(others)


@pytest.mark.parametrize("picture", [None, b"", made_cards.jpeg(), made_cards.png()[:-20]])
def test_without_a_whole_png_a_plain_picture_holds_the_card(picture):
    exported = exporting.as_png(made_of(v3()), picture)
    assert [note.key for note in exported.notes] == ["card.note.plain_picture"]
    shown = QImage.fromData(exported.data)
    assert (shown.width(), shown.height()) == (400, 600)
    assert read_card(exported.data, "x.png").card["data"]["name"] == "Mina"


@pytest.mark.parametrize(("card", "keyword"), [(v1(), "chara"), (v2(), "chara"), (v3(), "ccv3")])
def test_a_picture_can_hold_the_card_as_it_came(card, keyword):
    original = b"  " + as_json(card)
    exported = exporting.original_in_png(original, made_cards.png())
    assert [(name, base64.b64decode(one)) for name, one in texts_in(exported.data)] == [
        (keyword, original)
    ]
    assert read_card(exported.data, "x.png").original == original


def test_a_card_that_could_not_be_read_back_is_not_put_in_a_picture():
    long = made_of(v3(description="x" * 3_300_000))
    with pytest.raises(CardRefused, match="too_large_for_png"):
        exporting.as_png(long, None)
    assert len(exporting.as_v3(long).data) > 3_300_000


# -- nothing unknown is lost ----------------------------------------------------------------------

letters = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | letters | st.floats(-1e9, 1e9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(letters, inner, max_size=3),
    max_leaves=6,
)
unknown = st.dictionaries(letters.map(lambda key: f"x-{key}"), values, max_size=4)
books = st.fixed_dictionaries(
    {"entries": st.lists(unknown | st.fixed_dictionaries({"content": letters}), max_size=3)}
)
cards = st.builds(
    lambda root, data, extensions, own, book, texts: {
        **root,
        **v3(**data, **texts, character_book=book, extensions={**extensions, "desktop_pet": own}),
    },
    *(unknown, unknown, unknown, unknown, books),
    st.fixed_dictionaries({"description": letters, "mes_example": letters, "first_mes": letters}),
)


# The first draw of a fresh machine builds the tables of Unicode, which counts as slow.
property_of = settings(max_examples=40, suppress_health_check=list(HealthCheck))


def holds(kept, given_):
    """Whether all that *given_* has is in *kept*, which may have more."""
    if isinstance(given_, dict):
        return isinstance(kept, dict) and all(
            key in kept and holds(kept[key], value) for key, value in given_.items()
        )
    if isinstance(given_, list):
        same_length = isinstance(kept, list) and len(kept) == len(given_)
        return same_length and all(map(holds, kept, given_))
    return kept == given_ and type(kept) is type(given_)


@property_of
@given(cards)
def test_v3_keeps_everything_through_json_and_pictures(card):
    imported = read_card(as_json(card), "x.json")
    assert holds(imported.card, card)
    again = read_card(exporting.as_v3(imported.persona).data, "x.json")
    assert holds(again.card, card)
    inside = read_card(exporting.as_png(again.persona, None).data, "x.png")
    assert holds(inside.card, card)
    assert exporting.as_v3(inside.persona).data == exporting.as_v3(again.persona).data


@property_of
@given(cards)
def test_v2_keeps_everything_through_every_container(card):
    older = {**card, "spec": "chara_card_v2", "spec_version": "2.0"}
    del older["data"]["group_only_greetings"]
    raw = as_json(older)
    for data in (raw, made_cards.png(ztext(base64.b64encode(raw))), archive(raw)):
        imported = read_card(data, "x")
        assert imported.original == raw
        out = parsed(exporting.as_v2(imported.persona))
        assert holds(out, older)


@property_of
@given(unknown)
def test_older_kinds_keep_what_v3_has_no_place_for(rest):
    out = parsed(exporting.as_v3(made_of({**v1(), **rest})))
    assert out["data"]["extensions"].get("desktop_pet", {}).get("rest", {}) == rest


@property_of
@given(st.binary(max_size=200), st.integers(0, 3))
def test_other_chunks_stay_byte_for_byte(noise, place):
    other = chunk(b"prVt", noise)
    parts = [text(packed(v2())), other]
    picture = made_cards.png(*parts[place % 2 :], after_pixels=tuple(parts[: place % 2]))
    exported = exporting.as_png(made_of(v3()), picture)
    assert exported.data.count(other) == 1
