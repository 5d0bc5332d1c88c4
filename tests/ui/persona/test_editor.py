"""The persona editor: one history, drafts that are never lost, and both kept where two edit."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication

from pet.persona.persona import name_in
from tests.persona import made_cards


def box_of(editor, field):
    return editor.form.name if field == "name" else editor.form.boxes[field]


def write(editor, field, text):
    box_of(editor, field).show_text(text)


def written(editor, field):
    return box_of(editor, field).text()


def rows(editor):
    people = editor.people
    return [people.item(row).text() for row in range(people.count())]


def wait_for(qtbot, editor, words):
    qtbot.waitUntil(lambda: words in editor.bar.sentence)


def settled(qtbot, editor):
    qtbot.waitUntil(lambda: not editor.works.errands.is_busy)


def test_everybody_is_listed_and_the_wanted_one_is_in_the_form(editor):
    assert rows(editor) == ["Somi\nworn now", "Mina"]
    assert written(editor, "name") == "Mina"
    assert editor.form.sheet.wording("en").examples[1] == "{{user}}: ask 2\n{{char}}: say 2"


def test_undo_and_redo_go_through_all_fields_in_one_history(editor):
    write(editor, "name", "Nina")
    write(editor, "description", "A dog.")
    examples = editor.form.lists["examples"]
    examples.list.setCurrentRow(0)
    examples.move_down()
    order = editor.form.sheet.wording("en").examples
    assert [text[10:15] for text in order] == ["ask 2", "ask 1", "ask 3"]
    editor.works.undo()
    assert editor.form.sheet.wording("en").examples[0].startswith("{{user}}: ask 1")
    editor.works.undo()
    assert (written(editor, "name"), written(editor, "description")) == ("Nina", "A cat.")
    editor.works.undo()
    assert written(editor, "name") == "Mina"
    for _ in range(3):
        editor.works.redo()
    assert editor.form.sheet.wording("en").examples == order


def test_control_z_in_a_field_is_the_forms_undo(qtbot, editor):
    box = editor.form.boxes["description"]
    box.setFocus()
    qtbot.keyClicks(box, "Hm. ")
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert written(editor, "description") == "A cat."
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(box, Qt.Key.Key_Z, modifiers)
    assert written(editor, "description") == "Hm. A cat."


def test_saving_writes_the_card_and_the_mark_goes(qtbot, editor, pet, mina):
    write(editor, "description", "A dog.")
    assert "not saved yet" in rows(editor)[1]
    editor.save()
    wait_for(qtbot, editor, "Mina is saved")
    assert pet.personas.find(mina.id).wording("en").description == "A dog."
    assert rows(editor)[1] == "Mina"
    editor.works.undo()  # also past the saving
    assert written(editor, "description") == "A cat."


def test_the_syllable_that_is_being_composed_is_saved_too(qtbot, editor, pet, mina):
    box = editor.form.boxes["scenario"]
    editor.activateWindow()
    box.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is box)
    QApplication.sendEvent(box, QInputMethodEvent("한", []))
    editor.save()
    wait_for(qtbot, editor, "Mina is saved")
    assert pet.personas.find(mina.id).wording("en").scenario == "한"


def test_a_name_is_needed_and_nothing_is_lost_by_its_absence(qtbot, editor):
    write(editor, "name", "  ")
    write(editor, "description", "A dog.")
    editor.save()
    wait_for(qtbot, editor, "name")
    assert written(editor, "description") == "A dog."


def test_what_is_not_saved_is_there_again_after_the_window_closed(
    qtbot, editor, room, edit, new_room
):
    write(editor, "description", "A dog.")
    editor.close()
    qtbot.waitUntil(lambda: room.editor is None)
    again = edit(new_room())
    qtbot.waitUntil(lambda: written(again, "description") == "A dog.")
    assert "unsaved changes to Mina are back" in again.bar.sentence
    again.works.undo()
    assert written(again, "description") == "A cat."


def test_a_draft_is_on_the_disk_soon_after_a_key_and_gone_once_saved(qtbot, editor, paths):
    write(editor, "description", "quetzal")

    def kept():
        files = paths.drafts.rglob("*.json")
        return [file for file in files if "quetzal" in file.read_text("utf-8")]

    qtbot.waitUntil(lambda: len(kept()) == 1)
    editor.save()
    qtbot.waitUntil(lambda: not kept())


def test_a_draft_that_was_taken_back_is_no_draft(qtbot, editor, paths):
    write(editor, "description", "quetzal")
    qtbot.waitUntil(lambda: any(paths.drafts.rglob("*.json")))
    editor.works.undo()
    qtbot.waitUntil(lambda: not any(paths.drafts.rglob("*.json")))


def test_two_copies_that_edit_the_same_persona_both_keep_their_words(
    qtbot, editor, edit, new_room, pet, mina
):
    other = edit(new_room(), "Mina")
    write(editor, "description", "A dog.")
    write(other, "description", "A bird.")
    editor.save()
    wait_for(qtbot, editor, "saved")
    other.save()
    wait_for(qtbot, other, "both are kept")
    said = {one.wording("en").description for one in pet.personas.everyone() if one.id != "somi"}
    assert said == {"A dog.", "A bird."}
    assert len([row for row in rows(other) if row.startswith("Mina")]) == 2


def test_a_disk_that_refuses_is_told_and_the_words_stay(qtbot, editor, monkeypatch):
    from pet import files

    def full(*_):
        raise OSError(28, "No space left on device")

    write(editor, "description", "A dog.")
    monkeypatch.setattr(files, "write_whole", full)
    editor.save()
    wait_for(qtbot, editor, "disk is full")
    assert written(editor, "description") == "A dog."


def test_somebody_new_is_written_saved_and_worn(qtbot, editor, pet):
    editor.begin_new()
    write(editor, "name", "Dal")
    write(editor, "description", "A moon rabbit.")
    with qtbot.waitSignal(editor.wear_requested) as told:
        editor.save_and_wear()
    assert told.args == ["dal"]
    assert name_in(pet.personas.find("dal"), "en") == "Dal"
    assert any(row == "Dal\nworn now" for row in rows(editor))


def test_a_copy_is_another_persona(qtbot, editor, pet):
    editor.deeds.duplicate()
    wait_for(qtbot, editor, "Mina (copy)")
    assert written(editor, "name") == "Mina (copy)"
    assert len(pet.personas.everyone()) == 3


def test_deleting_is_undone_by_the_button_beside_the_sentence(qtbot, editor, pet, mina):
    editor.deeds.delete()
    wait_for(qtbot, editor, "Mina was deleted")
    assert len(rows(editor)) == 1
    editor.bar.press()
    wait_for(qtbot, editor, "Here is Mina")
    assert pet.personas.find(mina.id).revision == mina.revision
    assert written(editor, "name") == "Mina"


def test_the_one_that_is_worn_is_not_deleted(qtbot, room, edit, pet):
    editor = edit(room)
    editor.deeds.delete()
    wait_for(qtbot, editor, "Let it wear another persona first")
    assert len(pet.personas.everyone()) == 1


def test_ours_comes_back_as_it_was_and_that_is_undone_too(qtbot, room, edit):
    editor = edit(room, "somi")
    before = written(editor, "description")
    write(editor, "description", "A dragon.")
    editor.save()
    wait_for(qtbot, editor, "saved")
    editor.deeds.restore()
    wait_for(qtbot, editor, "This is the original")
    assert written(editor, "description") == before
    editor.bar.press()
    assert written(editor, "description") == "A dragon."


def test_changes_can_be_thrown_away_and_that_is_undone_too(editor):
    write(editor, "description", "A dog.")
    editor.deeds.discard()
    assert written(editor, "description") == "A cat."
    editor.bar.press()
    assert written(editor, "description") == "A dog."


def test_what_differs_is_shown_side_by_side(qtbot, editor):
    from PySide6.QtWidgets import QLabel

    write(editor, "description", "A dog.")
    editor.more.compare()
    window = editor.more.comparison
    said = [label.text() for label in window.findChildren(QLabel)]
    assert said == ["Saved", "Now", "Personality (English)", "A cat.", "A dog."]
    window.close()


def test_the_meter_says_in_words_what_would_be_cut(qtbot, editor):
    assert editor.meter.told == ""
    write(editor, "description", "가" * 7000)
    qtbot.waitUntil(lambda: "bytes would not be read" in editor.meter.told)
    examples = editor.form.lists["examples"]
    for number in range(9):
        examples.add()
        examples.box.boxes()[0].show_text(f"more {number}")
    qtbot.waitUntil(lambda: "The last 4 examples would not fit." in editor.meter.told)


def test_a_picture_is_taken_shown_and_saved(qtbot, editor, pet, mina, tmp_path):
    file = tmp_path / "face.png"
    file.write_bytes(made_cards.png())
    editor.form.picture.take_file(str(file))
    qtbot.waitUntil(lambda: editor.form.sheet.picture == made_cards.png())
    editor.save()
    wait_for(qtbot, editor, "saved")
    assert pet.personas.picture(mina).read_bytes() == made_cards.png()


def test_a_file_that_is_no_picture_is_refused_in_one_sentence(qtbot, editor, tmp_path):
    file = tmp_path / "face.png"
    file.write_bytes(b"%PDF-1.7")
    editor.form.picture.take_file(str(file))
    wait_for(qtbot, editor, "PDF")


@pytest.mark.parametrize("kind", ["png", "v3", "v2"])
def test_she_is_exported_as_she_stands_in_the_form(qtbot, editor, tmp_path, kind):
    from pet.persona.importing import read_card

    write(editor, "description", "A dog.")
    file = Path(tmp_path, "out.bin")
    editor.more.exporter.ask(kind, editor.persona_now(), None)
    editor.more.exporter.write(str(file))
    wait_for(qtbot, editor, "Written: out.bin")
    imported = read_card(file.read_bytes(), file.name)
    assert imported.persona.wordings[imported.persona.written_in].description == "A dog."
    settled(qtbot, editor)


def test_the_engines_models_are_offered_and_a_gone_one_stays_chosen(qtbot, editor):
    combo = editor.form.choices["model"]
    qtbot.waitUntil(lambda: combo.count() == 3)
    assert [combo.itemText(row) for row in range(3)] == [
        "whichever is there",
        "scripted:1b",
        "other:2b",
    ]


def test_every_field_has_a_name_for_a_screen_reader(editor):
    boxes = editor.form.text_boxes()
    assert [box.accessibleName() for box in boxes if not box.accessibleName()] == []
    assert editor.people.accessibleName()
    assert editor.trial.field.composer.accessibleName()


def test_in_a_narrow_window_one_side_is_shown_at_a_time(qtbot, editor):
    editor.resize(1100, 600)
    qtbot.waitUntil(lambda: editor.trial.isVisible() and editor.form.isVisible())
    editor.resize(700, 500)
    qtbot.waitUntil(lambda: not editor.trial.isVisible())
    editor.try_her()
    qtbot.waitUntil(lambda: editor.trial.isVisible() and not editor.form.isVisible())
    editor.trial.back.click()
    qtbot.waitUntil(lambda: editor.form.isVisible() and not editor.trial.isVisible())


def test_who_is_put_on_elsewhere_is_marked_and_cannot_be_deleted(qtbot, pet, room, editor):
    pet.wardrobe.wear(pet.personas.find("mina"))
    room.show_worn()
    assert rows(editor) == ["Somi", "Mina\nworn now"]
    editor.deeds.delete()
    settled(qtbot, editor)
    assert rows(editor) == ["Somi", "Mina\nworn now"]


def test_a_copy_that_wears_another_marks_its_own(qtbot, pet, room, edit, mina):
    pet.settings.change(persona="mina")  # as another copy does
    assert rows(edit(room)) == ["Somi\nworn now", "Mina"]
