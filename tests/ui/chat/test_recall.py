"""Walking along earlier messages loses nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pet.ui.chat.recall import Recall


def walk(*messages: str) -> Recall:
    recall = Recall()
    recall.load(messages)
    return recall


def test_up_goes_back_and_down_returns_to_the_draft():
    recall = walk("one", "two")
    assert recall.older("draft") == "two"
    assert recall.older("two") == "one"
    assert recall.older("one") is None
    assert recall.newer("one") == "two"
    assert recall.newer("two") == "draft"
    assert recall.newer("draft") is None


def test_an_earlier_message_edited_on_the_way_keeps_its_edit():
    recall = walk("one", "two")
    recall.older("")
    assert recall.older("two, edited") == "one"
    assert recall.newer("one") == "two, edited"


def test_sending_an_earlier_message_brings_the_draft_back():
    recall = walk("one")
    recall.older("half a thought")
    assert recall.add("one") == "half a thought"
    assert not recall.is_walking


def test_a_draft_set_aside_survives_a_new_history():
    recall = walk("one", "two")
    recall.older("draft")
    recall.load(("three",))
    assert recall.newer("two") == "draft"


def test_the_same_message_twice_is_recalled_once():
    recall = walk("one")
    recall.add("two")
    recall.add("two")
    assert recall.older("") == "two"
    assert recall.older("two") == "one"


@given(st.lists(st.text(min_size=1)), st.text(), st.lists(st.sampled_from(["up", "down"])))
def test_the_draft_is_always_at_the_end_of_the_way_down(messages, draft, keys):
    recall = walk(*messages)
    box = draft
    for key in keys:
        moved = recall.older(box) if key == "up" else recall.newer(box)
        box = box if moved is None else moved
    while (moved := recall.newer(box)) is not None:
        box = moved
    assert box == draft
