"""What leaves the program."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.cli.output import as_json, clean, columns, table
from tests.cli.scripted import output_in


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\x9b31mb", "a31mb"),
        ("\x07\x08\x00\x7f!", "!"),
        ("over\rwritten", "overwritten"),
        ("one\r\ntwo\n\tthree", "one\ntwo\n\tthree"),
        ("안녕 👩‍👩‍👧", "안녕 👩‍👩‍👧"),
        ("photo\u202egpj.exe", "photogpj.exe"),
        ("a\u2066b\u2069c\u2028d\ud800", "abcd"),
    ],
)
def test_what_a_terminal_would_obey_is_taken_out(given_text, shown):
    assert clean(given_text) == shown


@given(st.text(st.characters(codec="utf-8")))
def test_json_is_whole_and_holds_no_control_character(text):
    written = as_json({"text": text})
    assert json.loads(written) == {"text": text}
    assert clean(written) == written


@given(st.text(st.characters(categories=["Cc", "Cf", "Zl", "Zp"])))
def test_json_gives_back_even_what_no_text_may_hold(text):
    text += "\udc00"  # half a letter
    written = as_json([text], indent=None)
    assert json.loads(written) == [text]
    assert clean(written) == written
    assert written.encode()


def test_columns_count_wide_letters_twice():
    assert columns("가a") == 3
    assert table([["가", "b"], ["a", "10"]]) == "가   b\na   10"


def test_a_result_is_text_for_people_and_json_for_programs():
    for as_program, expected in ((False, "two\n"), (True, "2\n")):
        output = output_in(json=as_program)
        output.result("two", 2)
        assert output.out.getvalue() == expected
