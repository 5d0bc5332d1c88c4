"""Text in a font: lines that fit, letters that stay whole."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF

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


@pytest.mark.parametrize(
    "text",
    [
        "지금은 저와 함께 온 아주 작은 모델로 말하고 있어요. 영어만 할 줄 알고 자주 틀리지만,",
        "Ollama와 더 큰 모델이 있으면 훨씬 좋은 말벗이 될 수 있어요. 가 나 다 라 마 바 사 아 자 차",
        "The quick brown fox jumps over the lazy dog, and then it sleeps. A b c d e f g h i j k",
        "한 one 두 two 세 three 네 four 다섯 five — (여섯) 'six', 일곱; seven: 여덟",
    ],
)
def test_a_line_as_it_is_drawn_is_no_wider_than_was_counted(qapp, text):
    script = Script(LIGHT_THEME.font(), 290)
    script.append(text)
    script.set_lines_per_page(100)
    drawn = [QFontMetricsF(script.font()).horizontalAdvance(line) for line in script.shown_lines()]
    assert max(drawn) <= script.width + 0.5
    assert max(drawn) <= 290


def test_half_letters_are_shown_as_a_mark_and_kept_as_they_came(qapp):
    script = Script(LIGHT_THEME.font(), 200)
    script.append("a\ud800b\x00")
    assert script.text == "a\ud800b\x00"
    assert script.shown_lines() == ["a\ufffdb\ufffd"]
