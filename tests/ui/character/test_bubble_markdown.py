"""Emphasis, lists and code in the speech bubble: shown, paged, and nothing of them cut."""

from __future__ import annotations

import pytest

from tests.ui.character.test_bubble import CORNER, LONG, pages


@pytest.fixture
def beside(bubble):
    bubble.stand_beside(CORNER)
    return bubble


def test_a_reply_shows_emphasis_lists_and_code_and_copies_its_signs(beside):
    said = "**Tea** is *good*:\n- `sencha`\n- hojicha"
    beside.begin()
    for letter in said:
        beside.append(letter)
    beside.finish()
    runs = [run for line in beside._view.script.shown_runs() for run in line]
    assert "".join(run.text for run in runs) == "Tea is good:• sencha• hojicha"
    styles = {run.text: run.style for run in runs}
    assert styles["Tea"].bold
    assert styles["good"].italic
    assert styles["sencha"].code
    assert beside.text == said


def test_a_sign_that_never_closed_is_shown_at_the_end(beside):
    beside.begin()
    beside.append("5 **stars")
    assert pages(beside) == ["5 stars"]
    beside.finish()
    assert pages(beside) == ["5 **stars"]


def test_bold_pages_hold_every_letter_and_fit(beside):
    beside.begin()
    for start in range(0, len(LONG), 7):
        beside.append(f"**{LONG[start : start + 7].strip()}** ")
    beside.finish()
    assert "".join(pages(beside)).replace(" ", "") == LONG.replace(" ", "")
    script = beside._view.script
    widest = max(sum(map(script.advance, line)) for line in script.shown_runs())
    assert widest <= script.width + 0.5


def test_what_the_program_says_has_no_markdown(beside):
    beside.show_sentence("Saved as #1: 2 ** 3 **is** 8")
    assert pages(beside) == ["Saved as #1: 2 ** 3 **is** 8"]


def test_a_reply_that_was_taken_back_begins_again(beside):
    beside.begin()
    beside.append("Let me think")
    beside.begin()
    beside.append("**Yes.**")
    beside.finish()
    assert pages(beside) == ["Yes."]
