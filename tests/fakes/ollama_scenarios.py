"""Replies that go wrong, or come in an odd shape, for `FakeOllama.play`."""

from __future__ import annotations

import json

from tests.fakes.ollama_routes import Chat
from tests.fakes.ollama_steps import Answer, Cut, Line, Steps, Wait

_FOREVER = 3600.0


def instead(chat: Chat) -> Steps:
    """Any HTTP answer at all: facts are the fields of an Answer."""
    yield Answer(**chat.facts)


def says(chat: Chat) -> Steps:
    """The pieces of the fact `pieces`, then the end with the fact `reason`."""
    for piece in chat.facts["pieces"]:
        yield chat.line(piece)
    yield chat.done(chat.facts.get("reason", "stop"))


def silent(chat: Chat) -> Steps:
    """No header, ever."""
    yield Wait(_FOREVER)
    yield chat.done()


def hangs(chat: Chat) -> Steps:
    """Words, then silence without an end."""
    yield chat.line("one ")
    yield chat.line("two ")
    yield Wait(_FOREVER)


def no_done(chat: Chat) -> Steps:
    yield chat.line("half a ")


def cut(chat: Chat) -> Steps:
    yield chat.line("half a ")
    yield Cut()


def cut_before_headers(_chat: Chat) -> Steps:
    yield Cut()


def mid_error(chat: Chat) -> Steps:
    yield chat.line("half a ")
    yield Line({"error": chat.facts.get("error", "llama runner process has terminated")})


def garbage(chat: Chat) -> Steps:
    yield chat.line("half a ")
    yield Line(b"<html>")


def list_line(chat: Chat) -> Steps:
    yield chat.line("half a ")
    yield Line(b'["not", "an", "object"]')


def repeat_loop(chat: Chat) -> Steps:
    """The same token over and over, then an end that is none: what a stuck runner does."""
    for _ in range(31):
        yield chat.line("na")


def blank_lines(chat: Chat) -> Steps:
    yield Line(b"")
    yield chat.line("one ")
    yield Line(b"\r")
    yield chat.line("two")
    yield chat.done()


def odd_separators(chat: Chat) -> Steps:
    """U+0085 and U+2028 inside the text, raw, as no text splitter survives them."""
    for text in ("a\u0085b", "c\u2028d", "e\x0bf"):
        line = json.dumps({"message": {"content": text}, "done": False}, ensure_ascii=False)
        yield Line(line.encode())
    yield chat.done()


def byte_by_byte(chat: Chat) -> Steps:
    """The fact `text` in one line, sent in pieces of one byte."""
    line = json.dumps({"message": {"content": chat.facts["text"]}}, ensure_ascii=False)
    for byte in line.encode() + b"\n":
        yield Line(bytes([byte]), newline=False)
    yield chat.done()


def no_last_newline(chat: Chat) -> Steps:
    yield chat.line("whole")
    done = chat.done()
    yield Line(json.dumps(done.content).encode(), newline=False)


def odd_fields(chat: Chat) -> Steps:
    """Null and missing fields, as old servers and other models send them."""
    yield chat.line("well", message={"images": None, "tool_calls": None, "thinking": None})
    yield Line({"done": False})
    yield Line({"message": {"role": "assistant"}, "done": False})
    yield Line({"message": None, "done": True})


def thinks(chat: Chat) -> Steps:
    """Reasoning in its own field, then the pieces of the fact `pieces`, maybe none."""
    yield chat.line(message={"thinking": "The user wants "})
    yield chat.line(message={"thinking": "tea."})
    yield from says(chat)


def calls_tool(chat: Chat) -> Steps:
    """One tool call with the facts `name` and `arguments`, in whatever shape they have."""
    function = {"name": chat.facts["name"], "arguments": chat.facts["arguments"]}
    yield chat.line(message={"tool_calls": [{"function": function}]})
    yield chat.line("Done.")
    yield chat.done()


def odd_tools(chat: Chat) -> Steps:
    yield chat.line("Well.", message={"tool_calls": ["x", {}, {"function": {"name": 3}}]})
    yield chat.done()


def from_a_cloud(chat: Chat) -> Steps:
    yield chat.line("Hello from ", remote_host="https://ollama.com:443", remote_model="big")
    yield chat.line("afar")
    yield chat.done()


def silently_truncated(chat: Chat) -> Steps:
    """What truncation leaves as its only trace: a count of about half the window."""
    yield chat.line("What was the question?")
    yield chat.done(prompt=chat.num_ctx // 2 + 2)


def counts(chat: Chat) -> Steps:
    """A reply whose prompt count is the fact `prompt`."""
    yield chat.line("Hm.")
    yield chat.done(prompt=chat.facts["prompt"])
