"""Memos: limits, doubles, numbers, order, finding, forgetting, changing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.errors import MemoError, MemoRefused, NothingFound
from pet.memory import memos, sessions, tombstones, turns, undo
from pet.memory.wording import folded, one_line, storable


def add(store, text, origin="command"):
    return memos.add(store, text, origin=origin)


def texts(store):
    return [memo.text for memo in memos.everything(store)]


def test_a_saved_memo_carries_who_when_and_where_it_came_from(store, clock):
    lease = sessions.begin(store, "somi")
    turn = turns.ask(store, lease.session, "고양이를 키워, 기억해줘")
    receipt = memos.add(store, "고양이를 키운다", origin="tool", turn=turn)
    memo = receipt.memo
    assert receipt.action == "saved"
    assert (memo.id, memo.text, memo.origin) == (1, "고양이를 키운다", "tool")
    assert (memo.turn, memo.persona) == (turn, "somi")
    assert memo.created_ms == memo.changed_ms == clock.utc_ms()
    assert memos.everything(store) == (memo,)


def test_a_turn_that_is_not_there_is_no_origin(store):
    assert memos.add(store, "x", origin="tool", turn=99).memo.turn is None


def test_what_one_copy_saves_the_other_reads(store, other):
    add(store, "나는 비건이야")
    assert texts(other) == ["나는 비건이야"]


def test_two_hundred_characters_fit_and_one_more_is_refused_with_both_numbers(store):
    assert add(store, "가" * 200).action == "saved"
    with pytest.raises(MemoRefused) as refused:
        add(store, "나" * 201)
    assert refused.value.key == "memo_too_long"
    assert refused.value.facts == {"limit": 200, "size": 201}
    assert len(texts(store)) == 1


def test_length_is_counted_after_nfc(store):
    decomposed = unicodedata.normalize("NFD", "각" * 200)
    assert len(decomposed) == 600
    assert add(store, decomposed).memo.text == "각" * 200


def test_a_family_emoji_counts_as_its_seven_code_points(store):
    family = "👩‍👩‍👧‍👦"
    assert add(store, family * 28 + "abcd").memo.text == family * 28 + "abcd"
    with pytest.raises(MemoRefused) as refused:
        add(store, family * 29)
    assert refused.value.facts["size"] == 203


def test_the_database_itself_refuses_a_longer_text(store):
    add(store, "kurz")
    with pytest.raises(Exception, match="CHECK constraint failed"):
        store.run("UPDATE memos SET text = ?", "가" * 201)


def test_thirty_memos_fit_and_one_more_is_refused(store):
    for number in range(30):
        add(store, f"memo {number}")
    with pytest.raises(MemoRefused) as refused:
        add(store, "one too many")
    assert (refused.value.key, refused.value.facts) == ("memos_full", {"limit": 30})
    assert add(store, "memo 3").action == "already"
    memos.forget(store, 1)
    assert add(store, "one too many").memo.id == 31


@pytest.mark.parametrize("origin", ["command", "window", "tool", "button", "import"])
def test_the_limits_hold_whoever_saves(store, origin):
    for number in range(30):
        add(store, f"memo {number}", origin)
    with pytest.raises(MemoRefused, match="memos_full"):
        add(store, "one too many", origin)
    with pytest.raises(MemoRefused, match="memo_too_long"):
        add(store, "가" * 201, origin)


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\u200b", "\u3164", "\u200d\ufeff", "\x00"])
def test_a_memo_of_nothing_visible_is_refused(store, nothing):
    with pytest.raises(MemoRefused, match="memo_empty"):
        add(store, nothing)


@pytest.mark.parametrize(
    "same",
    [
        "나는 커피를 좋아해 A",
        unicodedata.normalize("NFD", "나는 커피를 좋아해 A"),
        "  나는  커피를\n좋아해 A ",
        "나는 커피를 좋아해 a",
        "나는 커피를 좋아해 A.",
        "“나는 커피를 좋아해 Ａ!”",
    ],
)
def test_the_same_memo_twice_is_one_memo(store, same):
    first = add(store, "나는 커피를 좋아해 A").memo
    again = add(store, same)
    assert (again.action, again.memo) == ("already", first)
    assert len(texts(store)) == 1


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("커피를 좋아해", "커피를 안 좋아해"),
        ("I write C", "I write C++"),
        ("생일은 5월 12일", "생일은 5월 13일"),
        ("나는 한국 사람", "나는한국 사람"),
    ],
)
def test_a_difference_of_words_is_another_memo(store, one, another):
    add(store, one)
    assert add(store, another).action == "saved"


def test_text_is_repaired_at_the_door(store):
    assert add(store, "a\ud800b\x00c\r\n  d\te\x07f").memo.text == "a\ufffdbc d ef"
    assert add(store, "\ud83d\ude00 joy").memo.text == "😀 joy"


@given(st.text(st.characters(codec=None), max_size=300))
def test_whatever_is_typed_can_be_stored(text):
    line = one_line(text)
    line.encode("utf-8")
    assert "\x00" not in line
    assert len(line.splitlines()) <= 1
    assert unicodedata.is_normalized("NFC", line)
    assert one_line(line) == line
    assert folded(line) == folded(folded(line))
    storable(text).encode("utf-8")


def test_what_was_said_is_stored_as_it_was_said():
    said = "첫 줄\n\t둘째 줄\u200d " + unicodedata.normalize("NFD", "각")
    assert storable(said) == said


def test_numbers_are_never_given_out_twice(store, open_store):
    add(store, "one")
    add(store, "two")
    memos.forget(store, 2)
    store.close()
    assert add(open_store(), "three").memo.id == 3


def test_pinned_come_first_then_how_to_talk_then_the_users_order(store):
    add(store, "고양이를 키워")
    add(store, "존댓말로 해줘")
    add(store, "서울에 살아")
    add(store, "커피는 안 마셔")
    memos.pin(store, 4, True)
    memos.move(store, 3, before=1)
    assert texts(store) == ["커피는 안 마셔", "존댓말로 해줘", "서울에 살아", "고양이를 키워"]
    memos.pin(store, 4, False)
    memos.set_kind(store, 2, "about")
    assert texts(store) == ["서울에 살아", "고양이를 키워", "존댓말로 해줘", "커피는 안 마셔"]
    memos.move(store, 3, before=None)
    assert texts(store)[-1] == "서울에 살아"


def test_setting_what_is_so_already_says_already(store):
    add(store, "one")
    add(store, "two")
    assert memos.pin(store, 1, False).action == "already"
    assert memos.set_kind(store, 1, "about").action == "already"
    assert memos.move(store, 2, before=None).action == "already"
    undo.undo(store)
    assert texts(store) == ["one"]


def test_moving_beside_a_memo_that_is_gone_moves_nothing(store):
    add(store, "one")
    add(store, "two")
    memos.forget(store, 1)
    with pytest.raises(NothingFound):
        memos.move(store, 2, before=1)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("#2", [2]),
        ("2", [2]),
        ("＃2", [2]),
        ("＃２", [2]),
        ("# 2", [2]),
        ("#9", []),
        ("9", []),
        ("010", [3]),
        ("0101234", []),
        ("커피", [1, 2]),
        ("커피 아침", [1]),
        (unicodedata.normalize("NFD", "커피 아침"), [1]),
        ("COFFEE", [2]),
        ("커 coff", [2]),
        ("커파", []),
        ("커피를 아침에", [1]),
        ("원두가", [2]),
        ("", []),
        ("   ", []),
        ("#", []),
        ("C++", [4]),
        ('"', []),
        ("%", []),
    ],
)
def test_finding_is_by_number_or_by_every_word(store, wanted, found):
    add(store, "아침에는 커피를 마셔")
    add(store, "커피 원두는 Coffee Libre")
    add(store, "기차는 010-1234편")
    add(store, "C++를 배우는 중")
    assert [memo.id for memo in memos.find(store, wanted)] == found


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ("#1 #2", (1, 2)),
        ("1,2", (1, 2)),
        ("#3, 1 3", (3, 1)),
        ("１、＃２", (1, 2)),
        ("#1 and #2", ()),
        ("1 cat", ()),
        ("", ()),
    ],
)
def test_a_list_of_numbers_is_understood(wanted, numbers):
    assert memos.numbers_in(wanted) == numbers


def test_several_are_forgotten_together_or_not_at_all(store):
    for text in ("하나", "둘", "셋"):
        add(store, text)
    with pytest.raises(NothingFound):
        memos.forget_all(store, (1, 9))
    assert len(memos.everything(store)) == 3
    memos.forget_all(store, (1, 3))
    assert [memo.text for memo in memos.everything(store)] == ["둘"]
    assert undo.undo(store).memo.text == "셋"
    assert undo.undo(store).memo.text == "하나"


def test_forgetting_hides_a_memo_and_says_which(store, other):
    add(store, "하나")
    receipt = memos.forget(store, 1)
    assert (receipt.action, receipt.memo.text) == ("forgotten", "하나")
    assert memos.everything(other) == ()
    assert memos.find(other, "하나") == ()
    with pytest.raises(NothingFound) as missing:
        memos.forget(other, 1)
    assert missing.value.facts == {"number": 1}


def test_what_was_forgotten_comes_back_by_the_users_hand_only(store):
    add(store, "비밀 취미")
    memos.forget(store, 1)
    assert tombstones.is_buried(store, "비밀  취미")
    for origin in ("tool", "import"):
        with pytest.raises(MemoRefused, match="memo_buried"):
            add(store, "비밀 취미", origin)
    assert add(store, "비밀 취미").memo.id == 2
    assert not tombstones.is_buried(store, "비밀 취미")


def test_turns_from_which_something_was_forgotten_are_named(store):
    session = sessions.begin(store, "somi").session
    turn = turns.ask(store, session, "…")
    memos.add(store, "x", origin="tool", turn=turn)
    assert tombstones.buried_turns(store) == frozenset()
    memos.forget(store, 1)
    assert tombstones.buried_turns(store) == {turn}


def test_a_change_keeps_number_place_and_origin(store, clock):
    add(store, "처음")
    add(store, "둘째")
    before = memos.find(store, "#1")[0]
    clock.advance(hours=1)
    receipt = memos.change(store, 1, "나중", revision=before.revision)
    assert receipt.action == "changed"
    assert receipt.memo.text == "나중"
    assert (receipt.memo.place, receipt.memo.uuid) == (before.place, before.uuid)
    assert receipt.memo.created_ms == before.created_ms < receipt.memo.changed_ms
    assert receipt.memo.revision == before.revision + 1


def test_a_lost_race_keeps_both_texts(store, other):
    add(store, "처음")
    revision = memos.everything(store)[0].revision
    memos.change(other, 1, "그들의 글", revision=revision)
    with pytest.raises(MemoError) as lost:
        memos.change(store, 1, "나의 글", revision=revision)
    assert lost.value.key == "memo_changed_elsewhere"
    assert lost.value.facts["theirs_text"] == "그들의 글"
    assert lost.value.facts["yours_text"] == "나의 글"
    assert "글" not in str(lost.value)
    assert texts(store) == ["그들의 글"]
    memos.change(store, 1, "나의 글", revision=lost.value.facts["revision"])
    assert texts(other) == ["나의 글"]


def test_a_pin_set_elsewhere_does_not_get_in_the_way_of_an_edit(store, other):
    add(store, "처음")
    memos.pin(other, 1, True)
    memo = memos.change(store, 1, "나중", revision=1).memo
    assert (memo.text, memo.pinned) == ("나중", True)


def test_a_change_obeys_the_same_limits(store):
    add(store, "하나")
    add(store, "둘")
    memos.forget(store, add(store, "묻힌 것").memo.id)
    with pytest.raises(MemoRefused, match="memo_too_long"):
        memos.change(store, 1, "가" * 201, revision=1)
    with pytest.raises(MemoRefused, match="memo_empty"):
        memos.change(store, 1, " ", revision=1)
    with pytest.raises(MemoRefused) as twice:
        memos.change(store, 1, " 둘", revision=1)
    assert (twice.value.key, twice.value.facts) == ("memo_twice", {"number": 2})
    with pytest.raises(MemoRefused, match="memo_buried"):
        memos.change(store, 1, "묻힌 것", revision=1, origin="tool")
    assert memos.change(store, 1, "하나", revision=1).action == "already"
    assert texts(store) == ["하나", "둘"]
    assert memos.change(store, 1, "하나!", revision=1).memo.text == "하나!"


def test_only_the_case_of_a_letter_may_be_changed_and_changed_back(store):
    add(store, "i like cats")
    assert memos.change(store, 1, "I like cats", revision=1).action == "changed"
    assert undo.undo(store).memo.text == "i like cats"
