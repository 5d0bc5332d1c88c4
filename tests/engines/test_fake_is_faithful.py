"""The fake server refuses what a real one refuses, so that it cannot drift away from it."""

from __future__ import annotations

import http.client
import json

import pytest

from tests.engines.real import MODEL
from tests.fakes.fake_ollama import FakeOllama

TOOL = {"type": "function", "function": {"name": "x", "parameters": {"type": "object"}}}


@pytest.fixture(params=["fake", pytest.param("real", marks=pytest.mark.real_ollama)])
def port(request):
    if request.param == "real":
        server = request.getfixturevalue("real_ollama")
        server.start()
        yield server.port
        return
    fake = FakeOllama()
    fake.add(MODEL)
    fake.start()
    yield fake.port
    fake.kill()


def call(port, method, path, body=None, headers=None):
    """Status, content type and body of one call."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Content-Type", ""), answer.read()
    finally:
        connection.close()


def chat(port, **changes):
    body = {"model": MODEL, "messages": [{"role": "user", "content": "Hello."}]}
    return call(port, "POST", "/api/chat", body | {"options": {"num_predict": 2}} | changes)


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({"think": True}, 400, "does not support thinking"),
        ({"tools": [TOOL]}, 400, "does not support tools"),
        ({"options": {"num_ctx": "many"}}, 500, "must be of type integer"),
        ({"keep_alive": True}, 400, "bool"),
        ({"format": "xml"}, 500, "invalid format"),
        ({"model": "no-such:1b"}, 404, "not found"),
        ({"think": False}, 200, '"done":true'),
        ({"messages": []}, 200, '"done_reason":"load"'),
        ({"messages": [], "keep_alive": 0}, 200, '"done_reason":"unload"'),
    ],
)
def test_a_chat_is_refused_or_taken(port, changes, status, words):
    got, _, body = chat(port, **changes)
    assert got == status
    assert words.replace(" ", "") in body.decode().replace(" ", "")


def test_a_reply_is_streamed_unless_said_otherwise(port):
    _, kind, body = chat(port)
    lines = [json.loads(line) for line in body.splitlines()]
    assert kind.startswith("application/x-ndjson")
    assert [line["done"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert lines[-1]["done_reason"] == "length"
    assert lines[-1]["eval_count"] == 2
    assert lines[-1]["prompt_eval_count"] > 0


def test_a_wrong_method_and_an_unknown_path_are_refused(port):
    assert call(port, "GET", "/api/chat")[0] == 405
    assert call(port, "GET", "/api/nothing")[0] == 404


def test_a_foreign_name_is_refused_without_a_word(port):
    status, _, body = call(port, "GET", "/api/tags", headers={"Host": "evil.example"})
    assert (status, body) == (403, b"")


def test_a_model_tells_its_window_and_what_it_can(port):
    status, _, body = call(port, "POST", "/api/show", {"model": MODEL})
    shown = json.loads(body)
    architecture = shown["model_info"]["general.architecture"]
    assert status == 200
    assert shown["model_info"][f"{architecture}.context_length"] == 8192
    assert "completion" in shown["capabilities"]
    assert call(port, "POST", "/api/show", {"model": "no-such:1b"})[0] == 404


def test_a_loaded_model_tells_the_window_it_was_loaded_with(port):
    chat(port, options={"num_ctx": 1024, "num_predict": 1})
    (entry,) = json.loads(call(port, "GET", "/api/ps")[2])["models"]
    assert (entry["name"], entry["context_length"]) == (MODEL, 1024)
