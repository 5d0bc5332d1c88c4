"""What every engine keeps to: one set of tests for the fake server, a real one, the tiny model."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from pet.engines.address import parse
from pet.engines.base import Engine, Finished, Message, Reading, State, Stop, Waking, Word
from pet.engines.ollama import Ollama
from pet.engines.tiny import Tiny, bundled_model
from pet.errors import EngineUnreachable, ModelMissing, PromptTooLong, ReplyBroken
from tests.engines.asking import HELLO, ask, fails
from tests.engines.children import tiny_children
from tests.engines.real import MODEL
from tests.fakes.fake_ollama import FakeOllama
from tests.waiting import until

TOO_LONG = (Message("system", "You are a small fox. " * 4000), Message("user", "Hello."))
NEARLY_FULL = (Message("system", "You are a small fox. " * 34), Message("user", "Count."))
COLOUR = {
    "type": "object",
    "properties": {"colour": {"enum": ["red", "blue"]}, "warm": {"type": "boolean"}},
    "required": ["colour", "warm"],
    "additionalProperties": False,
}
ENDLESS = {"type": "array", "items": {"type": "integer"}, "minItems": 500}
TOOL = {
    "type": "function",
    "function": {
        "name": "memory_edit",
        "description": "Saves something.",
        "parameters": {"type": "object", "properties": {"text": {"type": "string"}}},
    },
}


@dataclass
class Served:
    """An engine and what it needs to be killed and to come back."""

    engine: Engine
    kill: Callable[[], None]
    come_back: Callable[[], None]
    url: str = ""
    repeats: int = 100  # of a sentence, so that reading it takes a while

    @property
    def long(self) -> tuple[Message, ...]:
        system = Message("system", "You are a small fox. " * self.repeats)
        return (system, Message("user", "Say hello to me."))


def _fake(style):
    server = FakeOllama(style=style, load_seconds=0.4, read_speed=500, word_seconds=0.01)
    server.version = style + ".0"
    server.add(MODEL)
    server.start()
    engine = Ollama(parse(server.url))
    yield Served(engine, server.kill, server.start, server.url)
    engine.close()
    server.kill()


def _real(server):
    server.start()
    engine = Ollama(parse(server.url))
    yield Served(engine, server.kill, server.start, server.url)
    engine.close()
    server.start()


def _tiny():
    engine = Tiny()

    def kill():
        for child in tiny_children():
            os.kill(child.pid, signal.SIGTERM)

    yield Served(engine, kill, lambda: None, repeats=40)
    engine.close()


OLLAMAS = [
    "fake-0.32",
    "fake-0.24",
    pytest.param("real", marks=pytest.mark.real_ollama),
]
ALL = [*OLLAMAS, pytest.param("tiny", marks=pytest.mark.tiny)]


@pytest.fixture
def served(request):
    kind = request.param
    if kind == "real":
        yield from _real(request.getfixturevalue("real_ollama"))
    elif kind == "tiny":
        if bundled_model() is None:
            pytest.skip("the tiny model is not installed (extra `tiny`)")
        yield from _tiny()
    else:
        yield from _fake(kind.removeprefix("fake-"))


every = pytest.mark.parametrize("served", ALL, indirect=True)
every_ollama = pytest.mark.parametrize("served", OLLAMAS, indirect=True)


@every
def test_it_says_that_it_is_ready_and_which_model_would_answer(served):
    status = served.engine.status()
    assert status.state is State.READY
    assert status.engine == served.engine.name
    assert status.model == served.engine.model
    assert status.model in [model.name for model in served.engine.models()]


@every_ollama
def test_the_version_is_told(served):
    assert served.engine.status().version


@every
def test_the_window_is_bounded_constant_and_leaves_room_for_a_prompt(served):
    window = served.engine.window()
    assert 4096 <= window.num_ctx <= 8192
    assert window.trained == 8192
    assert window.prompt_tokens > 3000
    ask(served.engine, max_tokens=2)
    assert served.engine.window() == window


@every
def test_a_reply_wakes_the_model_reads_speaks_and_finishes(served):
    served.engine.unload()
    reply = ask(served.engine, served.long, max_tokens=40)
    assert reply.kinds() == ["Waking", "Reading", "Word", "Finished"]
    assert reply.finished.ending in ("done", "length")
    assert 4 * served.repeats < reply.finished.prompt_tokens < 8 * served.repeats
    assert 0 < reply.finished.reply_tokens <= 40
    assert reply.finished.first_word_ms > 0
    assert not reply.finished.cut
    assert reply.text.strip()


@every
def test_a_reply_stops_at_the_number_of_tokens_it_was_given(served):
    reply = ask(served.engine, max_tokens=3)
    assert reply.finished.ending == "length"
    assert reply.finished.reply_tokens == 3


@every
def test_a_prompt_that_is_too_long_is_refused_with_the_window(served):
    reply = fails(served.engine, PromptTooLong, _too_long_key(served), messages=TOO_LONG)
    assert reply.text == ""
    assert reply.error.facts["window"] == served.engine.window().num_ctx
    assert reply.error.facts["tokens"] == 0 or reply.error.facts["tokens"] > 16_000


def _too_long_key(served):
    version = served.engine.status().version or ""
    old = version.startswith("0.24")
    return "prompt_too_long_uncounted" if old else "prompt_too_long"


@every_ollama
def test_a_reply_that_runs_into_the_window_stops_there(served):
    engine = Ollama(parse(served.url), max_window=256)
    try:
        reply = ask(engine, NEARLY_FULL, schema=ENDLESS, max_tokens=5000)
    finally:
        engine.close()
    assert reply.finished.ending == "length"
    assert reply.finished.prompt_tokens + reply.finished.reply_tokens in range(250, 260)


@every
@pytest.mark.parametrize("phase", [Waking, Reading, Word])
def test_stop_ends_the_reply_in_every_phase_and_the_next_one_comes(served, phase):
    if phase is Waking:
        served.engine.unload()
    else:
        served.engine.preload(Stop())
    messages = HELLO if phase is Word else served.long
    stopped = ask(served.engine, messages, stop_at=phase, schema=ENDLESS, max_tokens=400)
    assert stopped.finished == Finished("stopped", first_word_ms=stopped.finished.first_word_ms)
    assert isinstance(stopped.events[-2], phase)
    assert stopped.seconds_to_silence < 1
    assert ask(served.engine, max_tokens=5).finished.reply_tokens > 0


@every
def test_stop_pressed_beforehand_means_no_word(served):
    stop = Stop()
    stop.press()
    events = list(served.engine.chat(HELLO, stop))
    assert events[-1] == Finished("stopped")
    assert not any(isinstance(event, Word) for event in events)


@every
def test_leaving_a_reply_early_stops_it(served):
    reply = served.engine.chat(HELLO, Stop(), schema=ENDLESS, max_tokens=400)
    assert any(isinstance(event, Word) for event in reply)
    reply.close()
    assert ask(served.engine, max_tokens=5).finished.reply_tokens > 0


@every
def test_a_schema_is_obeyed(served):
    reply = ask(served.engine, schema=COLOUR, temperature=0.0, max_tokens=200)
    assert reply.finished.ending == "done"
    answer = json.loads(reply.text)
    assert answer["colour"] in ("red", "blue")
    assert isinstance(answer["warm"], bool)


@every
def test_tools_are_left_out_where_the_model_cannot_use_them(served):
    reply = ask(served.engine, tools=[TOOL], max_tokens=10)
    assert reply.text
    assert reply.tool_calls == []


@every
def test_odd_text_is_sent_as_well_as_it_can_be(served):
    odd = (Message("user", 'lone \ud800 surrogate, \x00 NUL, "quotes", 한글, 👩‍👩‍👧, \u0085'),)
    assert ask(served.engine, odd, max_tokens=5).text


@every
def test_a_preloaded_model_answers_without_waking(served):
    served.engine.unload()
    served.engine.preload(Stop())
    assert any(model.loaded for model in served.engine.models())
    assert "Waking" not in [type(e).__name__ for e in ask(served.engine, max_tokens=3).events]


@every
def test_an_unloaded_model_is_not_loaded(served):
    served.engine.preload(Stop())
    served.engine.unload()
    until(lambda: not any(model.loaded for model in served.engine.models()))


@every
def test_what_was_said_before_the_engine_died_is_kept_and_it_answers_again(served):
    served.engine.preload(Stop())
    reply = ask(served.engine, at_word=served.kill, schema=ENDLESS, max_tokens=400)
    assert isinstance(reply.error, ReplyBroken)
    assert reply.text
    served.come_back()
    assert ask(served.engine, max_tokens=5).finished.reply_tokens > 0


@every_ollama
def test_a_server_that_is_away_is_unreachable_and_then_back(served):
    assert ask(served.engine, max_tokens=3).text
    served.kill()
    fails(served.engine, EngineUnreachable, "engine_unreachable")
    assert served.engine.status().state in (State.NOT_RUNNING, State.NOT_INSTALLED)
    served.come_back()
    assert served.engine.status().state is State.READY
    assert ask(served.engine, max_tokens=3).text


@every
def test_a_model_that_is_not_there_cannot_be_chosen(served):
    before = served.engine.model
    with pytest.raises(ModelMissing):
        served.engine.choose("no-such-model:1b")
    assert served.engine.model == before


@every
def test_a_model_is_chosen_by_its_name(served):
    served.engine.choose(served.engine.models()[0].name)
    assert ask(served.engine, max_tokens=3).text


@every
def test_a_closed_engine_says_so(served):
    ask(served.engine, max_tokens=2)
    served.engine.close()
    fails(served.engine, EngineUnreachable, "engine_closed")
    served.engine.close()


@every
def test_two_replies_at_once_both_come(served):
    first = served.engine.chat(HELLO, Stop(), max_tokens=5)
    second = served.engine.chat(HELLO, Stop(), max_tokens=5)
    next(first)
    next(second)
    assert isinstance(list(first)[-1], Finished)
    assert isinstance(list(second)[-1], Finished)
