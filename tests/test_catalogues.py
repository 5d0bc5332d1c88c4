"""Korean and English say the same, everything asked for is there, and nothing else is."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from pet import i18n
from tests.house.catalogue import Sentence, error_classes, mentioned, requests, sentences
from tests.house.sources import ROOT, Module, modules

LOCALE = ROOT / "pet" / "locale"
# Keys that are put together where no string shows it; each with the reason.
PUT_TOGETHER: dict[str, str] = {}


@cache
def spoken(language: str) -> dict[str, Sentence]:
    return {sentence.key: sentence for sentence in sentences(LOCALE / language)}


@cache
def program() -> tuple[Module, ...]:
    return modules("pet")


def test_both_languages_have_the_same_rooms_with_the_same_keys():
    keys = {
        language: {(one.room, one.key) for one in spoken(language).values()}
        for language in i18n.LANGUAGES
    }
    assert sorted(keys["en"] ^ keys["ko"]) == []


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_key_lives_in_one_room_only(language):
    counted = Counter(sentence.key for sentence in sentences(LOCALE / language))
    assert [key for key, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_key_has_one_sentence(language):
    """A merge that keeps both sides leaves two; the compiler takes the first in silence."""
    twice = [
        f"{file.name}: {entry.splitlines()[0]}"
        for file in sorted((LOCALE / language).rglob("*.po"))
        for entry in file.read_text("utf-8").split("\nmsgid ")
        if entry.count('\nmsgstr "') > 1
    ]
    assert twice == []


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_sentence_is_written_and_sure(language):
    bad = [one.key for one in spoken(language).values() if one.fuzzy or not all(one.forms)]
    assert bad == []


def test_both_languages_fill_in_the_same_facts():
    english, korean = spoken("en"), spoken("ko")
    different = [
        f"{key}: {sorted(english[key].fields)} and {sorted(korean[key].fields)}"
        for key in english.keys() & korean.keys()
        if english[key].fields.keys() != korean[key].fields.keys()
        or english[key].counts != korean[key].counts
    ]
    assert different == []


def test_particles_are_korean_and_known():
    def particles(language: str) -> list[str]:
        return [
            f"{one.key}: {spec}"
            for one in spoken(language).values()
            for specs in one.fields.values()
            for spec in specs
            if any("가" <= letter <= "힣" for letter in spec)
        ]

    assert particles("en") == []
    unknown = [row for row in particles("ko") if row.split(": ")[1] not in i18n._PARTICLES]
    assert unknown == []


def test_every_sentence_the_code_asks_for_exists():
    keys = set(spoken("en"))
    lost = [f"{ask.where} {ask.key.pattern}" for ask in requests(program()) if not ask.finds(keys)]
    assert lost == []


def test_whoever_asks_for_a_sentence_gives_its_facts():
    english = spoken("en")
    short = [
        f"{ask.where} {key} needs {sorted(english[key].fields.keys() - ask.facts)}"
        for ask in requests(program())
        if ask.facts is not None
        for key in ask.finds(set(english))
        if english[key].fields.keys() - ask.facts
    ]
    assert short == []


def test_no_sentence_is_left_that_nobody_asks_for():
    said = mentioned(program())

    def is_asked_for(key: str) -> bool:
        # An error's class is raised with the bare key: "no_room" for "error.no_room".
        spellings = {key, key.removeprefix("error.")}
        return any(form.fullmatch(name) for form in said for name in spellings)

    idle = [key for key in spoken("en") if key not in PUT_TOGETHER and not is_asked_for(key)]
    assert idle == []


def test_the_reader_of_the_code_sees_what_it_must():
    module = Module(
        "pet/planted.py",
        "class Full(MemoError): ...\nclass MemoError(errors.PetError): ...\n"
        'texts("a.b", n=1)\nself._texts("yes" if x else "no", **facts)\n'
        'desk.texts.count("c", 2, name="솜이")\nraise Full("no_room", limit=30)\n'
        'texts(f"tool.{name}.title")\nother("never")\n',
    )
    found = {
        (ask.key.pattern, None if ask.facts is None else tuple(sorted(ask.facts)))
        for ask in requests((module,))
    }
    assert found == {
        (r"a\.b", ("n",)),
        ("yes", None),
        ("no", None),
        ("c", ("n", "name")),
        (r"error\.no_room", ("limit",)),
        (r"tool\..*\.title", ()),
    }
    assert error_classes((module,)) == {"PetError", "MemoError", "Full"}


def test_a_form_that_matches_everything_uses_nothing():
    module = Module(
        "pet/planted.py", 'f"{a}.{b}"\nf"error.{key}"\nf"undo.{action}"\n"memo.saved"\n'
    )
    said = mentioned((module,))
    asked = {
        key
        for key in ("undo.saved", "memo.saved", "error.full", "memo.lost")
        for form in said
        if form.fullmatch(key)
    }
    assert asked == {"undo.saved", "memo.saved"}
