"""The personas on disk."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace

import pytest

from pet import files, paths
from pet.errors import PersonaError
from pet.persona import editing, persona
from pet.persona import library as room
from pet.persona.library import MAX_FILE_BYTES, Library

SHIPPED = paths.assets() / "personas"
OURS = ["somi", "maru", "tori"]


@pytest.fixture(name="places")
def _places(tmp_path):
    return paths.Paths(tmp_path / "home")


def put(places, name, card):
    files.write_json(places.personas / f"{name}.json", card)


def mina(**fields):
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Mina", **fields}}


def newer_version_of_ours(folder):
    """Our card as a later version of the program may bring it."""
    shutil.copytree(SHIPPED, folder)
    card = json.loads((folder / "somi.json").read_text("utf-8"))
    card["data"]["character_version"] = "2"
    files.write_json(folder / "somi.json", card)
    return card


def test_the_default_is_copied_at_first_use(places):
    somi = Library(places).default()
    assert persona.name_in(somi, "ko") == "솜이"
    assert Library(places).default().revision == somi.revision
    copy = json.loads((places.personas / "somi.json").read_text("utf-8"))
    assert copy["data"]["name"] == "Somi"


def test_an_edited_default_is_never_overwritten(places, tmp_path):
    somi = Library(places).default()
    edited = json.loads((places.personas / "somi.json").read_text("utf-8"))
    edited["data"]["description"] = "A dragon."
    put(places, "somi", edited)
    newer_version_of_ours(tmp_path / "newer")
    after = Library(places, tmp_path / "newer").default()
    assert after.wording("en").description == "A dragon."
    assert after.revision != somi.revision


def test_a_default_nobody_edited_follows_a_new_version(places, tmp_path):
    Library(places).default()
    newer = newer_version_of_ours(tmp_path / "newer")
    library = Library(places, tmp_path / "newer")
    assert library.default().revision == persona.revision_of(newer)
    assert library.default().card["data"]["character_version"] == "2"
    assert library.notices == ()


def test_everyone_is_listed_with_the_default_first(places):
    put(places, "mina", mina())
    put(places, "aa", mina(name="Aa"))
    assert [one.id for one in Library(places).everyone()] == ["somi", "aa", "maru", "mina", "tori"]


def test_a_persona_is_found_by_its_id_and_never_by_a_path(places):
    put(places, "mina", mina())
    library = Library(places)
    assert persona.name_in(library.find("mina"), "en") == "Mina"
    files.write_json(places.root / "outside.json", mina())
    for wanted in ("../outside", "nobody", "mina.json", ""):
        with pytest.raises(PersonaError, match=r"persona\.unknown"):
            library.find(wanted)
    assert library.notices == ()


def test_the_default_takes_the_place_of_a_persona_that_is_gone(places):
    library = Library(places)
    assert library.get("nobody").id == "somi"
    assert library.notices == ("persona.replaced",)
    assert Library(places).get("somi").id == "somi"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b'{"data": {}}',
        b'{"data": {"name": null}}',
        b"[" * 99_999,
    ],
)
def test_a_damaged_file_is_put_aside_and_said_once(places, content, caplog):
    for name in ("broken", "worse"):
        files.write_whole(places.personas / f"{name}.json", content)
    library = Library(places)
    assert [one.id for one in library.everyone()] == OURS
    assert [one.id for one in library.everyone()] == OURS
    assert library.notices == ("persona.damaged",)
    assert (places.damaged / "broken.json").read_bytes() == content
    assert "a persona is damaged" in caplog.text


def test_nothing_that_was_put_aside_is_overwritten(places, caplog):
    for content in (b"1", b"2", b"3"):
        files.write_whole(places.personas / "broken.json", content)
        Library(places).everyone()
    aside = {path.name: path.read_bytes() for path in places.damaged.iterdir()}
    assert aside == {"broken.json": b"1", "broken-2.json": b"2", "broken-3.json": b"3"}
    assert "a persona is damaged" in caplog.text


def test_a_damaged_default_is_put_aside_and_copied_anew(places, caplog):
    files.write_whole(places.personas / "somi.json", b"{")
    library = Library(places)
    assert persona.name_in(library.default(), "en") == "Somi"
    assert library.notices == ("persona.damaged",)
    assert json.loads((places.personas / "somi.json").read_text("utf-8"))["data"]["name"] == "Somi"
    assert "a persona is damaged" in caplog.text


def test_a_file_that_is_far_too_large_is_not_read_whole(places, caplog):
    files.write_whole(places.personas / "huge.json", b" " * (MAX_FILE_BYTES + 1))
    assert [one.id for one in Library(places).everyone()] == OURS
    assert "persona.too_large" in caplog.text


@pytest.mark.skipif(sys.platform == "win32", reason="a folder cannot be opened as a file there")
def test_a_file_that_cannot_be_opened_stays_where_it_is(places, caplog):
    (places.personas / "odd.json").mkdir(parents=True)
    library = Library(places)
    assert [one.id for one in library.everyone()] == OURS
    assert library.notices == ("persona.unreadable",)
    assert (places.personas / "odd.json").is_dir()
    assert "cannot be read" in caplog.text


def test_she_talks_where_nothing_can_be_written(places, caplog):
    files.write_whole(places.personas, b"a file where the folder should be")
    library = Library(places)
    for _ in range(3):
        assert persona.name_in(library.default(), "en") == "Somi"
    assert caplog.text.count("could not be copied") == 1


def test_saving_keeps_every_unknown_field(places):
    strange = {**mina(assets=[{"x": 1}], extensions={"risuai": {"a": ["\u0000"]}}), "future": True}
    library = Library(places)
    put(places, "mina", strange)
    library.save(library.find("mina"))
    assert files.read_json(places.personas / "mina.json") == strange


def test_saving_survives_text_that_no_file_can_hold(places):
    library = Library(places)
    poisoned = persona.from_card("mina", mina(description="a\ud800b"))
    library.save(replace(poisoned, id="mina"))
    assert library.find("mina").wording("en").description == "a\ufffdb"


def test_ours_are_copied_once_and_one_that_was_deleted_stays_away(places):
    assert [one.id for one in Library(places).everyone()] == OURS
    (places.personas / "tori.json").unlink()
    (places.personas / "somi.json").unlink()
    library = Library(places)
    assert [one.id for one in library.everyone()] == ["somi", "maru"]
    with pytest.raises(PersonaError, match=r"persona\.unknown"):
        library.find("tori")
    assert library.get("tori").id == "somi"


def test_one_that_is_deleted_just_when_she_is_looked_at_stays_away(places, monkeypatch):
    library = Library(places)
    library.everyone()
    read = room._read_card

    def delete_and_read(path):
        if path == places.personas / "tori.json":
            path.unlink(missing_ok=True)
        return read(path)

    monkeypatch.setattr(room, "_read_card", delete_and_read)
    assert [one.id for one in library.everyone()] == ["somi", "maru"]
    assert not (places.personas / "tori.json").exists()
    assert library.notices == ()


def test_one_that_is_deleted_stays_away_also_where_two_copies_brought_ours_at_once(places):
    library = Library(places)
    tori = library.find("tori")
    (places.personas / "brought.txt").write_text("somi\n")  # the other copy was the last to write
    editing.remove(library, tori, places.root / "removed")
    assert [one.id for one in library.everyone()] == ["somi", "maru"]


def test_one_of_ours_that_nobody_edited_follows_a_new_version(places, tmp_path):
    Library(places).everyone()
    shutil.copytree(SHIPPED, tmp_path / "newer")
    card = json.loads((tmp_path / "newer" / "tori.json").read_text("utf-8"))
    card["data"]["description"] = "New."
    files.write_json(tmp_path / "newer" / "tori.json", card)
    assert Library(places, tmp_path / "newer").find("tori").wording("en").description == "New."


@pytest.mark.parametrize("persona_id", OURS)
def test_ours_speak_both_languages_and_are_short_enough_for_small_models(places, persona_id):
    ours = Library(places).find(persona_id)
    for language in ("en", "ko"):
        wording = ours.wording(language)
        assert len(persona.persona_text(ours, language).encode()) < 1_600
        assert 4 <= len(wording.examples) <= 7  # and the opening makes one more
        assert persona.opening(ours, language)
        hangul = sum("가" <= letter <= "힣" for letter in wording.description)
        assert (hangul > 40) is (language == "ko")
        for example in persona.examples(ours, language):
            assert f"\n{wording.name}: " in example
