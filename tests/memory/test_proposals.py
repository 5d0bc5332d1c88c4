"""From a model to a memo: only the user's words, and only where they ask for it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.memory import memos
from pet.memory.grounds import Heard, stand_in
from pet.memory.memos import MAX_MEMOS, Receipt
from pet.memory.proposals import Proposal, Refused, Suggested, settle

CAT = "my cat is called Nabi"


def add(text, quote="", **rest):
    return Proposal("add", text, quote, **rest)


@pytest.mark.parametrize(
    ("said", "proposal", "kept"),
    [
        (
            f"remember that {CAT}",
            add("User's cat is called Nabi", CAT),
            "User's cat is called Nabi",
        ),
        (f"remember that {CAT}", add("", CAT), CAT),
        (f"remember that {CAT}", add("The capital is Paris", CAT), CAT),
        (f"remember that {CAT}", add("Nabi has 9 lives", CAT), CAT),
        (f"remember that {CAT}", add("cat"), CAT),
        (
            "Please remember that I have a peanut allergy",
            Proposal("update", "peanut allergy"),
            None,
        ),
        ("내 가족 생일은 5월 12일이야, 기억해줘", add("May 12 is a birthday"), None),
        ("나 땅콩 알레르기 있어. 기억해 둬.", add("땅콩", "땅콩 알레르기"), None),
        ("앞으로 답변은 영어로 해줘", add("", "앞으로 답변은 영어로 해줘"), None),
        ("REMEMBER I’m LEFT-handed", add("left-handed", "i'm left handed"), None),
        ("Remember that I'm left-handed. What is 2+2?", add("four", "4"), "I'm left-handed"),
        ("동생이 새우 알레르기가 있어서 걱정이야", add("동생 새우 알레르기", "동생이 새우"), None),
        (
            "I hate rain, but my sister is allergic to nuts",
            add("sister allergic to nuts", "my sister is allergic"),
            None,
        ),
    ],
)
def test_what_is_kept_are_the_users_words(store, said, proposal, kept):
    receipt = settle(store, proposal, Heard(said))
    assert isinstance(receipt, Receipt), receipt
    (memo,) = memos.everything(store)
    assert (receipt.action, memo.origin) == ("saved", "tool")
    if kept is not None:
        assert memo.text == kept
    assert "Paris" not in memo.text
    assert "May" not in memo.text


@pytest.mark.parametrize(
    ("said", "proposal", "reason"),
    [
        ("What is the capital of France?", add("Paris", "Paris"), "quote"),
        ("What is the capital of France?", add("capital of France"), "question"),
        ("hello there", add("hello there", "hello there"), "small_talk"),
        ("Write a haiku about my dog", add("dog haiku", "a haiku about my dog"), "request"),
        ("저녁 메뉴 추천해줘", add("저녁 메뉴", "저녁 메뉴 추천해줘"), "request"),
        ("I'm so hungry right now", add("hungry", "I'm so hungry"), "moment"),
        ("오늘 너무 피곤하다", add("피곤함", "너무 피곤하다"), "moment"),
        ("내 생일 기억해?", add("생일", "내 생일"), "question"),
        ("If I were rich I'd buy a boat", add("buys a boat", "I'd buy a boat"), "supposed"),
        ("Rain is wet water from clouds", add("rain is wet", "Rain is wet"), "nobody"),
        ('He wrote "I am the king of pop" to me', add("king", "I am the king of pop"), "quoted"),
        ("remember my card is 4111 1111 1111 1111", add("card", "my card"), "sensitive"),
        ("기억해줘 내 주민번호는 900101-1234568", add("", "900101-1234568"), "sensitive"),
    ],
)
def test_nothing_else_is_kept(store, said, proposal, reason):
    refused = settle(store, proposal, Heard(said))
    assert isinstance(refused, Refused)
    assert refused.reason == reason
    assert "4111" not in str(refused.facts)
    assert memos.everything(store) == ()


def test_remember_that_means_what_was_said_before(store):
    heard = Heard("그거 기억해줘", before="나는 채식주의자야")
    assert heard.meant == "나는 채식주의자야"
    settle(store, add("", "나는 채식주의자야"), heard)
    assert [memo.text for memo in memos.everything(store)] == ["나는 채식주의자야"]


def test_what_was_forgotten_stays_so_until_the_user_saves_it(store):
    memo = memos.add(store, CAT, origin="command").memo
    memos.forget(store, memo.id)
    for text in (CAT, "My cat is called Nabi."):
        refused = settle(store, add(text, CAT), Heard(f"remember that {CAT}"))
        assert isinstance(refused, Refused)
        assert refused.reason == "buried"
    assert memos.add(store, CAT, origin="command").action == "saved"


def test_the_same_in_other_words_is_one_memo(store):
    memos.add(store, "나는 매일 아침 수영을 한다", origin="command")
    receipt = settle(
        store, add("매일 아침 수영함", "매일 아침 수영을 해"), Heard("나는 매일 아침 수영을 해")
    )
    assert isinstance(receipt, Receipt)
    assert receipt.action == "already"
    assert len(memos.everything(store)) == 1


def test_no_room_is_a_refusal_with_its_reason(store):
    for number in range(MAX_MEMOS):
        memos.add(store, f"note number {number}", origin="command")
    refused = settle(store, add("", CAT), Heard(f"remember that {CAT}"))
    assert isinstance(refused, Refused)
    assert refused.reason == "full"


def test_words_from_elsewhere_are_not_kept_without_a_click(store):
    heard = Heard(f"remember that {CAT}", in_person=False)
    assert isinstance(settle(store, add("", CAT), heard), Refused)
    assert memos.everything(store) == ()


# --- changing -----------------------------------------------------------------------------------

ENGLISH = "앞으로 답변은 영어로 해줘"
CANCEL = "아까 말한 거 취소, 한국어가 좋아"


@pytest.mark.parametrize(
    "proposal",
    [
        Proposal("update", "답변은 한국어로 해줘", "한국어가 좋아", 1),
        Proposal("update", "한국어가 좋아", "", None),
        Proposal("update", "한국어가 좋아", "한국어가 좋아", 77),
        Proposal("add", "답변은 한국어로 해줘", "한국어가 좋아"),
    ],
)
def test_a_correction_changes_that_same_memo(store, clock, proposal):
    memo = memos.add(store, ENGLISH, origin="command").memo
    receipt = settle(store, proposal, Heard(CANCEL))
    assert isinstance(receipt, Receipt)
    assert (receipt.action, receipt.memo.id) == ("changed", memo.id)
    (now,) = memos.everything(store)
    assert now.id == memo.id
    assert "한국어" in now.text
    assert "취소" not in now.text


def test_a_wrong_number_does_not_change_another_memo(store):
    memos.add(store, "I live in Seoul", origin="command")
    memos.add(store, "My exam is on 14 June", origin="command")
    proposal = Proposal("update", "exam on 15 June", "my exam is on 15 June", 1)
    receipt = settle(store, proposal, Heard("That's wrong, my exam is on 15 June."))
    assert isinstance(receipt, Receipt)
    assert receipt.memo.id == 2
    assert {memo.text for memo in memos.everything(store)} == {"I live in Seoul", "exam on 15 June"}


def test_an_update_about_something_else_is_a_new_memo(store):
    memos.add(store, "I like tea", origin="command")
    settle(store, Proposal("update", "31 years old", "", 1), Heard("Actually I'm 31 years old"))
    assert [memo.text for memo in memos.everything(store)] == ["I like tea", "31 years old"]


@pytest.mark.parametrize("action", ["update", "delete"])
def test_what_the_user_wrote_is_only_proposed_where_they_did_not_ask(store, action):
    memo = memos.add(store, "I work as a nurse at night", origin="command").memo
    heard = Heard("I work as a nurse on weekends too")
    outcome = settle(
        store, Proposal(action, "nurse on weekends", "nurse on weekends", memo.id), heard
    )
    assert isinstance(outcome, Suggested)
    assert outcome.memo == memo
    assert memos.everything(store) == (memo,)


def test_what_a_tool_wrote_it_may_write_again(store):
    memo = memos.add(store, "I work as a nurse at night", origin="tool").memo
    heard = Heard("I work as a nurse on weekends too")
    receipt = settle(
        store, Proposal("update", "nurse, works on weekends", "on weekends too", memo.id), heard
    )
    assert isinstance(receipt, Receipt)
    assert receipt.action == "changed"


def test_a_request_to_forget_is_followed_and_can_be_undone(store):
    from pet.memory.undo import undo

    memos.add(store, "I live in Seoul", origin="command")
    memo = memos.add(store, "my cat is called Nabi", origin="command").memo
    heard = Heard("Please delete what I said about my cat.")
    receipt = settle(store, Proposal("delete", "", "my cat", memo.id), heard)
    assert isinstance(receipt, Receipt)
    assert receipt.action == "forgotten"
    assert undo(store).memo.id == memo.id


def test_a_memo_that_is_not_there_is_refused(store):
    assert settle(store, Proposal("delete", number=12), Heard("forget #12")) == Refused("which")


WORDS = st.text("가나다abc 12?.,!\n\"'", max_size=40)


@settings(max_examples=150)
@given(WORDS, WORDS, WORDS)
def test_whatever_is_proposed_the_quote_decides(said, text, quote):
    from pet.memory.grounds import line_of

    line, doubt = line_of(text, quote, Heard(said))
    if doubt is None and line:
        assert stand_in(quote, said) or stand_in(text, said) or Heard(said).wishes
