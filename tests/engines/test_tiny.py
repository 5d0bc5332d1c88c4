"""The tiny model in its own process."""

from __future__ import annotations

import os
import signal
import sys

import psutil
import pytest

from pet.engines.base import Finished, Message, Reading, State, Stop, Word
from pet.engines.tiny import Tiny, bundled_model
from pet.errors import EngineRefused, ModelMissing, PromptTooLong, ReplyBroken
from tests.engines.asking import ask, fails
from tests.engines.children import tiny_children
from tests.waiting import until

pytestmark = [
    pytest.mark.tiny,
    pytest.mark.skipif(bundled_model() is None, reason="the tiny model is not installed"),
]


@pytest.fixture
def tiny():
    engine = Tiny()
    yield engine
    engine.close()


def child() -> psutil.Process:
    """The process of the only tiny engine of this test."""
    (found,) = tiny_children()
    return found


def test_it_says_honestly_what_it_is(tiny):
    status = tiny.status()
    assert status.state is State.READY
    assert status.model == "SmolLM2-135M-Instruct.Q4_1"
    assert status.facts["parameters"] == "135M"
    assert status.facts["bundled"] is True
    assert status.facts["bytes"] == bundled_model().stat().st_size
    assert tiny_children() == []  # to say so it needs no process


def test_it_counts_tokens_as_the_model_does(tiny):
    assert tiny.count_tokens("") == 0
    assert tiny.count_tokens("Hello there") == 2
    hangul = tiny.count_tokens("안녕하세요" * 200)
    assert 2000 < hangul < tiny.window().prompt_tokens
    prompt = "You are a small fox."
    counted = ask(tiny, (Message("user", prompt),), max_tokens=1).finished.prompt_tokens
    assert 0 < counted - tiny.count_tokens(prompt) < 40  # the rest is the template


def test_the_beginning_of_a_prompt_is_not_read_twice(tiny):
    system = Message("system", "You are a small fox. " * 20)
    first = ask(tiny, (system, Message("user", "Hello.")), max_tokens=1).finished
    again = ask(tiny, (system, Message("user", "Good night.")), max_tokens=1).finished
    assert first.cached_tokens == 0
    assert again.cached_tokens > 100
    assert again.prompt_tokens - again.cached_tokens < 20


def test_what_was_read_before_stop_is_not_read_again(tiny):
    tiny.preload(Stop())
    long = (Message("system", "You are a small fox. " * 60), Message("user", "Hello."))
    stop, seen = Stop(), []
    for event in tiny.chat(long, stop):
        seen.append(event)
        if isinstance(event, Reading):
            stop.press()
    assert seen[-1].ending == "stopped"
    assert ask(tiny, long, max_tokens=1).finished.prompt_tokens > 300
    assert child().is_running()


def test_counting_does_not_make_it_forget_what_it_read(tiny):
    long = (Message("system", "You are a small fox. " * 20), Message("user", "Hello."))
    ask(tiny, long, max_tokens=1)
    tiny.count_tokens("something else entirely")
    assert ask(tiny, long, max_tokens=1).finished.cached_tokens > 100


@pytest.mark.skipif(not hasattr(signal, "SIGSEGV"), reason="signals are for Unix")
def test_a_crash_of_native_code_is_a_broken_reply_and_the_next_one_comes(tiny):
    tiny.preload(Stop())

    def crash():
        os.kill(child().pid, signal.SIGSEGV)

    reply = ask(tiny, at_word=crash)
    assert isinstance(reply.error, ReplyBroken)
    assert reply.error.key == "tiny_crashed"
    assert ask(tiny, max_tokens=2).finished.reply_tokens == 2


def test_it_ends_when_nobody_asked_for_a_while_and_starts_again():
    engine = Tiny(idle_seconds=0.3)
    try:
        ask(engine, max_tokens=2)
        until(lambda: not engine.models()[0].loaded, what="the idle child to end")
        assert tiny_children() == []
        assert ask(engine, max_tokens=2).kinds()[0] == "Waking"
    finally:
        engine.close()


def test_unloading_ends_the_process(tiny):
    tiny.preload(Stop())
    process = child()
    tiny.unload()
    assert not process.is_running()
    tiny.unload()


def test_unloading_in_mid_reply_breaks_it_and_says_nothing_twice(tiny):
    tiny.preload(Stop())
    reply = ask(tiny, at_word=tiny.unload)
    assert isinstance(reply.error, ReplyBroken)
    assert len(reply.text) < 40


def test_a_stop_that_comes_too_late_costs_nothing(tiny):
    tiny.preload(Stop())
    process = child()
    stop = Stop()
    events = tiny.chat((Message("user", "Hello."),), stop, max_tokens=1)
    assert any(isinstance(event, Word) for event in events)
    until(lambda: not tiny._process._under_way)
    stop.press()
    assert list(events)[-1].ending == "stopped"
    assert tiny._process._stopped == {}
    assert process.is_running()


def test_it_ends_when_the_pet_does(tiny):
    tiny.preload(Stop())
    process = child()
    tiny._process._process.stdin.close()  # what the end of our process does
    process.wait(10)


@pytest.mark.skipif(sys.platform == "win32", reason="there the port is behind a random key")
def test_nobody_can_connect_to_it(tiny):
    tiny.preload(Stop())
    connections = child().net_connections(kind="all")
    assert [one for one in connections if one.family.name in ("AF_INET", "AF_INET6")] == []
    assert not any(os.path.exists(str(one.laddr)) for one in connections if one.laddr)  # noqa: PTH110


def test_interrupting_the_terminal_does_not_end_it(tiny):
    tiny.preload(Stop())
    os.kill(child().pid, signal.SIGINT)
    assert ask(tiny, max_tokens=2).text


def test_two_requests_wait_for_each_other_and_one_can_be_stopped(tiny):
    tiny.preload(Stop())
    stop = Stop()
    first = tiny.chat((Message("user", "Tell me a story."),), Stop(), max_tokens=30)
    second = tiny.chat((Message("user", "Tell me a joke."),), stop, max_tokens=30)
    assert any(isinstance(event, Word) for event in first)
    stop.press()
    assert list(second)[-1] == Finished("stopped")
    assert list(first)[-1].ending in ("done", "length")


def test_a_file_of_the_users_is_used_and_named(tmp_path):
    weights = tmp_path / "my-model.gguf"
    weights.symlink_to(bundled_model())
    engine = Tiny(weights)
    try:
        status = engine.status()
        assert (status.model, status.facts["bundled"]) == ("my-model", False)
        assert ask(engine, max_tokens=2).text
    finally:
        engine.close()


def test_a_file_that_is_gone_or_no_model_is_told(tmp_path):
    gone = Tiny(tmp_path / "gone.gguf")
    assert gone.status().state is State.MODEL_MISSING
    fails(gone, ModelMissing, "tiny_gone")
    for call in (gone.models, lambda: gone.choose("tiny"), lambda: gone.preload(Stop())):
        with pytest.raises(ModelMissing, match="tiny_gone"):
            call()
    assert gone.count_tokens("x") is None
    (tmp_path / "page.gguf").write_text("<html>")
    page = Tiny(tmp_path / "page.gguf")
    assert page.status().state is State.FAILED
    fails(page, ModelMissing, "tiny_unreadable")


def test_a_damaged_model_is_told_and_takes_nothing_down(tmp_path):
    damaged = tmp_path / "damaged.gguf"
    with bundled_model().open("rb") as whole:
        damaged.write_bytes(whole.read(3_000_000))
    engine = Tiny(damaged)
    fails(engine, EngineRefused, "tiny_not_loaded")
    with pytest.raises(EngineRefused):
        engine.preload(Stop())
    assert engine.count_tokens("x") is None
    engine.close()


def test_a_schema_that_is_none_is_refused_and_the_next_request_works(tiny):
    fails(tiny, EngineRefused, "engine_failed", schema={"type": "nonsense"})
    assert ask(tiny, max_tokens=2).text


def test_both_counts_of_a_prompt_that_is_too_long_are_told(tiny):
    long = (Message("user", "fox " * 9000),)
    reply = fails(tiny, PromptTooLong, "prompt_too_long", messages=long)
    assert reply.error.facts["window"] == 4096
    assert reply.error.facts["tokens"] > 9000
