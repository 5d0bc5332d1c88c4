"""Sentences in both languages."""

from __future__ import annotations

import pytest

from pet.i18n import Texts, choose_language, particle


@pytest.mark.parametrize(
    ("noun", "pair", "expected"),
    [
        ("솜이", "이가", "가"),
        ("철", "으로", "로"),
        ("집", "으로", "으로"),
        ("사과", "을를", "를"),
        ("귤", "은는", "은"),
        ("3", "이가", "이"),
        ("2", "과와", "와"),
        ("Ollama", "이가", "가"),
        ("qwen3.5:4b", "을를", "를"),
        ("", "은는", "는"),
    ],
)
def test_the_particle_follows_the_last_sound(noun, pair, expected):
    assert particle(noun, pair) == expected


@pytest.mark.parametrize(
    ("asked", "environ", "expected"),
    [
        ("ko", {"LANG": "en_US.UTF-8"}, "ko"),
        (None, {"LANG": "ko_KR.UTF-8"}, "ko"),
        (None, {"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, "ko"),
        (None, {"LANGUAGE": "fr:ko"}, "ko"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_is_what_was_asked_for_then_the_systems(asked, environ, expected):
    assert choose_language(asked, environ) == expected


def test_an_unknown_key_is_an_error_not_a_sentence():
    with pytest.raises(KeyError):
        Texts("en")("no.such.key")


def test_both_languages_have_the_same_keys():
    english, korean = Texts("en"), Texts("ko")
    assert english("settings.damaged") != korean("settings.damaged")
