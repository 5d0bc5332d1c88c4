"""The memos: written, corrected, put in order, forgotten and erased with the keyboard alone."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from pet.memory import drafts, memos, sessions
from pet.ui.memory.erasing import EraseDialog
from pet.ui.memory.paragraph import Paragraph
from tests.ui.memory.conftest import compose, confirm, shown, talk

Key = Qt.Key


def row_of(window, words):
    return next(row for row in window.memos.list.rows if words in row.memo.text)


def edit(qtbot, row):
    """The box of *row*, opened with Enter."""
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Return)
    assert row.is_edited
    return row._editor.box


def texts(store):
    return [memo.text for memo in memos.everything(store)]


def test_what_is_written_at_the_top_is_saved_by_enter(qtbot, window, store):
    box = window.memos.writer.box
    qtbot.keyClicks(box, "I play the piano")
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: "I play the piano" in shown(window))
    qtbot.waitUntil(lambda: box.toPlainText() == "")
    assert memos.find(store, "piano")[0].origin == "window"


def test_a_syllable_under_way_is_part_of_what_enter_saves(qtbot, window, store):
    box = window.memos.writer.box
    box.setFocus()
    compose(box, "차", "홍")
    qtbot.keyClick(box, Key.Key_Return)
    compose(box, "", "차")
    qtbot.waitUntil(lambda: "홍차" in texts(store))
    qtbot.waitUntil(lambda: box.toPlainText() == "")


def test_what_is_too_long_stays_in_the_box_with_the_reason(qtbot, window, store):
    window.memos.writer.begin("x" * 201)
    window.memos.writer.box.enter()
    qtbot.waitUntil(lambda: "201" in window.told.text)
    assert window.memos.writer.draft() == "x" * 201
    assert len(texts(store)) == 3


def test_a_value_that_is_not_kept_stays_in_the_box_and_the_rest_may_be_saved(qtbot, window, store):
    window.memos.writer.begin("my card is 4111 1111 1111 1111")
    window.memos.writer.box.enter()
    qtbot.waitUntil(lambda: "card number" in window.told.text)
    assert "4111" not in window.told.text
    assert window.memos.writer.draft() == "my card is 4111 1111 1111 1111"
    window.told.button.click()
    qtbot.waitUntil(lambda: len(texts(store)) == 4)
    assert not any("4111" in text for text in texts(store))
    qtbot.waitUntil(lambda: window.memos.writer.draft() == "")


def test_a_full_list_keeps_what_was_typed(qtbot, window, store):
    for number in range(memos.MAX_MEMOS - 3):
        memos.add(store, f"memo number {number}", origin="command")
    window.memos.writer.begin("one more")
    window.memos.writer.box.enter()
    qtbot.waitUntil(lambda: "30" in window.told.text)
    assert window.memos.writer.draft() == "one more"


def test_a_memo_is_edited_where_it_stands_and_keeps_its_number(qtbot, window, store, saved):
    box = edit(qtbot, row_of(window, "tea"))
    box.selectAll()
    qtbot.keyClicks(box, "I like green tea")
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: "I like green tea" in shown(window))
    row = row_of(window, "green")
    assert row.memo.id == saved[1].id
    qtbot.waitUntil(lambda: not row.is_edited)
    assert row.hasFocus()


def test_escape_gives_an_edit_up_and_does_not_close_the_window(qtbot, window, store):
    row = row_of(window, "tea")
    box = edit(qtbot, row)
    qtbot.keyClicks(box, " with milk")
    qtbot.keyClick(box, Key.Key_Escape)
    assert not row.is_edited
    assert window.isVisible()
    assert "I like black tea" in texts(store)


def test_the_count_includes_the_syllable_under_way(qtbot, window):
    writer = window.memos.writer
    compose(writer.box, "글", "한")
    assert writer._count.text() == "2/200"
    compose(writer.box, "")


def test_delete_forgets_and_the_undo_beside_it_brings_the_same_one_back(
    qtbot, window, store, saved
):
    row = row_of(window, "tea")
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Delete)
    qtbot.waitUntil(lambda: len(shown(window)) == 2)
    assert "I like black tea" in window.told.text
    window.told.button.click()
    qtbot.waitUntil(lambda: len(shown(window)) == 3)
    assert memos.find(store, "tea")[0].id == saved[1].id
    assert shown(window)[1] == "I like black tea"


def test_ctrl_z_takes_the_newest_change_back_whoever_made_it(qtbot, window, other, saved):
    memos.change(other, saved[0].id, "My cat is called Mori", revision=1)
    qtbot.waitUntil(lambda: "My cat is called Mori" in shown(window))
    qtbot.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "My cat is called Bori" in shown(window))
    assert "My cat is called Bori" in window.told.text


def test_alt_and_an_arrow_put_a_memo_in_another_place(qtbot, window, store):
    row = row_of(window, "harbour")
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: shown(window)[1] == "I live near the harbour")
    qtbot.keyClick(row, Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: shown(window)[2] == "I live near the harbour")
    assert texts(store) == shown(window)
    assert row.hasFocus()


def test_a_memo_is_dragged_to_its_place(qtbot, window, store):
    first, last = window.memos.list.rows[0], window.memos.list.rows[2]
    grip = QPoint(8, last.height() // 2)
    qtbot.mousePress(last, Qt.MouseButton.LeftButton, pos=grip)
    above = last.mapFromGlobal(first.mapToGlobal(QPoint(8, 4)))
    qtbot.mouseMove(last, above)
    qtbot.mouseRelease(last, Qt.MouseButton.LeftButton, pos=above)
    qtbot.waitUntil(lambda: shown(window)[0] == "I live near the harbour")
    assert texts(store)[0] == "I live near the harbour"


def test_a_memo_moves_among_those_of_its_rank(qtbot, window, store, saved):
    memos.pin(store, saved[2].id, True)
    qtbot.waitUntil(lambda: shown(window)[0] == "I live near the harbour")
    row = row_of(window, "cat")
    window.memos.list._step(row.memo.id, -1)  # a pinned one stands above
    window.memos.list._step(row.memo.id, 1)
    qtbot.waitUntil(lambda: shown(window)[2] == "My cat is called Bori")


def test_p_pins_and_pins_come_first(qtbot, window, store):
    row = row_of(window, "harbour")
    row.setFocus()
    qtbot.keyClick(row, Key.Key_P)
    qtbot.waitUntil(lambda: shown(window)[0] == "I live near the harbour")
    assert memos.everything(store)[0].pinned


def test_the_kind_is_changed_from_the_chip(qtbot, window, store):
    row = row_of(window, "tea")
    menu = row.findChildren(QMenu)[0]
    next(action for action in menu.actions() if action.data() == "talk").trigger()
    qtbot.waitUntil(lambda: memos.find(store, "tea")[0].kind == "talk")
    qtbot.waitUntil(lambda: shown(window)[0] == "I like black tea")


def test_what_another_copy_does_appears_within_a_second_and_typing_goes_on(
    qtbot, window, other, saved
):
    row = row_of(window, "tea")
    box = edit(qtbot, row)
    qtbot.keyClicks(box, " with milk")
    memos.add(other, "I play the piano", origin="command")
    memos.forget(other, saved[0].id)
    qtbot.waitUntil(lambda: "I play the piano" in shown(window), timeout=1000)
    assert "My cat is called Bori" not in shown(window)
    assert box.toPlainText() == "I like black tea with milk"
    assert box.hasFocus()


def test_where_another_copy_was_faster_both_texts_are_told_and_enter_decides(
    qtbot, window, other, store, saved
):
    row = row_of(window, "tea")
    box = edit(qtbot, row)
    qtbot.keyClicks(box, " with milk")
    memos.change(other, saved[1].id, "I like green tea", revision=1)
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: "I like green tea" in window.told.text)
    assert "I like black tea with milk" in window.told.text
    assert box.toPlainText() == "I like black tea with milk"
    qtbot.waitUntil(lambda: row._revision == 2)
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: "I like black tea with milk" in texts(store))


def test_what_is_typed_over_a_memo_that_is_gone_stays(qtbot, window, other, saved):
    row = row_of(window, "tea")
    box = edit(qtbot, row)
    qtbot.keyClicks(box, " with milk")
    memos.forget(other, saved[1].id)
    memos.forget(other, saved[0].id)
    qtbot.waitUntil(lambda: "My cat is called Bori" not in shown(window))
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: "#2" in window.told.text)
    assert box.toPlainText() == "I like black tea with milk"


def test_the_window_does_not_close_on_what_is_not_saved(qtbot, window):
    window.memos.writer.begin("half a thought")
    assert not window.close()
    assert "not saved" in window.told.text
    assert window.close()


def test_erasing_needs_the_word_and_leaves_no_byte(qtbot, window, store, paths, saved):
    talk(store, "I like black tea, I told you", "Good morning")
    row = row_of(window, "tea")
    row.setFocus()
    qtbot.keyClick(row, Key.Key_Delete, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.findChild(EraseDialog) is not None)
    dialog = window.findChild(EraseDialog)
    qtbot.keyClicks(dialog.editor.box, "eras")
    qtbot.keyClick(dialog.editor.box, Key.Key_Return)
    assert dialog.isVisible()
    assert not dialog.erase.isEnabled()
    ((box, turn),) = dialog._boxes
    assert "I told you" in turn.user_text
    box.setChecked(True)
    qtbot.keyClicks(dialog.editor.box, "e")
    qtbot.keyClick(dialog.editor.box, Key.Key_Return)
    qtbot.waitUntil(lambda: len(shown(window)) == 2)
    needles = [b"black tea", "black tea".encode("utf-16-le")]
    held = [
        path.name
        for path in paths.root.rglob("*")
        if path.is_file() and any(needle in path.read_bytes() for needle in needles)
        if path.parent != paths.personas  # one of ours likes black tea too
    ]
    assert held == []
    window._undo()
    qtbot.waitUntil(lambda: not window.errands.is_busy)
    assert "I like black tea" not in texts(store)


def test_erasing_says_where_the_user_wrote_it_by_hand(qtbot, window, pet, store):
    somi = pet.personas.default()
    data = {**somi.card["data"], "scenario": "They say: I like black tea!"}
    pet.personas.save(replace(somi, card={**somi.card, "data": data}))
    with contextlib.closing(sessions.begin(store, "somi")) as lease:
        drafts.keep(store, lease.session, "I like black tea because")
    window.questions.ask_memo(row_of(window, "tea").memo.id)
    qtbot.waitUntil(lambda: window.findChild(EraseDialog) is not None)
    dialog = window.findChild(EraseDialog)
    assert any("the persona Somi" in one.text for one in dialog.findChildren(Paragraph))
    confirm(qtbot, window)
    qtbot.waitUntil(lambda: "Erased for good" in window.told.text)
    assert "drafts: 1" in window.told.text
    assert "the persona Somi" in window.told.text
    assert store.rows("SELECT text FROM drafts") == [("because",)]


def test_the_word_that_confirms_counts_with_the_syllable_under_way(qtbot, window):
    window.questions.ask_memo(1)
    qtbot.waitUntil(lambda: window.findChild(EraseDialog) is not None)
    dialog = window.findChild(EraseDialog)
    compose(dialog.editor.box, "e", "eras")
    assert dialog.erase.isEnabled()
    compose(dialog.editor.box, "", "")
    dialog.reject()


def test_a_memo_leads_to_the_message_it_came_from(qtbot, open_window, store):
    first, _ = talk(store, "I like black tea", "Good morning")
    memos.add(store, "likes black tea", origin="button", turn=first)
    window = open_window()
    qtbot.waitUntil(lambda: len(window.memos.list.rows) == 1)
    window.memos.list.rows[0]._go_to_origin()
    transcript = window.talks.transcript
    qtbot.waitUntil(lambda: transcript.currentIndex().row() == 0)
    assert window.tabs.currentWidget() is window.talks
    assert transcript.turns.numbers[0] == first


def test_what_the_pet_reads_is_shown_in_the_order_of_trust_with_its_size(
    qtbot, window, store, saved
):
    memos.pin(store, saved[2].id, True)
    window.memos._reading.open()
    column = window.memos._reading.column
    qtbot.waitUntil(lambda: column.count() > 2)
    qtbot.waitUntil(lambda: column.itemAt(1).widget().text.split("\n")[1].startswith("#3"))
    head, bundle = column.itemAt(0).widget().text, column.itemAt(1).widget().text
    size = sum(len(memo.text.encode()) for memo in saved) + 2  # two line ends
    assert f"{size} bytes" in head
    assert bundle.split("\n")[1:] == [f"#{memo.id} {memo.text}" for memo in memos.everything(store)]


def test_without_memos_it_says_how_to_begin(qtbot, open_window):
    window = open_window()
    qtbot.waitUntil(lambda: window.memos._empty.isVisible())
    assert "/remember" in window.memos._empty.text
