"""A character card as a value, and what the prompt reads of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet import paths
from pet.errors import PersonaError
from pet.persona import persona

SOMI = json.loads((paths.assets() / "personas" / "somi.json").read_text("utf-8"))


def card(**fields):
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Mina", **fields}}


def made_of(**fields):
    return persona.from_card("mina", card(**fields))


def test_the_prompt_reads_name_description_manner_and_situation_in_this_order():
    mina = made_of(scenario="In a cafe.", personality="Dry.", description="A barista.")
    assert persona.persona_text(mina, "en") == (
        "Name: Mina\nDescription: A barista.\nWay of speaking: Dry.\nSituation: In a cafe."
    )


def test_an_empty_field_has_no_label():
    assert persona.persona_text(made_of(scenario="  \n"), "ko") == "이름: Mina"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("{{char}} and {{user}}", "Mina and User"),
        ("{{CHAR}} {{ User }}", "Mina User"),
        ("{{char}}{{char}}", "MinaMina"),
        ("<USER> <bot> {{roll:6}}", "<USER> <bot> {{roll:6}}"),
        ("a{{// for {authors} only}}b", "a{{// for {authors} only}}b"),
        ("{ {char}} {{char }", "{ {char}} {{char }"),
    ],
)
def test_the_rest_of_a_card_stays_as_it_is(written, read):
    assert persona.fill_in(written, "Mina", "en") == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("She is kind.{{// do not tell: she is a spy}}", "She is kind."),
        ("{{comment: draft 3}}{{hidden_key:rain}}Hello{{ ORIGINAL }}", "Hello"),
    ],
)
def test_what_an_author_wrote_for_no_reader_is_not_read(written, read):
    assert persona.fill_in(written, "Mina", "en") == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("{{random:Hey,Yo}} {{user}}", "Hey User"),
        ("{{random::Hey, you::Yo}}", "Hey, you"),
        ("{{pick: a\\,b , c}}", "a,b"),
        ("{{random:}}", ""),
        ("{{random}}", "{{random}}"),
        ("{{random:{{char}},x}}", "{{random:Mina,x}}"),
    ],
)
def test_where_chance_should_choose_the_first_choice_is_taken(written, read):
    assert persona.fill_in(written, "Mina", "en") == read


def test_macros_are_replaced_in_one_pass():
    assert persona.fill_in("{{char}} {{user}}", "{{user}}", "en") == "{{user}} User"
    assert persona.fill_in("{{{{char}}}}", "user", "en") == "{{user}}"


def test_the_nickname_is_what_char_becomes():
    assert persona.persona_text(made_of(nickname="Mi", description="{{char}}!"), "en") == (
        "Name: Mi\nDescription: Mi!"
    )


def test_examples_are_the_blocks_of_the_card_in_its_order():
    mina = made_of(
        mes_example="<START>\n{{user}}: It is 10:30\r\n{{char}}: Late!\n<start>\n\n<START>b"
    )
    assert persona.examples(mina, "en") == ("User: It is 10:30\nMina: Late!", "b")
    assert persona.examples(mina, "ko")[0] == "사용자: It is 10:30\nMina: Late!"


def test_a_lone_start_mark_is_no_example():
    assert persona.examples(made_of(mes_example="<START>\n"), "en") == ()


def test_greetings_are_the_first_message_and_its_alternatives():
    mina = made_of(first_mes="Hi {{user}}", alternate_greetings=["Yo", "", None, 3])
    assert persona.greetings(mina, "ko") == ("Hi 사용자", "Yo")


def test_each_language_has_its_own_words_and_the_card_is_used_where_there_are_none():
    own = {"written_in": "en", "languages": {"ko": {"name": "미나", "description": "바리스타"}}}
    mina = made_of(description="A barista.", extensions={"desktop_pet": own})
    assert persona.persona_text(mina, "ko") == "이름: 미나\n소개: 바리스타"
    assert persona.persona_text(mina, "en") == "Name: Mina\nDescription: A barista."
    assert made_of(description="A barista.").wording("ko").description == "A barista."


def test_a_persona_may_speak_one_language_whatever_the_program_speaks():
    own = {"language": "ko", "written_in": "en", "languages": {"ko": {"name": "미나"}}}
    mina = made_of(extensions={"desktop_pet": own})
    assert persona.persona_text(mina, "en") == "이름: 미나"


def test_a_translation_without_a_name_takes_the_cards():
    mina = made_of(extensions={"desktop_pet": {"languages": {"ko": {"description": "가"}}}})
    assert persona.name_in(mina, "ko") == "Mina"


def test_look_and_model_come_from_our_extension():
    mina = made_of(extensions={"desktop_pet": {"look": "cat", "model": "qwen3:4b"}})
    assert (mina.look, mina.model) == ("cat", "qwen3:4b")
    assert (made_of().look, made_of().model) == (None, None)


@pytest.mark.parametrize("junk", [None, [], "text", 7, {}, {"data": None}, {"data": []}])
def test_what_is_no_card_is_refused(junk):
    with pytest.raises(PersonaError, match=r"persona\.not_a_card"):
        persona.from_card("x", junk)


@pytest.mark.parametrize("name", [None, "", " \n ", 5, ["a"]])
def test_a_card_without_a_name_is_refused(name):
    with pytest.raises(PersonaError, match=r"persona\.no_name"):
        made_of(name=name)


def test_a_name_is_one_line_of_at_most_128_scalars():
    assert persona.name_in(made_of(name=" Mi\nna\t "), "en") == "Mi na"
    assert len(persona.name_in(made_of(name="가" * 500), "en")) == 128


def test_fields_of_the_wrong_type_count_as_absent():
    strange = made_of(
        description=None,
        personality=3,
        scenario=["x"],
        mes_example={},
        alternate_greetings="no list",
        character_book=None,
        extensions={"desktop_pet": {"languages": {"ko": None, "xx": {}}, "look": 3}},
    )
    assert persona.persona_text(strange, "en") == "Name: Mina"
    assert persona.name_in(made_of(extensions=None), "en") == "Mina"
    assert persona.name_in(made_of(extensions={"desktop_pet": ""}), "en") == "Mina"


def test_lone_surrogates_are_replaced_where_the_text_is_read():
    text = persona.persona_text(made_of(description="a\ud800b \ud83d\ude00"), "en")
    assert text == "Name: Mina\nDescription: a\ufffdb 😀"
    assert text.encode()


def test_the_revision_follows_the_content_and_not_where_it_was_copied_from():
    assert made_of().revision == made_of().revision
    assert made_of().revision != made_of(tags=["x"]).revision
    assert persona.revision_of(persona.marked_as_shipped(card())) == persona.revision_of(
        card(extensions={"desktop_pet": {}})
    )
    marked = persona.marked_as_shipped(SOMI)
    assert persona.revision_of(marked) == persona.revision_of(SOMI)
    assert persona.shipped_revision(marked) == persona.revision_of(SOMI)


any_text = st.text(st.characters(), max_size=30)  # lone surrogates too
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=8,
)
FIELDS = (
    "name nickname description personality scenario first_mes mes_example alternate_greetings "
    "extensions character_book desktop_pet languages ko"
)
field_names = st.sampled_from(FIELDS.split())


# The first draw of a fresh machine builds the tables of Unicode, which counts as slow.
@given(st.dictionaries(field_names, json_values | st.dictionaries(field_names, json_values)))
def test_any_card_is_a_persona_or_a_refusal_and_stays_whole(fields):
    whole = {"spec": "chara_card_v3", "data": fields, "more": 1}
    try:
        one = persona.from_card("x", whole)
    except PersonaError:
        return
    assert one.card == whole
    for language in ("en", "ko"):
        said = (persona.persona_text(one, language), *persona.examples(one, language))
        assert all(text.encode() for text in said)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_our_persona_is_short_enough_for_a_small_model(language):
    somi = persona.from_card("somi", SOMI)
    shown = persona.examples(somi, language)
    assert 3 <= len(shown) <= 8
    assert len(persona.persona_text(somi, language).encode()) < 1200
    assert not any("{{" in text for text in (persona.persona_text(somi, language), *shown))


def test_our_persona_has_each_field_in_both_languages():
    somi = persona.from_card("somi", SOMI)
    assert (persona.name_in(somi, "en"), persona.name_in(somi, "ko")) == ("Somi", "솜이")
    for language in ("en", "ko"):
        wording = somi.wording(language)
        assert all((wording.description, wording.personality, wording.scenario, wording.greetings))
