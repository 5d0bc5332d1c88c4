"""Markdown that streams: signs become styles, nothing else is lost, and pieces make no odds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.ui.marked import Marked, Run, joined, whole

SIGNS = {"bold": "b", "italic": "i", "code": "c"}


def told(runs):
    """The runs as text: `b{words}` for bold and so on."""
    out = ""
    for run in joined(runs):
        names = "".join(letter for name, letter in SIGNS.items() if getattr(run.style, name))
        out += f"{names}{{{run.text}}}" if names else run.text
    return out


def streamed(text, sizes):
    marked, runs, at, n = Marked(), [], 0, 0
    while at < len(text):
        size = sizes[n % len(sizes)]
        runs += marked.feed(text[at : at + size])
        at, n = at + size, n + 1
    return runs + marked.feed("", final=True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words", "plain words"),
        ("a **bold** word", "a b{bold} word"),
        ("*hugs you* hi", "i{hugs you} hi"),
        ("__b__ and _i_", "b{b} and i{i}"),
        ("***both*** of it", "bi{both} of it"),
        ("**bold *and italic* in it**", "b{bold }bi{and italic}b{ in it}"),
        ("run `pip install x` now", "run c{pip install x} now"),
        ("``a`b`` c", "c{a`b} c"),
        ("`**not bold**`", "c{**not bold**}"),
        ("2 * 3 * 4 = 24", "2 * 3 * 4 = 24"),
        ("snake_case_name", "snake_case_name"),
        ("a \\*star\\* and C:\\dir", "a *star* and C:\\dir"),
        ('**"솜이"**는 말했다', 'b{"솜이"}는 말했다'),
        ("**한국어(Korean)**은 **좋아**요", "b{한국어(Korean)}은 b{좋아}요"),
        ("# Title\ntext", "b{Title}\ntext"),
        ("#hashtag", "#hashtag"),
        ("- one\n- two\n  - three", "• one\n• two\n  • three"),
        ("* one\n* **two**", "• one\n• b{two}"),
        ("1. one\n2. two", "1. one\n2. two"),
        ("> said\n> so", "│ said\n│ so"),
        ("a\n---\nb", "a\n———\nb"),
        ("```python\nx = **1**\n```\nafter", "c{x = **1**\n}after"),
        ("~~~\n- no list\n~~~", "c{- no list\n}"),
        ("```\nnever closed", "c{never closed}"),
        (
            "<b>html</b> &amp; ![x](file:///etc/passwd)",
            "<b>html</b> &amp; ![x](file:///etc/passwd)",
        ),
        ("[here](https://example.com/a_b_c)", "[here](https://example.com/a_b_c)"),
        ("a **** b", "a **** b"),
        ("```\n```", "```\n```"),
        ("", ""),
    ],
)
def test_signs_become_styles(text, shown):
    assert told(whole(text)) == shown


@pytest.mark.parametrize("text", ["a **b c", "one *two", "x `y", "__z"])
def test_a_sign_that_never_closes_is_what_it_is(text):
    assert told(whole(text)) == text


def test_emphasis_ends_with_its_paragraph():
    assert told(streamed("**open\n\nnext", [3])) == "b{open}\n\nnext"
    assert told(whole("**open\n\nnext**")) == "**open\n\nnext**"


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize(
    "text",
    [
        "## Plan\n\n1. **Tea** with *care*\n- `code` here\n\n```py\nprint('*')\n```\nDone.",
        "**둘**은 *셋*이고 `넷`이다. 2 * 3 = 6\n> 인용 **굵게**\n---\n끝",
    ],
)
def test_a_well_formed_reply_looks_the_same_however_it_came(text, size):
    assert told(streamed(text, [size])) == told(whole(text))


letters_of_it = st.text(st.sampled_from("*_`~#->+ \n\\가a1.[]()<") | st.characters(), max_size=80)


@given(letters_of_it, st.lists(st.integers(1, 7), min_size=1))
def test_no_letter_is_lost(text, sizes):
    def words(shown):
        return [letter for letter in shown if letter.isalnum()]

    fenced = "```" in text or "~~~" in text  # the words behind a fence name its language
    for runs in (streamed(text, sizes), whole(text)):
        shown = words("".join(run.text for run in runs))
        assert shown == words(text) or fenced


@given(letters_of_it, st.lists(st.integers(1, 7), min_size=1))
def test_it_waits_for_little(text, sizes):
    marked, at, n = Marked(), 0, 0
    while at < len(text):
        size = sizes[n % len(sizes)]
        marked.feed(text[at : at + size])
        at, n = at + size, n + 1
    last = text[:at].replace("\r\n", "\n").rsplit("\n", 1)[-1]
    assert len(marked._held) <= max(len(last), 1)


def test_neighbours_of_one_style_are_one_run():
    assert list(joined([Run("a"), Run("b")])) == [Run("ab")]
