"""Imported personas on disk: under free names of their own, whole or not at all."""

from __future__ import annotations

import json
import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet import files
from pet.errors import CardRefused, StoreError
from pet.persona import naming, persona
from pet.persona.importing import read_card
from pet.persona.library import Library
from tests.persona.made_cards import archive, as_json, jpeg, packed, png, text, v2, v3

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


@pytest.fixture
def library(paths):
    return Library(paths)


def imported(**fields):
    return read_card(png(text(packed(v2(**fields)))), "x.png")


def names_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


def test_card_picture_and_original_are_kept(library, paths):
    one = imported(name="미나", description="바리스타")
    kept = library.add(one)
    assert kept.id == "미나"
    assert persona.persona_text(kept, "ko") == "이름: 미나\n소개: 바리스타"
    assert library.find("미나").revision == one.persona.revision
    assert library.picture(kept) == paths.personas / "미나.png"
    assert library.picture(kept).read_bytes() == png()
    assert library.original(kept) == as_json(v2(name="미나", description="바리스타"))


def test_a_picture_has_the_ending_that_is_true(library):
    icon = {"type": "icon", "name": "main", "uri": "embeded://a", "ext": "png"}
    kept = library.add(read_card(archive(v3(assets=[icon]), a=jpeg()), "x.charx"))
    assert library.picture(kept).suffix == ".jpg"


def test_without_a_picture_there_is_none(library):
    kept = library.add(read_card(as_json(v3()), "x.json"))
    assert library.picture(kept) is None
    assert library.original(library.default()) is None


def test_nobody_is_ever_overwritten(library, paths):
    first = library.add(imported(description="one"))
    second = library.add(imported(description="two"))
    files.write_whole(paths.personas / "mina-3.webp", b"a picture of somebody who left")
    third = library.add(imported(description="three"))
    assert [one.id for one in (first, second, third)] == ["mina", "mina-2", "mina-4"]
    assert library.find("mina").wording("en").description == "one"
    kept = [one.id for one in library.everyone() if one.id.startswith("mina")]
    assert sorted(kept) == ["mina", "mina-2", "mina-4"]


def test_the_name_of_our_own_persona_is_not_to_be_had(library):
    assert library.add(imported(name="Somi")).id == "somi-2"
    assert persona.name_in(library.default(), "en") == "Somi"
    assert library.default().wording("en").description != "A barista."


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("미나", "미나"),
        ("Mina  Lee", "mina-lee"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\\x", "c-windows-x"),
        (".hidden.json", "hidden-json"),
        ("--yes", "yes"),
        ("CON", "persona-con"),
        ("com1", "persona-com1"),
        ("☕🙂", "persona"),
        ("Zoë", "zoë"),
        ("Zoe\u0308", "zoë"),
        ("ミナ", "ミナ"),
        ("a\u202eb\0c\n", "a-b-c"),
        ("가" * 128, "가" * 40),
        ("😀a" * 64, "-".join("a" * 20)),
    ],
)
def test_a_file_is_called_after_letters_and_digits_only(name, stem):
    assert next(naming.ids_for(name)) == stem


@settings(max_examples=100)
@given(st.text(max_size=60))
def test_no_name_makes_a_path(name):
    stem = next(naming.ids_for(name))
    assert stem == Path(stem).name == stem.strip(" .-")
    assert 0 < len(stem.encode()) <= 130
    assert not set(stem) & set('/\\:*?"<>|.\0')
    assert next(naming.ids_for(stem)) == stem


def test_all_the_files_are_for_the_owner_only(library, paths):
    library.add(imported())
    if sys.platform != "win32":
        for path in paths.personas.rglob("*.*"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


@posix
def test_where_nothing_can_be_written_nothing_is_left(library, paths, monkeypatch):
    files.make_private_folder(paths.personas / "imported")
    new = files.write_new

    def full(path, content):
        if path.suffix == ".png":
            raise OSError(28, os.strerror(28))
        new(path, content)

    monkeypatch.setattr(files, "write_new", full)
    with pytest.raises(StoreError) as caught:
        library.add(imported())
    assert caught.value.key == "persona.not_saved"
    assert caught.value.facts == {"reason": os.strerror(28)}
    assert names_in(paths.personas) == []


def test_a_folder_that_is_a_file_is_said(library, paths):
    files.write_whole(paths.personas, b"a file where the folder should be")
    with pytest.raises(StoreError, match="not_saved"):
        library.add(imported())


def test_a_card_that_could_not_be_read_back_is_not_kept(library, paths):
    deep = [0] * 150_000
    for _ in range(25):
        deep = [deep]
    card = v3(description="x" * 10_000_000, extensions={"x": deep})
    one = read_card(json.dumps(card, separators=(",", ":")).encode(), "x.json")
    with pytest.raises(CardRefused, match="too_large"):  # its lines are indented on disk
        library.add(one)
    assert not paths.personas.exists()


def test_two_copies_that_import_at_once_get_two_names(paths):
    ids = []
    together = threading.Barrier(4)

    def add():
        library = Library(paths)
        one = imported()
        together.wait()
        ids.append(library.add(one).id)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ids) == ["mina", "mina-2", "mina-3", "mina-4"]
    assert list(paths.personas.rglob(".*")) == []
