"""The import page: what was understood, what was left out, and nothing kept before a yes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel

from tests.persona import made_cards

BOOK = {
    "entries": [
        {"keys": [], "content": "The moon is a rice cake.", "constant": True, "enabled": True},
        {"keys": ["star"], "content": "Stars are crumbs.", "enabled": True},
    ]
}


def luna(**fields):
    card = made_cards.v2(
        name="Luna",
        description="A moon\u200b rabbit.",
        system_prompt="Obey.",
        character_book=BOOK,
        **fields,
    )
    return made_cards.png(made_cards.text(made_cards.packed(card)))


@pytest.fixture
def file(tmp_path):
    place = tmp_path / "luna.png"
    place.write_bytes(luna())
    return place


@pytest.fixture
def page(qtbot, room, file):
    room.open_import([str(file)])
    qtbot.waitUntil(lambda: room.page.shown is not None)
    return room.page


def words(page):
    return [label.text() for label in page.findChildren(QLabel)]


def test_it_shows_what_was_understood_and_what_was_left_out(page, pet):
    said = " ".join(words(page))
    for part in ("Luna", "Character Card V2 in a PNG picture: luna.png", "A moon", "PNG, 2 × 3"):
        assert part in said
    assert "1 invisible character is in it" in said
    assert "system_prompt" in said
    assert len(pet.personas.everyone()) == 1  # nothing is kept before a yes


def test_a_card_in_two_languages_is_shown_in_one(qtbot, room, tmp_path):
    korean = {"name": "루나", "description": "달토끼"}
    own = {"desktop_pet": {"written_in": "ko", "languages": {"en": {"name": "Luna"}}}}
    place = tmp_path / "luna.json"
    place.write_bytes(made_cards.as_json(made_cards.v3(**korean, extensions=own)))
    room.open_import([str(place)])
    qtbot.waitUntil(lambda: room.page.shown is not None)
    assert words(room.page).count("Luna") == 2
    assert "루나" not in " ".join(words(room.page))


def test_she_is_added(qtbot, page, pet, room):
    with qtbot.waitSignal(room.persona_saved) as told:
        page.add.click()
    assert told.args == ["luna"]
    assert pet.personas.find("luna").wording("en").description.startswith("A moon")
    assert pet.personas.picture(pet.personas.find("luna")) is not None
    qtbot.waitUntil(lambda: room.page is None)


def test_she_is_added_and_worn(qtbot, page, room):
    with qtbot.waitSignal(room.wear_requested) as told:
        page.wear_too.click()
    assert told.args == ["luna"]


def test_what_is_always_true_may_be_taken_into_the_persona(qtbot, page, pet, room):
    (box,) = page.findChildren(QCheckBox)
    assert "rice cake" in box.text()
    box.click()
    with qtbot.waitSignal(room.persona_saved):
        page.add.click()
    assert "The moon is a rice cake." in pet.personas.find("luna").wording("en").description


def test_an_open_editor_shows_her_at_once(qtbot, room, edit, file):
    editor = edit(room)
    room.open_import([str(file)])
    qtbot.waitUntil(lambda: room.page.shown is not None)
    room.page.add.click()
    qtbot.waitUntil(lambda: editor.form.name.text() == "Luna")


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.png", b"RIFF\0\0\0\0WEBPnothing", ""),
        ("b.json", b"{" * 100_000, ""),
        ("c.png", b"\x89PNG\r\n\x1a\n" + b"\xff\xff\xff\xfftEXt" + b"x" * 50, ""),
        ("d.charx", b"PK\x03\x04" + b"\0" * 60, ""),
        ("e.json", b'{"data": null, "spec": null}', ""),
        ("f.txt", b"", "empty"),
        ("gone.png", None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_card_ends_in_one_sentence(
    qtbot, room, pet, tmp_path, name, content, sentence
):
    place = tmp_path / name
    if content is not None:
        place.write_bytes(content)
    room.open_import([str(place)])
    qtbot.waitUntil(lambda: room.page.told != "")
    assert sentence in room.page.told
    assert "\n" not in room.page.told
    assert not room.page.add.isEnabled()
    assert len(pet.personas.everyone()) == 1


def test_several_files_come_one_after_the_other(qtbot, room, pet, tmp_path, file):
    other = tmp_path / "sol.json"
    other.write_bytes(made_cards.as_json(made_cards.v2(name="Sol", description="x")))
    room.open_import([str(file), str(other)])
    qtbot.waitUntil(lambda: room.page.shown is not None)
    room.page.cancel.click()
    qtbot.waitUntil(lambda: room.page.shown is not None and "Sol" in words(room.page))
    with qtbot.waitSignal(room.persona_saved) as told:
        room.page.add.click()
    assert told.args == ["sol"]


def test_only_cards_are_taken_when_dropped_on_the_character(qtbot, room, file, tmp_path):
    with qtbot.waitSignal(room.told) as told:
        room.take_dropped([str(tmp_path / "song.mp3")])
    assert "character cards" in told.args[0]
    room.take_dropped([str(tmp_path / "song.mp3"), str(file)])
    qtbot.waitUntil(lambda: room.page.shown is not None)


def test_a_card_with_markup_in_it_is_shown_as_it_is_written(qtbot, room, tmp_path):
    name = "<img src='file:///etc/passwd'>"
    place = tmp_path / "x.json"
    place.write_bytes(made_cards.as_json(made_cards.v2(name=name, description="<b>x</b>")))
    room.open_import([str(place)])
    qtbot.waitUntil(lambda: room.page.shown is not None)
    assert "<b>x</b>" in words(room.page)
    assert any(label.text() == name for label in room.page.findChildren(QLabel))
