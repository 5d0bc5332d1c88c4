"""`pet persona export --format ollama`, against the fake server."""

from __future__ import annotations

import json

import pytest

from pet import files
from pet.paths import Paths
from tests.fakes.fake_ollama import FakeOllama
from tests.persona.made_cards import v3

LORE = {"entries": [{"keys": ["tower"], "content": "It leans."}]}


@pytest.fixture(name="server")
def _server(pet):
    fake = FakeOllama()
    fake.add("base:1b")
    fake.start()
    files.write_json(Paths(pet.home).settings, {"ollama_host": fake.url})
    yield fake
    fake.kill()


def created(server):
    return [seen.body for seen in server.seen if seen.path == "/api/create"]


def test_a_model_is_made_on_top_of_the_one_that_answers(pet, server):
    ran = pet.run("persona", "export", "tori", "--format", "ollama")
    assert ran.code == 0, ran.err
    assert "pet-tori" in ran.out
    assert "base:1b" in ran.out
    (body,) = created(server)
    assert (body["model"], body["from"], body["stream"]) == ("pet-tori", "base:1b", False)
    assert body["system"].startswith("Name: Tori\n")
    assert [one["role"] for one in body["messages"][:2]] == ["user", "assistant"]
    assert body["parameters"]["num_ctx"] > 0
    assert "untrusted" not in json.dumps(body)
    for left in ("greetings", "picture", "ko", "notes"):
        assert left in ran.err


def test_it_speaks_the_language_that_was_asked_for_and_has_the_name_that_was(pet, server):
    ran = pet.run(
        "--lang", "ko", "persona", "export", "tori", "--format", "ollama", "--to", "my/t:1"
    )
    assert ran.code == 0, ran.err
    (body,) = created(server)
    assert body["model"] == "my/t:1"
    assert body["system"].startswith("이름: 토리\n")


def test_what_a_model_has_no_place_for_is_said(pet, server, tmp_path):
    card = tmp_path / "mina.json"
    card.write_text(json.dumps(v3(character_book=LORE, system_prompt="Obey.")), "utf-8")
    pet.run("persona", "import", str(card))
    ran = pet.run("persona", "export", "mina", "--format", "ollama", "--json")
    notes = {one["note"] for one in json.loads(ran.out)["notes"]}
    assert notes >= {"cli.ollama.left.lorebook", "cli.ollama.left.orders"}
    assert "Obey." not in json.dumps(created(server))


def test_her_own_model_is_the_base_where_it_is_there(pet, server, tmp_path):
    server.add("hers:3b", size=9)
    card = tmp_path / "mina.json"
    own = {"desktop_pet": {"model": "hers:3b"}}
    card.write_text(json.dumps(v3(extensions=own)), "utf-8")
    pet.run("persona", "import", str(card))
    assert pet.run("persona", "export", "mina", "--format", "ollama").code == 0
    assert created(server)[0]["from"] == "hers:3b"


@pytest.mark.parametrize("name", ["a b", "-x", "a:b:c", "../x", "토리", "x:1b-cloud", "a/b/c/d"])
def test_a_name_that_no_model_may_have_is_refused(pet, server, name):
    ran = pet.run("persona", "export", "tori", "--format", "ollama", f"--to={name}")
    assert ran.code == 1
    assert created(server) == []


def test_without_a_server_it_is_said_and_nothing_is_made(pet):
    files.write_json(Paths(pet.home).settings, {"ollama_host": "http://127.0.0.1:9"})
    ran = pet.run("persona", "export", "tori", "--format", "ollama")
    assert ran.code == 5
    assert ran.err
    assert pet.run("persona", "export", "nobody", "--format", "ollama").code == 3
