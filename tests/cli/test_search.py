"""`pet search`: hits for people and for programs."""

from __future__ import annotations

import json

import pytest


def test_hits_are_lines_with_what_when_and_the_words_marked(pet):
    pet.run("remember", "My cat is called Nabi")
    ran = pet.run("search", "cats")
    assert ran.code == 0
    assert ran.out.startswith("Note #1, 20")
    assert ran.out.endswith(": My «cat» is called Nabi\n")


def test_programs_get_a_list_with_exactly_these_names(pet):
    pet.run("remember", "My cat is called Nabi")
    ran = pet.run("search", "nabi", "--json")
    (hit,) = json.loads(ran.out)
    assert list(hit) == ["kind", "id", "session", "at", "score", "snippet"]
    assert (hit["kind"], hit["id"], hit["session"]) == ("memo", 1, None)
    assert hit["snippet"] == "My cat is called Nabi"
    assert hit["at"].endswith("+00:00")


def test_nothing_found_is_an_empty_list_for_programs_and_a_sentence_for_people(pet, korean):
    ran = pet.run("search", "nothing", "--json")
    assert (ran.code, json.loads(ran.out)) == (3, [])
    ran = korean.run("search", "고양이")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("“고양이”로는 아무것도 찾지 못했어요.")


@pytest.mark.parametrize("words", ["C++", "a-b", '"', "NOT", "", "…!?", "(", "*"])
def test_any_words_can_be_asked_for(pet, words):
    assert pet.run("search", "--json", "--", words).out == "[]\n"


@pytest.mark.parametrize("limit", ["0", "x", "-1", "1001", "９"])
def test_a_limit_is_a_number(pet, limit):
    assert pet.run("search", f"--limit={limit}", "tea").code == 2


def test_at_most_so_many_are_given(pet):
    for number in range(3):
        pet.run("remember", f"tea {number}")
    assert len(json.loads(pet.run("search", "--limit", "2", "--json", "tea").out)) == 2
    assert pet.run("search").code == 2
