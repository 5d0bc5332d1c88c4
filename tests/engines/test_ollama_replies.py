"""What Ollama replies, whole or broken, and what a caller sees of it."""

from __future__ import annotations

import psutil
import pytest

from pet.engines.address import parse
from pet.engines.base import Message, Reading, ToolCall, Word
from pet.engines.ollama import Ollama
from pet.errors import (
    EngineRefused,
    ModelMissing,
    PromptTooLong,
    ReplyBroken,
)
from tests.engines.asking import HELLO, ask, fails
from tests.fakes import ollama_scenarios as play
from tests.fakes.fake_ollama import FakeOllama
from tests.fakes.ollama_steps import Answer, refused
from tests.waiting import until

TOOL = {"type": "function", "function": {"name": "memory_edit", "parameters": {}}}


def engine_on(server: FakeOllama, **more) -> Ollama:
    return Ollama(parse(server.url), **more)


# --- endings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scenario", [play.no_done, play.cut, play.garbage, play.list_line, play.repeat_loop]
)
def test_a_reply_without_an_end_is_broken_and_its_words_are_kept(ollama, fake, scenario):
    fake.play(scenario)
    reply = fails(ollama, ReplyBroken, "reply_broken")
    assert reply.text in ("half a ", "na" * 31)
    assert ask(ollama).finished.ending == "done"


def test_a_server_that_drops_the_connection_before_a_word_is_broken_too(ollama, fake):
    fake.play(play.cut_before_headers)
    assert fails(ollama, ReplyBroken, "reply_broken").text == ""


def test_an_error_in_mid_stream_is_told_in_the_servers_words(ollama, fake):
    fake.play(play.mid_error)
    reply = fails(ollama, ReplyBroken, "engine_failed_midway")
    assert reply.text == "half a "
    assert "terminated" in reply.error.facts["detail_text"]
    assert "terminated" not in str(reply.error)


def test_the_window_can_be_found_too_small_in_mid_stream(ollama, fake):
    fake.play(play.mid_error, error="the input length exceeds the context length")
    fails(ollama, PromptTooLong, "prompt_too_long_uncounted")


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        (play.blank_lines, "one two"),
        (play.odd_separators, "a\u0085bc\u2028de\x0bf"),
        (play.no_last_newline, "whole"),
        (play.odd_fields, "well"),
        (play.odd_tools, "Well."),
    ],
)
def test_odd_lines_are_read_as_they_are_meant(ollama, fake, scenario, text):
    fake.play(scenario)
    reply = ask(ollama)
    assert reply.text == text
    assert reply.finished.ending == "done"


def test_text_arrives_whole_however_its_bytes_are_cut(ollama, fake):
    text = "안녕하세요 👩‍👩‍👧 ȷ̈ \U0001f98a"
    fake.play(play.byte_by_byte, text=text)
    assert ask(ollama).text == text


@pytest.mark.parametrize("reason", ["stop", "", None, "something new"])
def test_an_unknown_reason_to_end_is_an_end(ollama, fake, reason):
    fake.play(play.says, pieces=["hm"], reason=reason)
    assert ask(ollama).finished.ending == "done"


@pytest.mark.parametrize(("pieces", "reason"), [([], "stop"), (["  \n"], "stop"), (["x"], "load")])
def test_a_reply_with_nothing_in_it_is_an_error(ollama, fake, pieces, reason):
    fake.play(play.says, pieces=pieces, reason=reason)
    fails(ollama, ReplyBroken, "reply_empty")


# --- reasoning --------------------------------------------------------------------------------


def test_reasoning_in_its_own_field_is_not_a_word(ollama, fake):
    fake.play(play.thinks, pieces=["Here is tea."])
    assert ask(ollama).text == "Here is tea."


def test_reasoning_between_tags_is_not_a_word(ollama, fake):
    fake.play(play.says, pieces=["<th", "ink>the user</thi", "nk>\n\nHere ", "is tea."])
    assert ask(ollama).text == "Here is tea."


@pytest.mark.parametrize(
    ("scenario", "pieces"), [(play.thinks, []), (play.says, ["<think>hm, ", "let me"])]
)
def test_reasoning_that_used_up_the_reply_is_told(ollama, fake, scenario, pieces):
    fake.play(scenario, pieces=pieces, reason="length")
    fails(ollama, ReplyBroken, "only_thought")


# --- tools ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"text": "tea"}, {"text": "tea"}),
        ('{"text": "tea"}', {"text": "tea"}),
        ("tea", {}),
        ('["tea"]', {}),
        (None, {}),
    ],
)
def test_a_tool_call_comes_in_one_shape_whatever_the_model_wrote(ollama, fake, arguments, expected):
    fake.models["fake:1b"].capabilities = ("completion", "tools")
    fake.play(play.calls_tool, name="memory_edit", arguments=arguments)
    reply = ask(ollama, tools=[TOOL])
    assert fake.chats[0]["tools"] == [TOOL]
    assert reply.tool_calls == [ToolCall("memory_edit", expected)]
    assert reply.finished.ending == "done"


def test_a_tool_call_without_a_word_is_a_reply(ollama, fake):
    fake.play(play.says, pieces=[], reason="stop")
    fake.scripts[0] = (_only_a_call, {})
    assert ask(ollama).tool_calls == [ToolCall("memory_edit", {})]


def _only_a_call(chat):
    call = {"function": {"name": "memory_edit", "arguments": {}}}
    yield chat.line(message={"tool_calls": [call]})
    yield chat.done()


def test_tools_are_not_sent_to_a_model_that_says_it_takes_none(ollama, fake):
    assert ask(ollama, tools=[TOOL]).text
    assert ["tools" in body for body in fake.chats] == [False]


def test_where_nobody_says_tools_are_tried_once_and_never_again(ollama, fake):
    fake.tells_capabilities = False
    assert ask(ollama, tools=[TOOL]).text
    assert ask(ollama, tools=[TOOL]).text
    assert ["tools" in body for body in fake.chats] == [True, False, False]


@pytest.mark.parametrize("stop_at", [None, Word, Reading])
def test_no_connection_is_left_open_however_a_reply_ends(ollama, fake, stop_at):
    for _ in range(30):
        ask(ollama, stop_at=stop_at)

    def to_the_server():
        mine = psutil.Process().net_connections("tcp")
        return [one.status for one in mine if one.raddr and one.raddr.port == fake.port]

    until(lambda: to_the_server() == [], 5, "every connection to be closed")


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "error", "key"),
    [
        (refused(404, "model 'x' not found"), ModelMissing, "model_missing"),
        (refused(404, 'model "x" not found, try pulling it first'), ModelMissing, "model_missing"),
        (refused(503, "server busy, please try again."), EngineRefused, "engine_busy"),
        (Answer(503, b""), EngineRefused, "engine_busy"),
        (Answer(502, b"<html>Bad Gateway</html>", "text/html"), EngineRefused, "wrong_service"),
        (Answer(500, b'["a", "list"]'), EngineRefused, "wrong_service"),
        (Answer(500, b"[" * 200_000), EngineRefused, "wrong_service"),
        (Answer(200, b"[" * 200_000 + b"\n"), ReplyBroken, "reply_broken"),
        (Answer(500, b'{"error": {"message": "x"}}'), EngineRefused, "engine_failed"),
        (refused(500, 'option "num_ctx" must be of type integer'), EngineRefused, "engine_failed"),
        (
            refused(500, "model requires more system memory (5.6 GiB) than is available (3.2 GiB)"),
            EngineRefused,
            "model_too_large",
        ),
        (refused(500, "cudaMalloc failed: out of memory"), EngineRefused, "model_no_room"),
        (refused(500, "unable to allocate CPU buffer"), EngineRefused, "model_no_room"),
        (
            refused(500, "llama runner process has terminated: signal: killed"),
            EngineRefused,
            "model_crashed",
        ),
        (refused(500, "llama runner process no longer running: 2"), EngineRefused, "model_crashed"),
        (
            refused(500, "error loading model: unknown model architecture: 'next'"),
            EngineRefused,
            "model_not_loaded",
        ),
        (refused(500, "unable to load model: /blobs/x"), EngineRefused, "model_not_loaded"),
        (refused(500, "failed to load model"), EngineRefused, "model_not_loaded"),
        (Answer(403, b""), EngineRefused, "engine_forbidden"),
        (refused(403, "cloud models are disabled"), EngineRefused, "cloud_blocked"),
        (Answer(401, b'{"error": "unauthorized"}'), EngineRefused, "cloud_blocked"),
        (refused(400, '"x" does not support chat'), ModelMissing, "model_cannot_chat"),
        (Answer(301, b"", "text/html"), EngineRefused, "wrong_service"),
        (Answer(404, b"404 page not found", "text/plain"), EngineRefused, "wrong_service"),
        (
            refused(400, "the prompt is longer than the context length currently available"),
            PromptTooLong,
            "prompt_too_long_uncounted",
        ),
        (
            refused(400, "request (4000 tokens) exceeds the available context size (2048 tokens)"),
            PromptTooLong,
            "prompt_too_long",
        ),
    ],
)
def test_a_refusal_is_told_for_what_it_is(ollama, fake, answer, error, key):
    fake.play(play.instead, status=answer.status, body=answer.body, kind=answer.kind)
    fails(ollama, error, key)
    assert ask(ollama).text


def test_both_counts_of_a_prompt_that_is_too_long_are_told(fake):
    engine = engine_on(fake, max_window=256)
    long = (type(HELLO[0])("user", "fox " * 400),)
    reply = fails(engine, PromptTooLong, "prompt_too_long", messages=long)
    assert reply.error.facts == {"tokens": 405, "window": 256}
    engine.close()


def test_a_redirect_is_not_followed(ollama, fake):
    fake.play(play.instead, status=307, location=f"{fake.url}/api/version")
    fails(ollama, EngineRefused, "wrong_service")
    assert "/api/version" not in [seen.path for seen in fake.seen]


# --- counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "cut"), [(8192, True), (9000, True), (4098, False), (20, False)]
)
def test_a_count_that_fills_the_window_means_that_the_prompt_was_cut(ollama, fake, tokens, cut):
    fake.play(play.counts, prompt=tokens)
    assert ask(ollama).finished.cut is cut


def test_half_a_window_of_a_much_longer_prompt_means_that_it_was_cut(ollama, fake):
    fake.play(play.silently_truncated)
    reply = ask(ollama, (type(HELLO[0])("user", "fox " * 8000),))
    assert reply.finished.cut
    assert reply.finished.prompt_tokens == 4098


@pytest.mark.parametrize(
    "trouble",
    [
        (play.instead, {"status": 500, "body": b'{"error": "template: tools: bad"}'}),
        (play.instead, {"status": 400, "body": b'{"error": "invalid tool call"}'}),
    ],
)
def test_a_model_that_fails_with_tools_answers_without_them(ollama, fake, trouble):
    fake.models["fake:1b"].capabilities = ("completion", "tools")
    scenario, facts = trouble
    fake.play(scenario, **facts)
    ollama.status()
    assert ollama.takes_tools()
    assert ask(ollama, tools=[TOOL]).text
    assert not ollama.takes_tools()
    assert ["tools" in body for body in fake.chats] == [True, False]


def test_a_failure_that_is_not_about_tools_does_not_take_them_away(ollama, fake):
    fake.models["fake:1b"].capabilities = ("completion", "tools")
    crashed = Answer(500, b'{"error": "llama runner process has terminated: exit status 2"}')
    for _ in range(2):  # with tools, and without them
        fake.play(play.instead, status=crashed.status, body=crashed.body)
    fails(ollama, EngineRefused, "model_crashed", tools=[TOOL])
    assert ollama.takes_tools()
    assert ask(ollama, tools=[TOOL]).text
    assert ["tools" in body for body in fake.chats] == [True, False, True]


def test_a_model_that_does_not_fit_into_memory_is_not_loaded_a_second_time(ollama, fake):
    fake.models["fake:1b"].capabilities = ("completion", "tools")
    said = b'{"error": "model requires more system memory (5.6 GiB) than is available (3.2 GiB)"}'
    fake.play(play.instead, status=500, body=said)
    reply = fails(ollama, EngineRefused, "model_too_large", tools=[TOOL])
    assert reply.error.facts == {"model": "fake:1b", "needed": "5.6 GiB", "free": "3.2 GiB"}
    assert len(fake.chats) == 1


def test_an_error_after_words_is_told_and_not_tried_again(ollama, fake):
    fake.models["fake:1b"].capabilities = ("completion", "tools")
    fake.play(play.mid_error)
    assert fails(ollama, ReplyBroken, "engine_failed_midway", tools=[TOOL])
    assert len(fake.chats) == 1


def test_the_traffic_of_a_tool_is_sent_in_the_servers_shape(ollama, fake):
    call = ToolCall("memory_edit", {"text": "tea"})
    messages = (
        *HELLO,
        Message("assistant", "", calls=(call,)),
        Message("tool", "Saved.", tool="memory_edit"),
    )
    ask(ollama, messages)
    called, told = fake.chats[0]["messages"][-2:]
    assert called["tool_calls"] == [
        {"function": {"name": "memory_edit", "arguments": {"text": "tea"}}}
    ]
    assert (told["role"], told["tool_name"]) == ("tool", "memory_edit")
