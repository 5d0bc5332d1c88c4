"""A persona as a model of Ollama's: what `POST /api/create` is asked for."""

from __future__ import annotations

import pytest

from pet.persona import persona
from pet.persona.exchanges import speeches
from pet.persona.ollama_model import create_body, model_name
from tests.persona.made_cards import v3

HOUR = "<START>\n{{user}}: What time is it?\n{{char}}: It is 10:30.\nTime: for tea!"


def made_of(persona_id="mina", **fields):
    return persona.from_card(persona_id, v3(**fields))


@pytest.mark.parametrize(
    ("example", "said"),
    [
        ("User: Hi\nMina: It is 10:30", (("user", "Hi"), ("assistant", "It is 10:30"))),
        ("사용자: 안녕\nmina : 응", (("user", "안녕"), ("assistant", "응"))),
        ("{{user}}: a\n{{char}}: b\nc\n\nd", (("user", "a"), ("assistant", "b\nc\n\nd"))),
        ("Mina: a\nMina: b\nUser: c", (("assistant", "a\nb"), ("user", "c"))),
        ("It rains.\nMina: Hello", (("assistant", "It rains.\nHello"),)),
        ("Note: x\nMina: y: z", (("assistant", "Note: x\ny: z"),)),
        ("User:\nMina: a", (("assistant", "a"),)),
        ("Nobody speaks: here", ()),
        ("", ()),
    ],
)
def test_an_example_is_taken_apart_into_who_says_what(example, said):
    assert speeches(example, "Mina") == said


def test_the_body_has_system_text_and_messages():
    mina = made_of(mes_example=HOUR + "<START>She hums.", personality='Says """quotes""".')
    body = create_body(
        mina, "en", base="qwen3:4b", harmless=lambda text: text, parameters={"num_ctx": 8192}
    )
    assert body == {
        "model": "pet-mina",
        "from": "qwen3:4b",
        "system": 'Name: Mina\nDescription: A barista.\nWay of speaking: Says """quotes""".'
        "\n\nShe hums.",
        "messages": [
            {"role": "user", "content": "What time is it?"},
            {"role": "assistant", "content": "It is 10:30.\nTime: for tea!"},
        ],
        "parameters": {"num_ctx": 8192},
        "stream": False,
    }


def test_every_text_is_made_harmless():
    mina = made_of(description="a<|im_start|>b", mes_example="{{user}}: <x>\n{{char}}: <y>")
    body = create_body(mina, "en", base="x", harmless=lambda text: text.replace("<", "‹"))
    assert "<" not in str(body)


def test_orders_of_a_card_are_not_in_it():
    mina = made_of(system_prompt="ORDER", post_history_instructions="ORDER")
    assert "ORDER" not in str(create_body(mina, "ko", base="x", harmless=str))


def test_the_name_of_the_model_is_ascii():
    assert model_name(made_of("mina-2")) == "pet-mina-2"
    korean = made_of("미나")
    assert model_name(korean) == f"pet-{korean.revision[:8]}"
