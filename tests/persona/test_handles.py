"""Whom a word means, for `@` and `/persona`."""

from __future__ import annotations

import unicodedata

import pytest

from pet.persona import persona
from pet.persona.handles import beginning, called, handle
from tests.persona.made_cards import v3


def one(persona_id, called_in_english, **korean):
    extensions = {"desktop_pet": {"written_in": "en", "languages": {"ko": korean}}}
    fields = {"name": called_in_english} | ({"extensions": extensions} if korean else {})
    return persona.from_card(persona_id, v3(**fields))


TORI = one("tori", "Tori", name="토리")
KIM = one("dr-kim", "Dr. Kim")
TWINS = (one("mina", "Mina"), one("mina-2", "Mina"))
EVERYONE = (TORI, KIM, *TWINS)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("tori", [TORI]),
        ("@TORI", [TORI]),
        ("＠ｔｏｒｉ", [TORI]),
        ("토리", [TORI]),
        (unicodedata.normalize("NFD", "토리"), [TORI]),
        ("토리야", [TORI]),
        ("토리,", [TORI]),
        ("Dr.Kim", [KIM]),
        ("Dr. Kim", [KIM]),
        ("mina", [TWINS[0]]),
        ("mina-2", [TWINS[1]]),
        ("to", []),
        ("", []),
        ("@", []),
        ("야", []),
    ],
)
def test_a_word_means_an_id_or_a_whole_name(word, meant):
    assert list(called(word, EVERYONE)) == meant


def test_a_beginning_is_enough_for_a_command():
    assert beginning("to", EVERYONE) == (TORI,)
    assert beginning("min", EVERYONE) == TWINS
    assert beginning("", EVERYONE) == ()


@pytest.mark.parametrize(
    ("whose", "language", "word"),
    [
        (TORI, "ko", "토리"),
        (TORI, "en", "Tori"),
        (KIM, "en", "Dr.Kim"),
        (TWINS[0], "en", "Mina"),
        (TWINS[1], "en", "mina-2"),
    ],
)
def test_a_handle_has_no_space_and_means_her_alone(whose, language, word):
    assert handle(whose, EVERYONE, language) == word
    assert called(word, EVERYONE) == (whose,)
