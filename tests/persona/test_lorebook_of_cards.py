"""The lorebook of a card: what is constant, what is called by a word, and what is never obeyed."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.persona import lorebook, persona
from pet.persona.lorebook import MAX_ENTRIES, Entry, Lorebook, matching, with_entries
from tests.persona.made_cards import v3

ROOM = 4096  # bytes


def book(*entries, **more):
    made = [{"enabled": True, "content": f"entry {n}", **one} for n, one in enumerate(entries)]
    return lorebook.read({"character_book": {"entries": made, **more}})


def told(one, *texts, cap=ROOM):
    return [entry.content for entry in matching(one, texts, cap)]


def called(key, text, **more):
    return bool(told(book({"keys": [key], **more}), text))


@pytest.mark.parametrize("junk", [None, "", [], {}, {"entries": None}, {"entries": ["x", 3, None]}])
def test_what_is_no_lorebook_counts_as_none(junk):
    assert lorebook.read({"character_book": junk}) is None
    assert lorebook.read({}) is None


def test_an_entry_is_read_field_by_field():
    one = book(
        {
            "keys": ["Seoul", " the  city ", 3, ""],
            "secondary_keys": ["tower"],
            "selective": True,
            "content": "@@depth 4\r\n@@@role system\r\nBig.\r\n@@unknown\r\nOld.",
            "name": "capital\ncity",
            "constant": False,
            "case_sensitive": True,
            "insertion_order": 7,
            "priority": 2.5,
        },
        name="World",
        scan_depth=2,
    )
    assert one == Lorebook(
        "World",
        (
            Entry(
                number=0,
                name="capital city",
                content="Big.\nOld.",
                keys=("Seoul", "the city"),
                secondary=("tower",),
                case_sensitive=True,
                order=7,
                priority=2.5,
                decorators=("depth", "role", "unknown"),
            ),
        ),
        scan_depth=2,
    )


def test_odd_kinds_in_an_entry_count_as_absent():
    odd = {
        "keys": None,
        "content": ["x"],
        "insertion_order": "",
        "priority": 10**400,
        "enabled": "",
    }
    (entry,) = book({**odd, "constant": "yes"}).entries
    assert entry == Entry(number=0, name="", content="")


def test_the_form_of_silly_tavern_is_read():
    world = {
        "0": {"key": ["a"], "keysecondary": ["b"], "content": "x", "order": 3, "disable": True}
    }
    (entry,) = lorebook.read({"character_book": {"entries": world}}).entries
    assert (entry.keys, entry.order, entry.enabled) == (("a",), 3, False)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("Seoul", "I love seoul."),
        ("seoul", "SEOUL!"),
        ("Straße", "STRASSE"),
        ("서울", "서울"),
        ("서울", "서울은 크다"),
        ("서울", "나는 서울에서 왔어"),
        ("서울", "서울에서만은 안 돼"),
        ("서울", "(서울까지도)"),
        ("서울", "거기가 서울이에요?"),
        ("서울", "서울이야말로"),
        ("친구", "친구들한테는 말했어"),
        ("민수", "민수씨가 왔다"),
        ("미나", "미나야, 안녕"),
        ("Mina", "Mina는 예뻐"),
        ("cafe 24", "Cafe\n 24에서 봐"),
        ("남산 타워", "남산  타워를 봤다"),
        ("7", "7시에, 아니 7에"),
        ("서울", "서울은".encode().decode().replace("서", "\u1109\u1165")),  # taken apart
        ("東京", "私は東京に住む"),
        ("C++", "I write C++, mostly"),
        ("카페", "카페?"),
    ],
)
def test_a_word_calls_an_entry(key, text):
    assert called(key, text)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("tea", "the team"),
        ("tea", "instead"),
        ("서울", "서울역에서"),
        ("서울", "남서울은"),
        ("물", "물고기를"),
        ("Mina", "Minae는"),
        ("tea", "coffee"),
        ("", "anything"),
        ("  ", "any  thing"),
        ("24", "2024"),
        (".*", "anything"),
    ],
)
def test_another_word_does_not(key, text):
    assert not called(key, text)


def test_case_counts_where_the_card_says_so():
    assert called("IT", "IT is", case_sensitive=True)
    assert not called("IT", "it is", case_sensitive=True)


def test_a_second_word_may_be_needed():
    one = book({"keys": ["Seoul"], "secondary_keys": ["rain"], "selective": True})
    assert told(one, "Seoul") == []
    assert told(one, "Seoul in the rain") == ["entry 0"]
    assert told(book({"keys": ["Seoul"], "secondary_keys": ["rain"]}), "Seoul") == ["entry 0"]


def test_patterns_are_never_run():
    one = book({"keys": ["(a+)+$", "/tea|milk/i", "tea"], "use_regex": True})
    assert one.entries[0].patterns == 2
    assert told(one, "a" * 50 + "!") == []
    assert told(one, "tea") == ["entry 0"]


def test_constant_and_disabled_entries_are_called_by_no_word():
    one = book(
        {"keys": ["x"], "constant": True, "insertion_order": 2},
        {"keys": ["x"], "enabled": False},
        {"keys": ["x"], "enabled": False, "constant": True},
        {"constant": True, "insertion_order": 1},
    )
    assert told(one, "x") == []
    assert [entry.content for entry in one.constant] == ["entry 3", "entry 0"]


def test_only_the_last_texts_count_where_the_card_says_so():
    one = book({"keys": ["x"]}, scan_depth=2)
    assert told(one, "x", "b", "c") == []
    assert told(one, "a", "x", "c") == ["entry 0"]
    assert told(book({"keys": ["x"]}), "x", "b", "c") == ["entry 0"]


def test_what_one_entry_says_calls_no_other():
    one = book({"keys": ["x"], "content": "y"}, {"keys": ["y"], "content": "z"})
    assert told(one, "x") == ["y"]


def test_the_highest_priority_stays_and_the_order_of_telling_is_the_cards():
    one = book(
        {"keys": ["x"], "priority": 1, "insertion_order": 1, "content": "가"},
        {"keys": ["x"], "priority": 9, "insertion_order": 3, "content": "나"},
        {"keys": ["x"], "priority": 5, "insertion_order": 2, "content": "다"},
    )
    assert told(one, "x") == ["가", "다", "나"]
    assert told(one, "x", cap=8) == ["다", "나"]
    assert told(one, "x", cap=5) == ["나"]
    assert told(one, "x", cap=2) == []


numbers = st.integers(-3, 3)
entries = st.lists(
    st.builds(
        lambda size, priority, order: {
            "keys": ["x"],
            "content": "é" * size,
            "priority": priority,
            "insertion_order": order,
        },
        *(st.integers(1, 9), numbers, numbers),
    ),
    max_size=6,
)


@settings(max_examples=60)
@given(entries, st.integers(0, 60), st.integers(0, 60))
def test_a_smaller_cap_never_keeps_more(made, one_cap, other_cap):
    one = book(*made)
    if one is None:
        return
    small, large = sorted((one_cap, other_cap))
    less, more = matching(one, ["x"], small), matching(one, ["x"], large)
    assert sum(len(entry.content.encode()) for entry in less) <= small
    assert {entry.number for entry in less} <= {entry.number for entry in more}


def test_entries_are_taken_into_the_persona_once():
    data = {"character_book": {"entries": [{"content": "Big {{char}}.", "constant": True}]}}
    mina = persona.from_card("mina", v3(**data))
    entries = lorebook.read(mina.card["data"]).constant
    once = with_entries(mina, entries)
    assert persona.persona_text(once, "en") == "Name: Mina\nDescription: A barista.\n\nBig Mina."
    assert with_entries(once, entries).card == once.card
    assert once.revision != mina.revision
    assert mina.card["data"]["description"] == "A barista."
    bare = persona.from_card("x", {"data": {"name": "X", "description": None}})
    assert with_entries(bare, entries).wording("en").description == "Big {{char}}."


def test_a_huge_lorebook_takes_no_time():
    huge = [{"keys": [f"key{n}x{k}" for k in range(99)], "content": "c" * 99} for n in range(1_500)]
    begun = time.process_time()
    one = book(*huge)
    assert (len(one.entries), one.beyond) == (MAX_ENTRIES, 500)
    matching(one, ["비가 와서 key5x3도 안 보여요. " * 200] * 8, ROOM)
    assert time.process_time() - begun < 2
