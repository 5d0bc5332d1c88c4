"""Text in a font: lines that fit, letters that stay whole."""

from __future__ import annotations

import regex
from hypothesis import given
from hypothesis import strategies as st

from pet.ui.character.script import Script, letters
from pet.ui.theme import LIGHT_THEME

ONE_LETTER = ["a", "가", "e\u0301", "👍🏽", "👩\u200d👩\u200d👧", "❤\ufe0f"]


@given(st.lists(st.sampled_from(ONE_LETTER)))
def test_what_a_reader_sees_as_one_letter_stays_one(parts):
    assert letters("".join(parts)) == regex.findall(r"\X", "".join(parts))


def test_flags_stay_whole():
    assert letters("가🇰🇷🇯🇵a") == ["가", "🇰🇷", "🇯🇵", "a"]


@given(st.text("aé한漢👍🏽🇰🇷 \u200d", max_size=60))
def test_letters_together_are_the_word(word):
    assert "".join(letters(word)) == word


def test_lines_fit_the_width_they_were_given(qapp):
    script = Script(LIGHT_THEME.font(), 200)
    script.append("안녕하세요! The quick brown fox https://example.com/" + "x" * 90)
    script.set_lines_per_page(100)
    assert script.width <= 200
    assert script.line_count > 3
    assert script.text.startswith("안녕하세요!")


def test_half_letters_are_shown_as_a_mark_and_kept_as_they_came(qapp):
    script = Script(LIGHT_THEME.font(), 200)
    script.append("a\ud800b\x00")
    assert script.text == "a\ud800b\x00"
    assert script.shown_lines() == ["a\ufffdb\ufffd"]
