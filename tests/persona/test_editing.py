"""Edits on disk: saved, copied, taken away and brought back, and never over somebody else's."""

from __future__ import annotations

import errno
import json
from dataclasses import replace

import pytest

from pet import files
from pet.errors import CardRefused, PersonaError, StoreError, StoreFull, StoreReadOnly
from pet.persona import editing, importing
from pet.persona.drafts import Draft, Drafts
from pet.persona.library import Library
from pet.persona.persona import Wording, name_in
from pet.persona.sheet import new_sheet, sheet_of
from tests.persona import made_cards


@pytest.fixture
def library(paths):
    return Library(paths)


def named(sheet, name):
    code, wording = sheet.words[0]
    return sheet.with_wording(code, replace(wording, name=name))


def new(name="달이", **more):
    return replace(new_sheet("ko").with_wording("ko", Wording(name)), **more)


def test_somebody_new_gets_a_file_and_a_picture_of_her_own(library):
    saved = editing.save(library, None, new(picture=made_cards.png()))
    assert (saved.persona.id, saved.why) == ("달이", "as_asked")
    assert library.picture(saved.persona).read_bytes() == made_cards.png()
    assert editing.save(library, None, new()).persona.id == "달이-2"


def test_an_edit_goes_over_what_it_began_from(library):
    first = editing.save(library, None, new(picture=made_cards.png())).persona
    second = editing.save(library, first, named(sheet_of(first), "별이"))
    assert (second.persona.id, name_in(second.persona, "ko")) == ("달이", "별이")
    assert library.picture(first) is not None
    gone = replace(sheet_of(second.persona), picture=None)
    assert library.picture(editing.save(library, second.persona, gone).persona) is None


def test_another_kind_of_picture_takes_the_place_of_the_old_one(library):
    first = editing.save(library, None, new(picture=made_cards.png())).persona
    editing.save(library, first, replace(sheet_of(first), picture=made_cards.jpeg()))
    assert library.picture(first).suffix == ".jpg"


def test_two_who_edit_the_same_persona_both_keep_their_words(library):
    base = editing.save(library, None, new(picture=made_cards.png())).persona
    theirs = editing.save(library, base, named(sheet_of(base), "별이")).persona
    ours = editing.save(library, base, named(sheet_of(base), "해님"))
    assert ours.why == "changed_elsewhere"
    assert name_in(library.find(theirs.id), "ko") == "별이"
    assert name_in(ours.persona, "ko") == "해님"
    assert library.picture(ours.persona) is not None


def test_who_was_deleted_meanwhile_is_saved_again(library, tmp_path):
    base = editing.save(library, None, new()).persona
    editing.remove(library, base, tmp_path / "away")
    again = editing.save(library, base, named(sheet_of(base), "별이"))
    assert (again.why, again.persona.id) == ("gone_elsewhere", "별이")


def test_deleting_can_be_undone_whole(library, tmp_path):
    imported = importing.read_card(
        made_cards.png(made_cards.text(made_cards.packed(made_cards.v2(name="Mina")))), "mina.png"
    )
    mina = library.add(imported)
    before = {path.name: path.read_bytes() for path in library.folder.rglob("mina*")}
    assert len(before) >= 2
    removed = editing.remove(library, mina, tmp_path / "away")
    assert list(library.folder.rglob("mina*")) == []
    assert editing.put_back(library, removed).revision == mina.revision
    assert {path.name: path.read_bytes() for path in library.folder.rglob("mina*")} == before


def test_who_took_the_place_meanwhile_keeps_it(library, tmp_path):
    first = editing.save(library, None, new()).persona
    removed = editing.remove(library, first, tmp_path / "away")
    other = editing.save(library, None, new(model="x")).persona
    back = editing.put_back(library, removed)
    assert (other.id, back.id) == ("달이", "달이-2")
    assert library.find("달이").model == "x"


def test_ours_is_not_deleted_but_restored(library, tmp_path):
    somi = library.default()
    with pytest.raises(PersonaError, match=r"persona\.ours"):
        editing.remove(library, somi, tmp_path)
    edited = editing.save(library, somi, named(sheet_of(somi), "Other")).persona
    original = editing.original_sheet(library, edited)
    back = editing.save(library, edited, sheet_of(original)).persona
    assert name_in(back, "en") == "Somi"


def test_who_was_imported_has_an_original_and_who_was_made_has_none(library):
    imported = importing.read_card(made_cards.as_json(made_cards.v2(name="Mina")), "mina.json")
    mina = library.add(imported)
    edited = editing.save(library, mina, named(sheet_of(mina), "Other")).persona
    assert name_in(editing.original_sheet(library, edited), "en") == "Mina"
    made = editing.save(library, None, new()).persona
    assert editing.original_sheet(library, made) is None


def test_a_copy_has_the_words_of_the_form_and_the_picture(library):
    first = editing.save(library, None, new(picture=made_cards.png())).persona
    copy = editing.duplicate(library, first, named(sheet_of(first), "별이"))
    assert copy.id == "별이"
    assert library.picture(copy).read_bytes() == made_cards.png()


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, StoreFull),
        (errno.EACCES, StoreReadOnly),
        (errno.EIO, StoreError),
    ],
)
def test_a_disk_that_refuses_is_told_and_the_old_card_stays(library, monkeypatch, number, kind):
    base = editing.save(library, None, new()).persona

    def refuse(*_):
        raise OSError(number, "no")

    monkeypatch.setattr(files, "write_whole", refuse)
    with pytest.raises(kind):
        editing.save(library, base, named(sheet_of(base), "별이"))
    assert library.find(base.id).revision == base.revision


def test_a_file_that_is_no_picture_is_refused_before_anything_is_written(library):
    with pytest.raises(CardRefused):
        editing.save(library, None, new(picture=b"nothing"))
    assert not list(library.folder.glob("달이*"))


def test_a_draft_comes_back_with_its_picture(tmp_path):
    drafts = Drafts(tmp_path / "drafts")
    draft = Draft("dal", "dal", "r1", new(picture=made_cards.png()))
    drafts.keep(draft)
    assert Drafts(tmp_path / "drafts").everything() == (draft,)
    drafts.drop("dal")
    assert drafts.everything() == ()
    assert list((tmp_path / "drafts").iterdir()) == []


def test_a_draft_that_cannot_be_read_does_not_hide_the_others(tmp_path, caplog):
    drafts = Drafts(tmp_path)
    drafts.keep(Draft("b", None, None, new()))
    (tmp_path / "a.json").write_text("{", "utf-8")
    strange = {**json.loads((tmp_path / "b.json").read_text("utf-8")), "persona": ["b"]}
    (tmp_path / "c.json").write_text(json.dumps(strange), "utf-8")
    assert [draft.key for draft in drafts.everything()] == ["b"]
    assert "a draft cannot be read" in caplog.text


def test_what_another_editor_left_is_taken_over_beside_our_own(tmp_path):
    ours, theirs = Drafts(tmp_path / "1"), Drafts(tmp_path / "2")
    ours.keep(Draft("dal", "dal", "r", new("a")))
    theirs.keep(Draft("dal", "dal", "r", new("b")))
    ours.take_over(theirs)
    assert [(one.key, one.sheet.name) for one in ours.everything()] == [
        ("dal", "a"),
        ("dal~2", "b"),
    ]
    assert theirs.everything() == ()
