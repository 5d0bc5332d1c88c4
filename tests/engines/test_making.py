"""A persona as a model of Ollama's: made by the fake and by a real server, and asked there."""

from __future__ import annotations

import pytest

from pet import paths
from pet.engines.address import parse
from pet.engines.base import Stop
from pet.engines.choose import EngineChooser
from pet.engines.none import NoEngine
from pet.engines.ollama import Ollama
from pet.errors import ModelMissing
from pet.persona.library import Library
from pet.persona.ollama_model import create_body
from pet.prompt.neutralise import neutralise
from tests.engines.real import MODEL


def body_of(persona_id, base, home, **more):
    tori = Library(paths.Paths(home)).find(persona_id)
    body = create_body(tori, "ko", base=base, harmless=lambda text: neutralise(text).text, **more)
    return body | {"model": "pet-test:1"}


def test_a_model_is_made_by_the_fake(fake, ollama, tmp_path):
    ollama.make(body_of("tori", "fake:1b", tmp_path), Stop())
    assert "pet-test:1" in [model.name for model in ollama.models()]


def test_a_base_that_is_not_here_is_never_asked_for(fake, ollama, tmp_path):
    with pytest.raises(ModelMissing):
        ollama.make(body_of("tori", "gone:1b", tmp_path), Stop())
    assert [seen for seen in fake.seen if seen.path == "/api/create"] == []


def test_only_ollama_makes_models():
    with pytest.raises(ModelMissing):
        EngineChooser(NoEngine(), NoEngine()).maker()


@pytest.mark.real_ollama
def test_a_model_is_made_by_a_real_server_and_has_her_text_and_examples(real_ollama, tmp_path):
    real_ollama.start()
    engine = Ollama(parse(real_ollama.url), model=MODEL)
    try:
        body = body_of("tori", MODEL, tmp_path, parameters={"num_ctx": 2048})
        engine.make(body, Stop())
        engine.make(body, Stop())  # again: the same name is replaced
        assert "pet-test:1" in [model.name for model in engine.models()]
        engine.choose("pet-test:1")
        assert engine.status().model == "pet-test:1"
    finally:
        engine.close()
    shown = real_ollama.ask("/api/show", {"model": "pet-test:1"})
    assert shown["system"] == body["system"]
    assert [one["content"] for one in shown["messages"]] == [
        one["content"] for one in body["messages"]
    ]
    assert "num_ctx" in shown["parameters"]
