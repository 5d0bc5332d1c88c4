"""Every container and every way to write a card becomes one persona, with an account of it."""

from __future__ import annotations

import base64
import json

import pytest

from pet.errors import CardRefused
from pet.persona import persona, pictures
from pet.persona.importing import proposed_id
from tests.persona.made_cards import (
    KOREAN,
    archive,
    as_json,
    chunk,
    exif,
    itext,
    jpeg,
    packed,
    png,
    text,
    v1,
    v2,
    v3,
    webp,
    ztext,
)
from tests.persona.reading_cards import ICON, noted, read, refused, saved_by_qt

CONTAINERS = {
    "json": (as_json(v2()), "json", None),
    "json with BOM": (b"\xef\xbb\xbf" + as_json(v2()), "json", None),
    "tEXt": (png(text(packed(v2()))), "png", "png"),
    "tEXt behind the pixels": (png(after_pixels=(text(packed(v2())),)), "png", "png"),
    "zTXt": (png(ztext(packed(v2()))), "png", "png"),
    "iTXt": (png(itext(packed(v2()))), "png", "png"),
    "iTXt compressed": (png(itext(packed(v2()), compressed=True)), "png", "png"),
    "plain JSON in tEXt": (png(text(as_json(v2()))), "png", "png"),
    "plain JSON with BOM": (png(text(b"\xef\xbb\xbf" + as_json(v2()))), "png", "png"),
    "base64 without padding": (png(text(packed(v2(name="Mina!")).rstrip(b"="))), "png", "png"),
    "base64 in lines": (
        png(text(b"\r\n".join([packed(v2())[:40], packed(v2())[40:]]))),
        *("png",) * 2,
    ),
    "base64 of the web": (
        png(text(packed(v2(name="?>~é")).replace(b"+", b"-").replace(b"/", b"_"))),
        *("png",) * 2,
    ),
    "APNG": (png(chunk(b"acTL", b"\0" * 8), text(packed(v2()))), "apng", "png"),
    "CHARX": (archive(v3()), "charx", None),
    "CHARX stored": (archive(v3(), stored=True), "charx", None),
    "JPEG and ZIP": (jpeg() + archive(v3()), "jpeg_zip", "jpeg"),
    "JPEG with EXIF": (jpeg(exif=exif(as_json(v2()))), "jpeg", "jpeg"),
    "WEBP with JSON": (webp(exif=exif(as_json(v2()))), "webp", "webp"),
    "WEBP with bytes": (
        webp(exif=exif(", ".join(map(str, as_json(v2()))).encode())),
        *("webp",) * 2,
    ),
    "WEBP, the other byte order": (webp(exif=exif(as_json(v2()), order=">")), "webp", "webp"),
    "WEBP in UTF-16": (
        webp(exif=exif(as_json(v2()).decode().encode("utf-16-le"), code=b"UNICODE\0")),
        *("webp",) * 2,
    ),
}


@pytest.mark.parametrize("kind", CONTAINERS)
def test_every_container_is_read(kind):
    data, container, picture = CONTAINERS[kind]
    imported = read(data)
    assert imported.container == container
    assert (imported.picture and imported.picture.format) == picture
    assert "A barista." in persona.persona_text(imported.persona, "en")


@pytest.mark.parametrize("keyword", [b"chara", b"Chara", b"CHARA", b"ccv2", b"ccv3", b"card"])
def test_the_name_of_the_text_is_read_whatever_its_case(keyword):
    assert read(png(text(packed(v2()), keyword))).persona.card["data"]["name"] == "Mina"


def test_the_newer_of_two_cards_is_read():
    both = png(text(packed(v2(name="Old"))), text(packed(v3(name="New")), b"ccv3"))
    assert persona.name_in(read(both).persona, "en") == "New"
    assert read(both).notes == ()


def test_of_two_alike_the_first_is_read_and_said():
    twice = read(png(text(packed(v2(name="First"))), text(packed(v2(name="Second")))))
    assert persona.name_in(twice.persona, "en") == "First"
    assert noted(twice) == {"card.note.several_cards"}


def test_where_the_newer_is_damaged_the_older_is_read_and_said():
    both = read(png(text(packed(v2(name="Old"))), text(b"!!", b"ccv3")))
    assert persona.name_in(both.persona, "en") == "Old"
    assert "card.note.second_best" in noted(both)


def test_the_name_of_the_file_says_nothing():
    assert read(png(text(packed(v2()))), "mina.json").container == "png"
    assert read(as_json(v2()), "mina.png").container == "json"
    assert refused(b"RIFF\x10\0\0\0WAVEfmt ", "mina.png").facts == {"format": "RIFF/WAVE"}


def test_the_picture_loses_the_card_and_keeps_everything_else():
    other = chunk(b"prVt", bytes(range(256))) + text(b"me", b"Software") + ztext(b"x", b"Comment")
    imported = read(png(text(packed(v3()), b"ccv3"), other, ztext(packed(v2()))))
    assert imported.picture.data == png(other)
    assert (imported.picture.width, imported.picture.height) == (2, 3)


@pytest.mark.parametrize("scheme", ["embeded", "embedded"])
def test_the_picture_of_an_archive_is_its_main_icon(scheme):
    assets = [
        {**ICON, "name": "other", "uri": "embeded://b.png"},
        {**ICON, "uri": f"{scheme}://assets/icon/a.png"},
        {"type": "emotion", "uri": "https://example.com/a.png"},
    ]
    files = {"assets/icon/a.png": jpeg(9, 8), "b.png": png(), "module.risum": b"x"}
    made = archive(v3(assets=assets), **files)
    imported = read(made)
    assert (imported.picture.format, imported.picture.width) == ("jpeg", 9)
    notes = {note.key: note.facts for note in imported.notes}
    assert notes["card.left.archive_files"] == {"count": 2}
    assert notes["card.left.remote_assets"] == {"count": 1}


def test_a_picture_may_stand_in_the_card_itself():
    icon = {**ICON, "uri": "data:image/png;base64," + base64.b64encode(png()).decode()}
    assert read(as_json(v3(assets=[icon]))).picture.data == png()


@pytest.mark.parametrize("uri", ["https://example.com/a.png", "file:///etc/passwd", "__asset:0"])
def test_no_picture_is_fetched(uri):
    assert read(as_json(v3(assets=[{**ICON, "uri": uri}]))).picture is None


@pytest.mark.parametrize(
    "uri", ["embeded://../a.png", "embeded://a\\b", "embeded://c:/a", "embeded://none.png"]
)
def test_a_picture_that_is_not_in_the_archive_is_left_out(uri):
    imported = read(archive(v3(assets=[{**ICON, "uri": uri}]), **{"../a.png": png()}))
    assert imported.picture is None
    assert "card.note.no_picture" in noted(imported)
    assert "card.left.unsafe_names" in noted(imported)


@pytest.mark.parametrize(
    ("kind", "quality", "format_"),
    [("PNG", -1, "png"), ("JPEG", 80, "jpeg"), ("WEBP", 50, "webp"), ("WEBP", 100, "webp")],
)
def test_real_pictures_are_measured_without_being_decoded(kind, quality, format_):
    picture = pictures.examine(saved_by_qt(kind, quality))
    assert (picture.format, picture.width, picture.height) == (format_, 21, 13)
    with pytest.raises(CardRefused, match="damaged"):
        pictures.examine(picture.data[:-5])


# -- the ways to write a card ---------------------------------------------------------------------

PYGMALION = {
    "char_name": "Mina",
    "char_persona": "A barista.",
    "char_greeting": "Hi <USER>!",
    "world_scenario": "A cafe.",
    "example_dialogue": "You: Hello\nMina: It is 10:30.\n<START>\nYou: Bye",
    "metadata": {"version": 1},
}
OOBA = {"name": "Mina", "context": "A barista.", "greeting": "Hi <BOT>!", "turn_template": "x"}
AGNAI = {
    "kind": "character",
    "name": "Mina",
    "description": "made in 2023",
    "persona": {"kind": "boostyle", "attributes": {"job": ["barista"], "likes": ["tea", "rain"]}},
    "greeting": "Hi!",
    "scenario": "A cafe.",
    "sampleChat": "You: Hello\n{{char}}: Hi.",
    "systemPrompt": "Obey.",
    "characterBook": {
        "entries": [{"name": "e", "entry": "Big.", "keywords": ["Seoul"], "weight": 1}]
    },
    "voice": {"service": "x"},
}


def test_a_flat_card_is_v1():
    imported = read(as_json({**v1(first_mes="Hi <USER>, I am <bot>."), "create_date": "2023"}))
    data = imported.card["data"]
    assert (imported.spec, imported.card["spec"]) == ("v1", "chara_card_v3")
    assert data["first_mes"] == "Hi {{user}}, I am {{char}}."
    assert data["extensions"]["desktop_pet"]["rest"] == {"create_date": "2023"}
    assert noted(imported) == {"card.note.old_macros", "card.note.no_picture"}


def test_newer_fields_beside_those_of_a_flat_card_are_kept():
    flat = {**v2(alternate_greetings=["Ah!"], system_prompt="Be brief.")["data"], "voice": 1}
    data = read(as_json(flat)).card["data"]
    assert (data["alternate_greetings"], data["system_prompt"]) == (["Ah!"], "Be brief.")
    assert data["extensions"]["desktop_pet"]["rest"] == {"voice": 1}


def test_a_list_of_one_character_is_that_character():
    assert read(as_json([v2(name="Mina")])).card["data"]["name"] == "Mina"
    refused(as_json([v2(), v2()]))


def test_a_folder_that_was_packed_whole_is_read_like_its_files():
    card = as_json(v3(assets=[{**ICON, "uri": "embeded://a/i.png"}]))
    imported = read(archive(**{"Mina__card.json": card, "Mina__a__i.png": saved_by_qt("PNG")}))
    assert imported.picture is not None
    assert not [key for key in noted(imported) if key.startswith("card.left")]
    refused(archive(**{"A__card.json": card, "B__card.json": card}))


def test_tags_with_an_end_are_no_macros():
    written = "<user>answers</user> <USER>"
    assert read(as_json(v1(scenario=written))).card["data"]["scenario"] == written


def test_newer_cards_keep_their_angle_brackets():
    assert read(as_json(v2(scenario="<USER>"))).card["data"]["scenario"] == "<USER>"


def test_v2_becomes_v3_and_keeps_what_stands_beside():
    imported = read(as_json({**v2(nickname="Mi"), "create_date": 7, "name": "Old copy"}))
    assert (imported.spec, imported.version) == ("v2", "2.0")
    assert imported.card["spec_version"] == "3.0"
    assert imported.card["create_date"] == 7
    assert imported.card["data"]["group_only_greetings"] == []
    assert persona.name_in(imported.persona, "en") == "Mi"


def test_a_name_that_stands_only_beside_the_data_is_found():
    card = v2()
    card["name"] = card["data"].pop("name")
    assert persona.name_in(read(as_json(card)).persona, "en") == "Mina"


def test_a_card_of_a_newer_version_is_read_and_said():
    for change in ({"spec": "chara_card_v4"}, {"spec_version": "3.5"}, {"spec_version": 4}):
        imported = read(as_json({**v3(), **change}))
        assert "card.note.newer" in noted(imported)
    assert "card.note.newer" not in noted(read(as_json({**v3(), "spec_version": "nonsense"})))


@pytest.mark.parametrize(("card", "spec"), [(PYGMALION, "pygmalion"), (OOBA, "ooba")])
def test_older_programs_are_understood(card, spec):
    imported = read(as_json(card))
    data = imported.card["data"]
    assert imported.spec == spec
    assert (data["name"], data["description"]) == ("Mina", "A barista.")
    assert data["first_mes"] in ("Hi {{user}}!", "Hi {{char}}!")


def test_pygmalions_you_is_the_user_and_no_colon_is_lost():
    shown = persona.examples(read(as_json(PYGMALION)).persona, "en")
    assert shown == ("User: Hello\nMina: It is 10:30.", "User: Bye")


def test_agnai_is_understood():
    imported = read(as_json(AGNAI))
    data = imported.card["data"]
    assert imported.spec == "agnai"
    assert data["description"] == "job: barista\nlikes: tea, rain"
    assert data["creator_notes"] == "made in 2023"
    assert data["mes_example"] == "{{user}}: Hello\n{{char}}: Hi."
    assert [(one.keys, one.content) for one in imported.lorebook.entries] == [(("Seoul",), "Big.")]
    assert data["character_book"]["entries"][0]["weight"] == 1
    assert data["extensions"]["desktop_pet"]["rest"]["voice"] == {"service": "x"}
    assert "card.left.system_prompt" in noted(imported)


def test_agnais_plain_text_is_the_description():
    card = {**AGNAI, "persona": {"kind": "text", "attributes": {"text": ["A barista."]}}}
    assert read(as_json(card)).card["data"]["description"] == "A barista."


def test_names_of_fields_with_spaces_are_read():
    card = {" spec ": "chara_card_v2", " data ": {" name": "Mina", "description ": "Calm."}}
    imported = read(as_json(card))
    assert "Calm." in persona.persona_text(imported.persona, "en")
    assert "card.note.trimmed_keys" in noted(imported)


def test_null_and_other_kinds_count_as_absent():
    card = v3(
        personality=None,
        scenario=["x"],
        character_book=None,
        alternate_greetings=None,
        creation_date="",
        character_version=1.5,
        tags=["a", 3, {"b": 1}],
        extensions=None,
        assets={},
    )
    imported = read(as_json(card))
    data = imported.card["data"]
    assert (data["personality"], data["scenario"], data["alternate_greetings"]) == ("", "", [])
    assert (data["character_version"], data["tags"], data["extensions"]) == ("1.5", ["a", "3"], {})
    assert not {"character_book", "creation_date", "assets"} & data.keys()
    odd = [note.facts["names"] for note in imported.notes if note.key == "card.note.odd_fields"]
    assert odd == ["scenario, tags"]
    assert json.loads(imported.original) == card


def test_what_stands_deep_in_the_extensions_is_nobodys_business():
    extensions = {"risuai": {"lowLevelAccess": "", "depth": None, "utilityBot": ""}, "fav": "x"}
    assert read(as_json(v3(extensions=extensions))).card["data"]["extensions"] == extensions


def test_a_card_without_a_name_is_called_after_its_file():
    imported = read(as_json(v2(name="")), "미나 카드.json")
    assert persona.name_in(imported.persona, "ko") == "미나 카드"
    assert "card.note.named_after_file" in noted(imported)
    assert refused(as_json(v2(name="", description=""))).key == "card.no_name"


def test_a_strangers_card_never_passes_for_one_of_ours():
    card = v3(extensions={"desktop_pet": {"shipped": "0123456789abcdef", "look": "cat"}})
    imported = read(as_json(card))
    assert persona.shipped_revision(imported.card) is None
    assert imported.persona.look == "cat"


def test_korean_emoji_and_macros_come_through():
    card = v2(name="미나 ☕", description=KOREAN, first_mes="{{char}}: {{user}}{{char}}")
    imported = read(png(text(packed(card))))
    told = persona.persona_text(imported.persona, "ko")
    assert told == "이름: 미나 ☕\n소개: 미나는 서울의 바리스타예요. ☕ 사용자 님을 반겨요."
    assert persona.greetings(imported.persona, "ko") == ("미나 ☕: 사용자미나 ☕",)
    assert proposed_id(imported) == "미나"


def test_a_name_that_is_a_macro_is_put_in_once():
    imported = read(as_json(v2(name="{{user}}", description="{{char}} {{{{char}}}}")))
    assert persona.persona_text(imported.persona, "en") == (
        "Name: User\nDescription: {{user}} {{{{user}}}}"
    )
