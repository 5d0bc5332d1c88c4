"""Trying a persona out in the editor: as she stands in the form, and never in the way."""

from __future__ import annotations

from pet.engines.base import Stop
from pet.ui.chat.message_text import MessageText


def said(editor):
    texts = editor.trial.transcript.findChildren(MessageText)
    if editor.trial.transcript.isHidden():
        return []
    return [text.toPlainText() for text in texts if not text.isHidden()]


def try_with(editor, text):
    editor.trial.field.composer.set_draft(text)
    editor.trial.field.composer.submit()


def finished(qtbot, editor):
    qtbot.waitUntil(lambda: not editor.trial.is_busy)


def test_she_answers_as_she_stands_in_the_form(qtbot, editor, engine):
    editor.form.boxes["description"].show_text("A dog.")
    engine.will_say("Woof", "!")
    try_with(editor, "Hello")
    finished(qtbot, editor)
    assert "A dog." in engine.sent[0][0].content
    qtbot.waitUntil(lambda: said(editor) == ["Hello", "Woof!"])


def test_stop_ends_the_reply(qtbot, editor, engine):
    engine.will_hang("Once")
    try_with(editor, "Tell")
    qtbot.waitUntil(lambda: bool(engine.asked))
    editor.trial.field.stop.click()
    finished(qtbot, editor)


def test_the_real_conversation_goes_first(qtbot, editor, engine, room):
    engine.will_hang("Once")
    try_with(editor, "Tell")
    qtbot.waitUntil(lambda: bool(engine.asked))
    room.note_talk()
    finished(qtbot, editor)
    assert "the real conversation goes first" in editor.trial.told
    try_with(editor, "And now?")
    assert editor.trial.field.composer.draft() == "And now?"
    assert len(engine.asked) == 1
    room.note_silence()
    editor.trial.field.composer.submit()
    qtbot.waitUntil(lambda: len(engine.asked) == 2)
    finished(qtbot, editor)


def test_somebody_else_begins_with_an_empty_page(qtbot, editor, engine):
    engine.will_hang("Once")
    try_with(editor, "Tell")
    qtbot.waitUntil(lambda: bool(engine.asked))
    editor.works.open("somi")
    qtbot.waitUntil(lambda: said(editor) == [])
    finished(qtbot, editor)
    try_with(editor, "Hello")
    finished(qtbot, editor)
    assert len(engine.sent[1]) == 2  # nothing of what was said to the other one


def test_without_a_name_nobody_answers_and_the_words_stay(qtbot, editor, engine):
    editor.form.name.show_text("")
    try_with(editor, "Hello")
    assert editor.trial.field.composer.draft() == "Hello"
    assert editor.trial.told
    assert engine.asked == []


def test_closing_the_window_stops_the_reply(qtbot, editor, engine, room):
    stops = []
    engine.will_say("Once", lambda stop: stops.append(stop), None)
    try_with(editor, "Tell")
    qtbot.waitUntil(lambda: bool(stops))
    editor.close()
    assert isinstance(stops[0], Stop)
    assert stops[0].pressed


def test_nothing_of_it_is_kept(qtbot, editor, engine, pet, paths):
    engine.will_say("violet-umbrella")
    try_with(editor, "say violet-umbrella")
    finished(qtbot, editor)
    files = [file for file in paths.root.rglob("*") if file.is_file()]
    assert files
    assert [file for file in files if b"violet-umbrella" in file.read_bytes()] == []
