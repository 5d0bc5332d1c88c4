"""One stack of edits, strict and lasting."""

from __future__ import annotations

import pytest

from pet.errors import MemoRefused, NothingFound
from pet.memory import memos, sessions, turns, undo
from pet.memory.undo import MAX_UNDO


def add(store, text):
    return memos.add(store, text, origin="command").memo


def test_forgetting_is_undone_after_a_restart_with_number_place_and_origin(store, open_store):
    for text in ("하나", "둘", "셋"):
        add(store, text)
    before = memos.everything(store)
    memos.forget(store, 2)
    store.close()
    again = open_store()
    receipt = undo.undo(again)
    assert (receipt.action, receipt.undid, receipt.memo) == ("restored", "forget", before[1])
    assert memos.everything(again) == before


def test_every_edit_is_taken_back_in_turn_and_named(store):
    add(store, "하나")
    add(store, "둘")
    memos.change(store, 1, "하나!", revision=1)
    memos.pin(store, 1, True)
    memos.move(store, 2, before=1)
    memos.set_kind(store, 2, "project")
    memos.forget(store, 2)
    undone = []
    states = []
    for _ in range(7):
        receipt = undo.undo(store)
        undone.append((receipt.undid, receipt.action, receipt.memo.id))
        states.append([(memo.id, memo.text) for memo in memos.everything(store)])
    assert undone == [
        ("forget", "restored", 2),
        ("kind", "changed", 2),
        ("move", "changed", 2),
        ("pin", "changed", 1),
        ("change", "changed", 1),
        ("add", "forgotten", 2),
        ("add", "forgotten", 1),
    ]
    assert states[-3:] == [[(1, "하나"), (2, "둘")], [(1, "하나")], []]
    with pytest.raises(NothingFound, match="nothing_to_undo"):
        undo.undo(store)


def test_a_place_comes_back_exactly_although_others_moved_meanwhile(store):
    for text in ("a", "b", "c", "d"):
        add(store, text)
    memos.forget(store, 2)
    memos.move(store, 4, before=1)
    memos.move(store, 3, before=4)
    for _ in range(3):
        undo.undo(store)
    assert [memo.text for memo in memos.everything(store)] == ["a", "b", "c", "d"]


def test_the_stack_is_one_for_all_copies(store, other):
    add(store, "나의 것")
    add(other, "너의 것")
    assert undo.undo(store).memo.text == "너의 것"
    assert undo.undo(other).memo.text == "나의 것"


def test_undo_makes_a_stale_edit_visible(store, other):
    add(store, "처음")
    memos.change(store, 1, "둘째", revision=1)
    undo.undo(other)
    with pytest.raises(Exception, match="memo_changed_elsewhere"):
        memos.change(store, 1, "셋째", revision=2)


def test_undo_never_goes_beyond_the_limit_of_thirty(store):
    for number in range(30):
        add(store, f"memo {number}")
    memos.forget(store, 1)
    add(store, "another")
    # Only a foreign hand can take the newer entry away; the limit holds even then.
    store.run("DELETE FROM undo WHERE id = (SELECT max(id) FROM undo)")
    with pytest.raises(MemoRefused, match="memos_full"):
        undo.undo(store)
    assert len(memos.everything(store)) == 30


def test_undo_never_makes_one_memo_two(store):
    add(store, "하나")
    memos.forget(store, 1)
    add(store, "하나")
    store.run("DELETE FROM undo WHERE id = (SELECT max(id) FROM undo)")
    with pytest.raises(MemoRefused, match="memo_twice"):
        undo.undo(store)
    assert [memo.id for memo in memos.everything(store)] == [2]


def test_the_stack_is_bounded(store):
    add(store, "하나")
    for turn in range(MAX_UNDO + 5):
        memos.pin(store, 1, turn % 2 == 0)
    assert store.rows("SELECT count(*) FROM undo") == [(MAX_UNDO,)]
    store.run("DELETE FROM undo WHERE id > (SELECT min(id) FROM undo)")
    assert undo.undo(store).undid == "pin"  # the entry of the addition has left, as the oldest
    with pytest.raises(NothingFound):
        undo.undo(store)


def test_the_command_that_carried_the_text_is_hidden_and_comes_back_with_it(store):
    session = sessions.begin(store, "somi").session
    memo = add(store, "비밀번호 힌트는 강아지")
    row = turns.record_command(store, session, "/remember …", "저장했어요", memo=memo.id)
    listing = turns.record_command(store, session, "/memories", "#1 비밀번호 힌트는 강아지")
    turns.record_command(store, session, "/help", "…")
    memos.forget(store, memo.id)
    answer = turns.record_command(store, session, "/forget #1", "잊었어요", memo=memo.id)
    assert [turn.user_text for turn in turns.shown(store, session, 9)] == ["/help"]
    undo.undo(store)
    assert [turn.id for turn in turns.shown(store, session, 9)][:2] == [row, listing]
    assert turns.shown(store, session, 9)[-1].id == answer
    assert memos.everything(store)[0].turn == row
