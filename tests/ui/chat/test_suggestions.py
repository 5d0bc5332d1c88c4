"""Which word asks for suggestions, and which suggestions fit it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.ui.chat.suggestions import Suggestion, is_whole, letters, matches, word_at

COMMANDS = (
    Suggestion("/remember", "/remember ", "save something"),
    Suggestion("/memories", "/memories", "what is saved"),
    Suggestion("/기억", "/기억 ", "저장"),
    Suggestion("/기억목록", "/기억목록", "보기"),
    Suggestion("@솜이", "@솜이 ", "다정한 친구"),
    Suggestion("#3", "#3", "민트초코를 싫어해"),
    Suggestion("#13", "#13", "커피는 두 잔"),
)


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("/", "", "/"),
        ("/rem", "", "/rem"),
        ("/기ㅇ", "", "/기ㅇ"),
        ("/remember", " tea", "/remember"),
        ("/rem", "ember", None),  # inside of a word
        ("/usr/bin", "", None),  # a path
        ("/remember tea", "", None),
        ("say /rem", "", None),  # a command begins the message
        ("\n/rem", "", None),
        ("@", "", "@"),
        ("hi @so", "", "@so"),
        ("a@b", "", None),  # an address
        ("/forget #1", "", "#1"),
        ("# title", "", None),
        ("／ｒｅｍ", "", "／ｒｅｍ"),
        ("hi ＠솜", "", "＠솜"),
        ("/forget ＃１", "", "＃１"),
        ("", "", None),
    ],
)
def test_the_word_at_the_cursor(before, after, word):
    assert word_at(before, after) == word


@pytest.mark.parametrize(
    ("word", "labels"),
    [
        ("/me", ["/memories", "/remember"]),  # what begins with it stands first
        ("/ME", ["/memories", "/remember"]),
        ("/기", ["/기억", "/기억목록"]),
        ("/깅", ["/기억", "/기억목록"]),  # 기억 half composed
        ("/기억모", ["/기억목록"]),
        ("/saved", []),  # the hint of a command is no name
        ("@", ["@솜이"]),
        ("@친구", ["@솜이"]),
        ("#3", ["#3", "#13"]),
        ("#커피", ["#13"]),
        ("/zzz", []),
    ],
)
def test_what_fits_a_word(word, labels):
    assert [suggestion.label for suggestion in matches(word, COMMANDS)] == labels


def test_a_whole_command_is_known_in_any_case():
    assert is_whole("/REMEMBER", COMMANDS)
    assert not is_whole("/remembe", COMMANDS)


def test_a_label_needs_a_sign():
    with pytest.raises(ValueError, match="remember"):
        Suggestion("remember", "/remember ")


@given(st.text(alphabet=st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1))
def test_every_step_of_typing_a_word_in_hangul_begins_the_word(word):
    whole = letters(word)
    assert all("ㄱ" <= letter <= "ㅣ" for letter in whole)
    for count in range(len(word)):
        assert whole.startswith(letters(word[:count]))


@pytest.mark.parametrize(
    ("typed", "meant"), [("／ｒｅｍ", "/rem"), ("／기", "/기"), ("＠솜", "@솜"), ("＃１３", "#13")]
)
def test_letters_of_full_width_ask_for_the_same(typed, meant):
    assert matches(typed, COMMANDS) == matches(meant, COMMANDS) != ()
    assert is_whole("／ＲＥＭＥＭＢＥＲ", COMMANDS)
