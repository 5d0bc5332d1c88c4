"""The Ollama engine against a server that misbehaves in every way a server has been seen to."""

from __future__ import annotations

import json
import socket
import threading

import pytest

from pet.engines.address import Address, parse
from pet.engines.base import Finished, Reading, State, Stop, Waking, Word
from pet.engines.ollama import Ollama
from pet.errors import (
    EngineRefused,
    EngineUnreachable,
    ModelMissing,
)
from tests.engines.asking import HELLO, ask, fails
from tests.engines.real import free_port
from tests.fakes import ollama_scenarios as play
from tests.fakes.fake_ollama import FakeOllama
from tests.fakes.ollama_steps import Answer, refused
from tests.waiting import until

TOOL = {"type": "function", "function": {"name": "memory_edit", "parameters": {}}}


def engine_on(server: FakeOllama, **more) -> Ollama:
    return Ollama(parse(server.url), **more)


# --- what is sent -----------------------------------------------------------------------------


def test_everything_that_changes_a_reply_in_silence_is_said(ollama, fake):
    ask(ollama)
    body = fake.chats[0]
    assert body["think"] is False
    assert body["truncate"] is False
    assert body["shift"] is False
    assert body["stream"] is True
    assert body["keep_alive"] == "10m"
    assert body["options"] == {"num_ctx": 8192, "num_predict": 512}
    assert "tools" not in body
    assert "format" not in body


def test_a_session_with_every_kind_of_call_loads_the_model_once(ollama, fake):
    fake.models["fake:1b"].capabilities = ("completion", "tools", "thinking")
    ollama.status()
    ollama.preload(Stop())
    ask(ollama)
    ask(ollama, schema={"type": "object"}, temperature=0.0, max_tokens=64)
    ask(ollama, tools=[TOOL])
    ollama.choose("fake:1b")
    ollama.preload(Stop())
    ask(ollama, max_tokens=1)
    assert fake.loads == 1


@pytest.mark.parametrize("tokens", [0, -1, None])
def test_the_number_of_tokens_is_always_positive(ollama, fake, tokens):
    ask(ollama, max_tokens=tokens)
    assert fake.chats[0]["options"]["num_predict"] > 0


def test_lone_surrogates_do_not_keep_a_message_from_being_sent(ollama, fake):
    assert ask(ollama, (type(HELLO[0])("user", "a\ud800b"),)).finished.ending == "done"
    assert fake.chats[0]["messages"][0]["content"] == "a?b"


@pytest.mark.parametrize(
    ("trained", "num_ctx"), [(8192, 8192), (131072, 8192), (2048, 2048), (5000, 4864), (0, 4096)]
)
def test_the_window_is_what_the_model_was_trained_for_at_most_8192(fake, trained, num_ctx):
    fake.models["fake:1b"].trained = trained
    engine = engine_on(fake)
    assert engine.window().num_ctx == num_ctx
    assert engine.window().trained == trained
    engine.close()


def test_no_key_and_no_proxy_of_the_environment_is_used(fake, monkeypatch):
    monkeypatch.setenv("OLLAMA_API_KEY", "secret")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    engine = engine_on(fake)
    assert ask(engine).text
    engine.close()
    assert not any("secret" in json.dumps(seen.headers) for seen in fake.seen)


# --- clouds and other computers ---------------------------------------------------------------


def test_nothing_is_sent_to_another_computer_that_nobody_allowed():
    engine = Ollama(Address(host="192.0.2.7"))
    assert engine.status().state is State.HOST_BLOCKED
    assert engine.status().facts["host"] == "192.0.2.7"
    fails(engine, EngineRefused, "host_blocked")
    for call in (engine.models, engine.window, engine.unload, lambda: engine.preload(Stop())):
        with pytest.raises(EngineRefused):
            call()
    engine.close()


def test_another_computer_that_was_allowed_is_talked_to_and_told(fake):
    address = Address(host="127.1", port=fake.port)  # leads here, and does not look like it
    assert not address.is_this_computer
    engine = Ollama(address, trusted=True)
    assert engine.status().state is State.FAILED  # as by a server that knows its own names only
    fails(engine, EngineRefused, "engine_forbidden")
    fake.any_host = True
    status = engine.status()
    assert (status.state, status.facts["elsewhere"]) == (State.READY, "127.1")
    assert ask(engine).text
    engine.close()


@pytest.mark.parametrize("name", ["gpt-oss:120b-cloud", "glm-5:cloud"])
def test_a_model_with_a_clouds_name_is_never_asked(fake, name):
    fake.add(name)
    engine = engine_on(fake)
    with pytest.raises(EngineRefused, match="cloud_blocked"):
        engine.choose(name)
    engine.close()
    engine = engine_on(fake, model=name)
    fails(engine, EngineRefused, "cloud_blocked")
    engine.close()
    assert fake.chats == []


def test_a_model_that_another_machine_serves_is_not_chosen_and_not_asked(fake):
    fake.add("alias:1b", remote_host="https://ollama.com:443")
    engine = engine_on(fake, model="alias:1b")
    fails(engine, EngineRefused, "cloud_blocked")
    assert engine.status().model == "fake:1b"
    assert [model.name for model in engine.models() if model.remote] == ["alias:1b"]
    engine.close()
    assert fake.chats == []


def test_a_server_with_nothing_but_cloud_models_is_blocked(fake):
    fake.models.clear()
    fake.add("glm-5:cloud")
    engine = engine_on(fake)
    assert engine.status().state is State.CLOUD_BLOCKED
    engine.close()


def test_a_reply_from_a_cloud_is_thrown_away(ollama, fake):
    fake.play(play.from_a_cloud)
    assert fails(ollama, EngineRefused, "cloud_blocked").text == ""


# --- states -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("installed", "state"), [(True, State.NOT_RUNNING), (False, State.NOT_INSTALLED)]
)
def test_where_nobody_listens_ollama_is_not_running_or_not_installed(
    tmp_path, monkeypatch, installed, state
):
    program = tmp_path / "ollama"
    if installed:
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    engine = Ollama(Address(port=free_port()))
    assert engine.status().state is state
    fails(engine, EngineUnreachable, "engine_unreachable")
    engine.close()


def test_what_answered_before_is_not_said_to_be_missing(fake, tmp_path, monkeypatch):
    """It may run in a container, where no PATH leads."""
    monkeypatch.setenv("PATH", str(tmp_path))
    fake.add("fake:1b")
    engine = engine_on(fake)
    assert engine.status().state is State.READY
    fake.kill()
    assert engine.status().state is State.NOT_RUNNING
    engine.close()
    used_last = Ollama(Address(port=free_port()), model="fake:1b")
    assert used_last.status().state is State.NOT_RUNNING
    used_last.close()


@pytest.mark.parametrize(
    "answer",
    [
        Answer(200, b"<html>hello</html>", "text/html"),
        Answer(200, b'["not", "ollama"]'),
        Answer(200, b'{"version": 3}'),
        Answer(200, b'{"version": ""}'),
        Answer(502, b"<html>"),
        Answer(404, b"nope"),
        refused(404, "no such page"),
        Answer(301, b""),
    ],
)
def test_another_service_on_the_port_is_seen(ollama, fake, answer):
    fake.everywhere = answer
    assert ollama.status().state is State.WRONG_SERVICE


def test_something_that_does_not_speak_http_is_another_service():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        engine = Ollama(Address(port=listener.getsockname()[1]))

        def answer():
            connection, _ = listener.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"220 mail.example ESMTP\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        status = engine.status()
        thread.join()
        engine.close()
    assert status.state is State.WRONG_SERVICE


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (Answer(403, b""), State.FAILED),
        (refused(503, "server busy"), State.BUSY),
        (refused(500, "out of disk"), State.FAILED),
    ],
)
def test_a_server_that_refuses_everything_is_told_for_what_it_is(ollama, fake, answer, state):
    fake.everywhere = answer
    assert ollama.status().state is state


@pytest.mark.parametrize(
    ("version", "state"),
    [
        ("0.12.5", State.TOO_OLD),
        ("0.9.0", State.TOO_OLD),
        ("0.12.6", State.READY),
        ("0.13.0-rc1", State.READY),
        ("0.33.0-rc2", State.READY),
        ("1.0", State.READY),
        ("0.0.0", State.READY),
        ("built by hand", State.READY),
    ],
)
def test_an_old_version_is_too_old_and_an_unknown_one_is_not(ollama, fake, version, state):
    fake.version = version
    status = ollama.status()
    assert status.state is state
    assert status.version == version


def test_a_server_without_chat_models_has_none(ollama, fake):
    fake.models.clear()
    fake.add("embed:1b", capabilities=("embedding",))
    assert ollama.status().state is State.NO_MODELS
    fails(ollama, ModelMissing, "no_models")


def test_the_model_used_last_is_used_again(fake):
    fake.add("other:2b", size=50)
    engine = engine_on(fake, model="other:2b")
    assert engine.status().model == "other:2b"
    assert ask(engine).text
    engine.close()
    assert fake.chats[0]["model"] == "other:2b"


def test_the_model_used_last_gives_way_where_it_is_gone(fake):
    engine = engine_on(fake, model="gone:7b")
    fails(engine, ModelMissing, "model_missing")
    status = engine.status()
    assert (status.state, status.model) == (State.READY, "fake:1b")
    assert ask(engine).text
    engine.close()


def test_a_model_the_user_chose_is_not_replaced_when_it_goes(ollama, fake):
    fake.add("chosen:2b")
    ollama.choose("chosen:2b")
    del fake.models["chosen:2b"]
    assert fails(ollama, ModelMissing, "model_missing").error.facts["model"] == "chosen:2b"
    assert ollama.status().state is State.MODEL_MISSING
    assert [model.name for model in ollama.models()] == ["fake:1b"]


def test_a_tag_that_is_left_out_is_latest(ollama, fake):
    fake.add("llama:latest")
    ollama.choose("llama")
    assert ollama.model == "llama:latest"


def test_status_never_takes_long(ollama, fake):
    with socket.create_server(("127.0.0.1", 0)) as listener:  # accepts and never answers
        engine = Ollama(Address(port=listener.getsockname()[1]))
        assert engine.status().state is State.BUSY
        for ask_for in (engine.window, engine.models):
            with pytest.raises(EngineRefused, match="engine_busy"):
                ask_for()
        fails(engine, EngineRefused, "engine_busy")
        engine.close()


# --- waiting and stopping ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "scenario"),
    [(Waking, None), (Reading, play.silent), (Word, play.hangs)],
)
def test_stop_closes_the_connection_in_every_phase(ollama, fake, phase, scenario):
    if scenario is None:
        fake.load_seconds = 60.0
    else:
        ollama.preload(Stop())
        fake.play(scenario)
    reply = ask(ollama, stop_at=phase)
    assert isinstance(reply.finished, Finished)
    assert reply.finished.ending == "stopped"
    assert reply.seconds_to_silence < 1
    until(lambda: "/api/chat" in [path for path, _ in fake.hung_up], 5)


def test_a_reply_that_waits_behind_another_can_be_stopped(ollama, fake):
    ollama.preload(Stop())
    fake.word_seconds = 0.05
    first = ollama.chat(HELLO, Stop())
    assert any(isinstance(event, Word) for event in first)
    assert ask(ollama, stop_at=Reading).finished.ending == "stopped"
    assert isinstance(list(first)[-1], Finished)


def test_nobody_gives_up_on_a_model_that_loads_slowly(ollama, fake):
    fake.load_seconds = 1.5
    reply = ask(ollama)
    waits = [event for event in reply.events if isinstance(event, Waking)]
    assert len(waits) >= 4
    assert [event.seconds for event in waits] == sorted(event.seconds for event in waits)
    assert waits[0].model == "fake:1b"
    assert reply.finished.ending == "done"
    assert len(fake.chats) == 1


def test_a_model_that_is_loaded_with_another_window_is_waking(ollama, fake):
    fake.loaded["fake:1b"] = (2048,)
    fake.play(play.silent)
    events = ollama.chat(HELLO, Stop())
    assert isinstance(next(events), Waking)
    events.close()


def test_leaving_a_reply_closes_its_connection(ollama, fake):
    fake.play(play.hangs)
    events = ollama.chat(HELLO, Stop())
    assert any(isinstance(event, Word) for event in events)
    events.close()
    until(lambda: "/api/chat" in [path for path, _ in fake.hung_up], 5)


def test_what_had_arrived_when_stop_was_pressed_is_not_shown(ollama, fake):
    stop, words = Stop(), []
    for event in ollama.chat(HELLO, stop):
        if isinstance(event, Word):
            words.append(event.text)
            until(lambda: not fake.runner.locked())  # all of the reply is on its way
            stop.press()
    assert words == ["Hello! "]
    assert event == Finished("stopped", first_word_ms=event.first_word_ms)


def test_closing_the_engine_ends_a_reply_under_way(ollama, fake):
    fake.play(play.hangs)
    events = ollama.chat(HELLO, Stop())
    assert any(isinstance(event, Word) for event in events)
    ollama.close()
    assert [event.ending for event in events if isinstance(event, Finished)] == ["stopped"]
    until(lambda: "/api/chat" in [path for path, _ in fake.hung_up], 5)
