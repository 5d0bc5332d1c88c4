"""How a command line is read."""

from __future__ import annotations

import pkgutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.cli import arguments, helping
from pet.cli.arguments import COMMANDS, DESKTOP, EVERYWHERE, parse
from pet.errors import UsageError
from pet.i18n import Texts


def refusal(*line):
    with pytest.raises(UsageError) as raised:
        parse(line)
    return raised.value.key


def test_nothing_at_all_opens_the_desktop():
    assert parse([]).command is DESKTOP
    assert parse(["--another", "--home", "x"]).command is DESKTOP


@pytest.mark.parametrize(
    "line",
    [
        ["--home", "/h", "--json", "remember", "a", "b"],
        ["remember", "--home=/h", "a", "--json", "b"],
        ["remember", "a", "b", "--json", "--home", "/h"],
    ],
)
def test_options_may_stand_anywhere(line):
    asked = parse(line)
    assert (asked.command.name, asked.text) == ("remember", "a b")
    assert asked.value("home") == "/h"
    assert asked.has("json")
    assert not asked.has("yes")


def test_what_follows_two_dashes_is_text():
    asked = parse(["remember", "--lang", "ko", "--", "--json", "-5도가", "좋아"])
    assert asked.text == "--json -5도가 좋아"
    assert not asked.has("json")
    assert not arguments.wants_json(["remember", "--", "--json"])
    assert arguments.language_in(["remember", "--", "--lang", "ko"]) is None


def test_the_language_and_json_are_known_before_the_line_is_understood():
    assert arguments.language_in(["nonsense", "--lang", "ko"]) == "ko"
    assert arguments.language_in(["--lang=ko", "--nonsense"]) == "ko"
    assert arguments.language_in(["--lang"]) is None
    assert arguments.wants_json(["nonsense", "--json"])


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (["frobnicate"], "usage.unknown_command"),
        (["rember", "x"], "usage.unknown_command_near"),
        (["--frobnicate"], "usage.unknown_option"),
        (["remember", "-5"], "usage.unknown_option"),
        (["--home"], "usage.needs_value"),
        (["--home", ""], "usage.needs_value"),
        (["--throwaway=x"], "usage.takes_no_value"),
        (["--lang", "fr"], "usage.bad_choice"),
        (["--engine", "gpt"], "usage.bad_choice"),
        (["chat", "--show"], "usage.other_command"),
        (["--home", "x", "--throwaway"], "usage.two_homes"),
        (["undo", "twice"], "usage.no_words"),
        (["remember"], "usage.needs_words"),
        (["remember", "  "], "usage.needs_words"),
        (["forget"], "usage.needs_words"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(line, key):
    assert refusal(*line) == key


def test_help_is_given_even_where_the_rest_is_not_understood():
    assert parse(["remember", "--help"]).has("help")
    assert parse(["chat", "--show", "-h"]).has("help")
    assert parse(["help", "remember"]).command.name == "remember"


def test_a_lone_dash_is_a_word_or_a_value():
    assert parse(["remember", "-"]).text == "-"
    assert parse(["chat", "--once", "-"]).value("once") == "-"


def test_bytes_that_are_no_text_are_replaced():
    assert parse(["remember", "caf\udce9"]).text == "caf\ufffd"


def test_every_command_is_done_somewhere():
    for row in (DESKTOP, *COMMANDS):
        assert callable(pkgutil.resolve_name(f"pet.cli.{row.done_in}"))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_command_and_option_is_explained(language):
    texts = Texts(language)
    whole = helping.page(texts, DESKTOP)
    for row in COMMANDS:
        assert f"pet {row.name} " in whole
        page = helping.page(texts, row)
        assert all(option.shown in page for option in row.options)
    assert all(option.shown in whole for option in EVERYWHERE)


@given(
    st.lists(st.sampled_from(["remember", "--home", "--json", "--", "-", "x", "--once=y", "가"]))
)
def test_any_line_is_understood_or_refused(line):
    outcome = understood(line)
    if isinstance(outcome, UsageError):
        assert all(Texts(language).has(f"error.{outcome.key}") for language in ("en", "ko"))
    else:
        assert outcome.command in (DESKTOP, *COMMANDS)


def understood(line):
    try:
        return parse(line)
    except UsageError as error:
        return error
