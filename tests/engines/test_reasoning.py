"""Reasoning stays out of a reply."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.engines.reasoning import ReasoningFilter


def shown(*pieces: str) -> str:
    reasoning = ReasoningFilter()
    return "".join([reasoning.feed(piece) for piece in pieces]) + reasoning.end()


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("", ""),
        ("Hello.", "Hello."),
        ("  Hello. ", "Hello. "),
        ("<think>hm</think>Hello.", "Hello."),
        ("<think>\nhm\n</think>\n\nHello.\n", "Hello.\n"),
        ("<thinking>hm</thinking> Hello.", "Hello."),
        ("\n<think></think>\n\nHello.", "Hello."),
        ("One <think>hm</think>two", "One two"),
        ("<think>a</think>b<think>c</think>d", "bd"),
        ("</think>\nHello.", "Hello."),
        ("Let me think.\n</think>\nHello.", "Let me think.\n</think>\nHello."),
        ("<think>never closed", ""),
        ("<think>a</thinking>b</think>c", "c"),
        ("a < b and <thin> air", "a < b and <thin> air"),
        ("half a tag <thi", "half a tag <thi"),
        ("<<think>x</think>y", "<y"),
        ("<think>생각</think>안녕", "안녕"),
        ("`<think>x</think>` hides", "`<think>x</think>` hides"),
        ("```\ns.split('<think>')\n```\nok", "```\ns.split('<think>')\n```\nok"),
        ("`a` <think>x</think>b", "`a` b"),
        ("```\na\n```\n<think>x</think>b", "```\na\n```\nb"),
    ],
)
def test_what_is_shown_of_a_reply(text, reply):
    assert shown(text) == reply
    assert shown(*text) == reply


@given(
    st.lists(
        st.sampled_from(
            [
                "<think>",
                "</think>",
                "<thinking>",
                "</thinking>",
                "<th",
                "ink>",
                "<",
                "a",
                "가",
                "\n",
            ]
        )
    ),
    st.data(),
)
def test_it_does_not_matter_how_a_reply_is_cut(parts, data):
    text = "".join(parts)
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=8))
    edges = [0, *sorted(places), len(text)]
    pieces = [text[a:b] for a, b in itertools.pairwise(edges)]
    assert shown(*pieces) == shown(text)


def test_a_word_is_not_held_back_without_need():
    assert ReasoningFilter().feed("Hello ") == "Hello "
