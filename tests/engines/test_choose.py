"""Which engine answers, and when that is asked again."""

from __future__ import annotations

import threading

import pytest

from pet.engines.address import is_blocked, parse
from pet.engines.base import Finished, Message, Model, State, Status, Stop, Window, Word
from pet.engines.choose import EngineChooser, open_engine
from pet.engines.none import NoEngine
from pet.engines.ollama import Ollama
from pet.errors import (
    EngineRefused,
    EngineUnreachable,
    ModelMissing,
    PromptTooLong,
    ReplyBroken,
    UsageError,
)
from tests.engines.asking import HELLO, ask, fails, read_aloud
from tests.fakes import ollama_scenarios as play
from tests.fakes.engines import ScriptedEngine

AWAY = [
    State.NOT_INSTALLED,
    State.NOT_RUNNING,
    State.WRONG_SERVICE,
    State.TOO_OLD,
    State.NO_MODELS,
    State.CLOUD_BLOCKED,
    State.HOST_BLOCKED,
    State.FAILED,
]


@pytest.fixture
def big():
    return ScriptedEngine(name="ollama", otherwise="I am big.")


@pytest.fixture
def small():
    window = Window(4096, 256, 64)
    offer = (Model("small"),)
    return ScriptedEngine(
        name="tiny", model="small", otherwise="I am small.", now_window=window, on_offer=offer
    )


@pytest.fixture
def chooser(big, small):
    return EngineChooser(big, small)


def test_ollama_answers_where_it_can(chooser, big):
    assert chooser.status().engine == "ollama"
    assert ask(chooser).text == "I am big."
    assert (chooser.name, chooser.model) == ("ollama", "scripted:1b")
    assert chooser.window() == big.now_window


@pytest.mark.parametrize("state", AWAY)
def test_the_tiny_model_stands_in_where_ollama_is_away(chooser, big, small, state):
    big.state = state
    status = chooser.status()
    assert (status.engine, status.state) == ("tiny", State.READY)
    assert status.facts["ollama"] == state.value
    assert ask(chooser).text == "I am small."
    assert chooser.window() == small.now_window


@pytest.mark.parametrize("state", [State.BUSY, State.MODEL_MISSING])
def test_ollama_keeps_its_place_where_it_is_there_but_cannot_answer_now(chooser, big, state):
    big.state = state
    assert (chooser.status().engine, chooser.status().state) == ("ollama", state)
    assert chooser.name == "ollama"


def test_ollama_takes_over_again_as_soon_as_it_is_back(chooser, big):
    big.state = State.NOT_RUNNING
    assert ask(chooser).text == "I am small."
    big.state = State.READY
    assert ask(chooser).text == "I am big."


def test_none_answers_where_there_is_none_and_one_that_comes_is_found(chooser, big, small):
    big.state, small.state = State.NOT_RUNNING, State.NOT_INSTALLED
    status = chooser.status()
    assert (status.engine, status.state, status.model) == ("none", State.NOT_RUNNING, None)
    fails(chooser, EngineUnreachable, "engine_not_running")
    assert chooser.window().prompt_tokens > 0
    small.state = State.READY
    assert ask(chooser).text == "I am small."


@pytest.mark.parametrize(
    ("state", "key"),
    [
        (State.NOT_INSTALLED, "no_engine"),
        (State.NOT_RUNNING, "engine_not_running"),
        (State.WRONG_SERVICE, "wrong_service"),
        (State.TOO_OLD, "engine_too_old"),
        (State.NO_MODELS, "no_models"),
        (State.CLOUD_BLOCKED, "only_cloud_models"),
        (State.HOST_BLOCKED, "host_blocked"),
        (State.FAILED, "no_engine"),
    ],
)
def test_where_none_answers_the_sentence_is_about_the_one_that_was_wanted(big, small, state, key):
    big.state = state
    error = ask(EngineChooser(big, small, "ollama")).error
    assert error.key == key
    read_aloud(error)


def test_stop_is_heard_while_the_engine_is_looked_at(big, small):
    stop, let_go = Stop(), threading.Event()

    def look():
        stop.press()
        let_go.wait(10)
        return Status("ollama", State.READY)

    big.status = look
    events = list(EngineChooser(big, small, "ollama").chat(HELLO, stop))
    let_go.set()
    assert events == [Finished("stopped")]
    assert big.asked == []


@pytest.mark.parametrize(
    ("prefer", "big_state", "answers"),
    [
        ("tiny", State.READY, "tiny"),
        ("ollama", State.READY, "ollama"),
        ("ollama", State.NOT_RUNNING, "none"),
    ],
)
def test_a_preference_is_kept(big, small, prefer, big_state, answers):
    big.state = big_state
    assert EngineChooser(big, small, prefer).status().engine == answers


def test_an_engine_that_is_found_away_before_a_word_is_replaced_in_the_same_turn(
    chooser, big, small
):
    chooser.status()
    big.state = State.NOT_RUNNING
    big.will_fail(EngineUnreachable("engine_unreachable", address="x"))
    assert ask(chooser).text == "I am small."
    assert small.asked[0] == big.asked[0]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (EngineUnreachable("engine_unreachable", address="x"), ["half"]),
        (ReplyBroken("reply_broken"), ["half"]),
        (ReplyBroken("reply_broken"), []),
        (PromptTooLong("prompt_too_long", tokens=9, window=8), []),
        (EngineRefused("engine_busy"), []),
    ],
)
def test_no_engine_takes_over_in_mid_reply_or_for_a_refusal(chooser, big, small, error, words):
    chooser.status()
    big.state = State.NOT_RUNNING
    big.will_fail(error, *words)
    reply = ask(chooser)
    assert reply.error is error
    assert reply.text == "".join(words)
    assert small.asked == []
    assert ask(chooser).text == "I am small."


def test_an_engine_that_is_sure_is_not_asked_how_it_is_before_every_turn(chooser, big):
    chooser.status()
    calls = []
    big.status = lambda: calls.append(1)
    ask(chooser)
    ask(chooser)
    assert calls == []


def test_the_models_of_both_are_on_offer(chooser, big, small):
    assert [model.name for model in chooser.models()] == ["scripted:1b", "other:2b", "small"]


def test_choosing_a_model_chooses_its_engine(chooser, big):
    chooser.choose("small")
    assert (chooser.preference, chooser.status().engine) == ("tiny", "tiny")
    assert ask(chooser).text == "I am small."
    chooser.choose("other:2b")
    assert (chooser.preference, chooser.status().model) == ("auto", "other:2b")
    with pytest.raises(ModelMissing):
        chooser.choose("nobody:1b")
    assert chooser.status().model == "other:2b"


def test_stop_and_closing_reach_the_engine_that_answers(chooser, big, small):
    big.will_hang("one")
    assert ask(chooser, stop_at=Word).finished.ending == "stopped"
    chooser.preload(Stop())
    assert big.preloads == 1
    chooser.unload()
    assert (big.unloads, small.unloads) == (1, 1)
    chooser.close()
    assert big.closed
    assert small.closed


def test_a_killed_ollama_leaves_its_words_and_answers_again_when_it_is_back(fake, small):
    small.state = State.NOT_INSTALLED
    chooser = EngineChooser(Ollama(parse(fake.url)), small)
    fake.play(play.hangs)
    reply = ask(chooser, at_word=fake.kill)
    assert isinstance(reply.error, ReplyBroken)
    assert reply.text.startswith("one ")
    assert ask(chooser).error.key in ("no_engine", "engine_not_running")  # as it is here
    fake.start()
    assert ask(chooser).text == fake.reply
    chooser.close()


def test_the_settings_make_the_engines(fake, tmp_path):
    engine = open_engine(prefer="ollama", host=fake.url, model="fake:1b", environ={})
    assert engine.status().model == "fake:1b"
    engine.close()
    engine = open_engine(prefer="ollama", environ={"OLLAMA_HOST": fake.url})
    assert engine.status().ready
    engine.close()
    engine = open_engine(prefer="tiny", gguf=str(tmp_path / "gone.gguf"), environ={})
    assert engine.status().state is State.MODEL_MISSING
    engine.close()
    with pytest.raises(UsageError) as refused:
        open_engine(host="localhost:abc", environ={})
    read_aloud(refused.value)


@pytest.mark.parametrize(
    ("trusted", "state"),
    [
        (None, State.HOST_BLOCKED),
        ("192.0.2.7:11435", State.HOST_BLOCKED),
        ("http://192.0.2.7", State.HOST_BLOCKED),  # another port
    ],
)
def test_another_computer_is_trusted_only_by_its_very_address(trusted, state):
    engine = open_engine(prefer="ollama", host="192.0.2.7", trusted_host=trusted, environ={})
    assert engine.status().state is state
    engine.close()


@pytest.mark.parametrize(
    ("host", "trusted", "environ", "blocked"),
    [
        (None, None, {}, False),
        ("localhost", None, {}, False),
        ("192.0.2.7", None, {}, True),
        ("192.0.2.7", "192.0.2.7:11434", {}, False),
        ("192.0.2.7", "192.0.2.8", {}, True),
        (None, None, {"OLLAMA_HOST": "ollama.example"}, True),
        (None, None, {"OLLAMA_HOST": "0.0.0.0"}, False),
    ],
)
def test_an_address_that_waits_to_be_allowed_is_known_beforehand(host, trusted, environ, blocked):
    assert is_blocked(host, trusted, environ) is blocked


def test_an_allowed_address_is_talked_to(fake):
    fake.any_host = True
    host = f"127.1:{fake.port}"
    engine = open_engine(prefer="ollama", host=host, trusted_host=host, environ={})
    assert engine.status().facts["elsewhere"] == "127.1"
    engine.close()


def test_no_engine_keeps_the_contract():
    none = NoEngine()
    assert none.status().state is State.NOT_INSTALLED
    assert none.models() == ()
    assert none.count_tokens("x") is None
    fails(none, ModelMissing, "no_engine")
    none.preload(Stop())
    none.unload()
    none.close()


def test_the_scripted_engine_keeps_the_contract():
    engine = ScriptedEngine()
    engine.will_say("a", "b", prompt_tokens=7)
    engine.will_wake()
    assert ask(engine, (Message("user", "hi"),)).kinds() == ["Waking", "Word", "Finished"]
    engine.will_call("memory_edit", {"text": "x"}, "done")
    assert ask(engine).tool_calls[0].name == "memory_edit"
    engine.will_hang("x")
    assert ask(engine, stop_at=Word).finished == Finished("stopped")
    assert len(engine.asked) == 3
