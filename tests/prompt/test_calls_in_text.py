"""Calls that a model writes as text are understood, and never shown."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.engines.base import ToolCall
from pet.prompt.calls_in_text import CallsInText

CALL = '{"name": "memory_edit", "arguments": {"action": "add", "text": "Paris}"}}'
SHAPES = [
    (CALL, ""),
    (f"Sure. <tool_call>\n{CALL}\n</tool_call> It is Paris.", "Sure. \n\n It is Paris."),
    (f"```json\n{CALL}\n```\nParis", "\nParis"),
    (f"<tools>{CALL}</tools>", ""),
    (f"[{CALL}] ok", " ok"),
    ('{"function": "memory_edit", "parameters": {"text": "x"}}', ""),
    ('{"type": "function", "function": {"name": "memory_edit", "arguments": "{}"}}', ""),
    ("memory_edit(action='add', text=\"x\") Hi", " Hi"),
    ("[memory_edit(text='x')]", ""),
    ("Sure.\nmemory_edit(action='add', text='tea (green)') Hi", "Sure.\n Hi"),
    ("```python\nprint(memory_edit(text='x'))\n```\nok", "\nok"),
    ("{'name': 'memory_edit', 'arguments': {'text': 'x'}} Saved!", " Saved!"),
    ('{"name": "memory_edit", "arguments": {"text": "x"}\nNoted. And you?', "\nNoted. And you?"),
    (f'{{"tool_calls": [{CALL}]}} ok', " ok"),
    ('<function=memory_edit>{"text": "x"}</function> ok', " ok"),
    (
        "<tool_call>\n<function=memory_edit>\n<parameter=text>\nx\n</parameter>\n</function>\n"
        "</tool_call>ok",
        "\n\nok",
    ),
    (
        '<function_calls><invoke name="memory_edit"><parameter name="text">x</parameter></invoke>'
        "</function_calls>ok",
        "ok",
    ),
    ('{"action": "add", "text": "x", "quote": "x"} ok', " ok"),
    ('{"action": "add", "text": "x"} ok', " ok"),
]
SHAPES += [
    (f"{begin}{CALL}{end} ok", " ok")
    for begin, end in (
        ("<tool_calls>", "</tool_calls>"),
        ("<function_call>", "</function_call>"),
        ("<function_calls>", "</function_calls>"),
        ("<tools>", "</tools>"),
        ("<|python_tag|>", ""),
        ("<|tool_call|>", "<|/tool_call|>"),
        ("[TOOL_CALLS]", "[/TOOL_CALLS]"),
        ("[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
        ("[ ", " ]"),
    )
]
SHAPES += [(f"```json\n{CALL}\n```\n```python\nx = 1\n```", "\n```python\nx = 1\n```")]
SHAPES += [(f"{CALL}\n```python\nx = 1\n```", "\n```python\nx = 1\n```")]
WRITTEN = {"name": "memory_edit", "arguments": {"action": "add", "text": "x"}}
SHAPES += [
    (text, left)
    for indent in (None, 1, 2, 4, 8)
    for call in (WRITTEN, [WRITTEN], {"tool_call": WRITTEN}, {"function_call": WRITTEN})
    for text, left in (
        (json.dumps(call, indent=indent), ""),
        (f"```json\n{json.dumps(call, indent=indent)}\n```", ""),
        (f"Sure. ```{json.dumps(call, indent=indent)}``` ok", "Sure.  ok"),
    )
]
SHAPES += [
    ("```tool_code\nmemory_edit(text='x')\n```", ""),
    ("```\nmemory_edit(text='x')\n```", ""),
    ("<function='memory_edit'>{}</function>", ""),
    ("<invoke  name='memory_edit'>{}</invoke>", ""),
    ('{"arguments": {"text": "x"}, "name": "memory_edit"}', ""),
    ('{"parameters": {"text": "x"}, "name": "memory_edit"}', ""),
]
MADE_UP = '{"name": "web_search", "arguments": {"q": "x"}}'
PLAIN = [
    'Here is {"a": 1} for you.',
    '{"name": "Kim", "age": 3}',
    "```python\nprint({1: 2})\n```",
    "a < b and {x} [1] `code`",
    "You can use memory_edit for that.",
    "{" * 60,
    "{'name': 'Kim', 'age': 3} is a dict. And more.",
    '{"name": oops, and a long talk follows',
    '{"action": "sit"} is what she did.',
    '{"name": "Kim"}',
    '{"type": "cat", "text": "a", "quote": "b"}',
    '{"name": 3, "arguments": {}}',
    '{"name": "Kim", "id": 3, "type": "cat"}',
    '{"type": "memory_edit"} is what it is called.',
    "<function=other>{}</function> stays",
]
NEEDED = {"memory_edit": ("action", "text", "quote")}


def read(text, size):
    calls = CallsInText(("memory_edit",), NEEDED)
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    return "".join(map(calls.feed, pieces)) + calls.close(), calls.calls


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(("text", "left"), SHAPES)
def test_a_call_is_taken_out_however_it_comes(text, left, size):
    shown, (call,) = read(text, size)
    assert shown == left
    assert call.name == "memory_edit"


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("text", PLAIN)
def test_what_is_no_call_stays_as_it_is(text, size):
    assert read(text, size) == (text, [])


@pytest.mark.parametrize(
    "text", ['{"name": "memory_edit", "argum', "{'name': 'memory_edit'}", "<tool_call>"]
)
def test_half_a_call_is_not_shown(text):
    assert read(text, 2)[0] == ""


def test_its_arguments_are_those_that_were_written():
    assert read(CALL, 5)[1] == [ToolCall("memory_edit", {"action": "add", "text": "Paris}"})]


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("memory_edit(text='tea (green)', quote='I :)')", {"text": "tea (green)", "quote": "I :)"}),
        ("{'name': 'memory_edit', 'arguments': {'id': 3}}", {"id": 3}),
        ('{"name": "memory_edit", "arguments": {"id": 3}', {"id": 3}),
        (
            "<function=memory_edit>\n<parameter=text>\n차 <녹차>\n</parameter>\n</function>",
            {"text": "차 <녹차>"},
        ),
        ('<function=memory_edit>{"text": "x"}', {"text": "x"}),
        (
            'memory_edit(text="say \\"a) b\\"", id: -12, ids=[3, 4], '
            r"quote='it\'s (ok')",
            {"text": 'say "a) b"', "quote": "it's (ok", "id": "-12"},
        ),
        (
            r"memory_edit(text='one\ntwo \\ three', quote='')",
            {"text": "one\ntwo \\ three", "quote": ""},
        ),
        (
            "<function=memory_edit><parameter  name='text'>\n a b \n</parameter>"
            "<parameter='quote'>c</parameter></function>",
            {"text": "a b", "quote": "c"},
        ),
        ('{"function": {"name": "memory_edit", "arguments": {"id": 3}', {"id": 3}),
        ('[{"name": "memory_edit", "arguments": {"id": 3}}', {"id": 3}),
        ('[{"name": "memory_edit", "arguments": {"id": 3}', {"id": 3}),
        ("memory_edit(action='delete', id=3)", {"action": "delete", "id": "3"}),
        ('{"name": "memory_edit", "id": "1"}', {}),
        ('{"action": "add", "text": "x"}', {"action": "add", "text": "x"}),
        ('{"action": "add", "quote": "x"}', {"action": "add", "quote": "x"}),
        ('{"tool": "memory_edit", "parameters": {"id": 3}}', {"id": 3}),
        ('{"tool_name": "memory_edit", "arguments": {"id": 3}}', {"id": 3}),
        ('{"name": "memory_edit", "arguments": "add tea"}', {"arguments": "add tea"}),
        (
            '{"name": "memory_edit", "arguments": {"of": {"b": 1}, "id": 3}',
            {"of": {"b": 1}, "id": 3},
        ),
    ],
)
def test_the_slips_of_small_models_do_not_change_what_they_wrote(text, arguments, size):
    assert read(text, size)[1] == [ToolCall("memory_edit", arguments)]


@pytest.mark.parametrize("size", [1, 1000])
def test_a_reply_that_begins_with_a_call_of_a_tool_nobody_has_is_a_call(size):
    assert read(MADE_UP + " ok", size) == (" ok", [ToolCall("web_search", {"q": "x"})])
    for text in (f"Like this: {MADE_UP}", f"```json\n{MADE_UP}\n```"):
        assert read(text, size) == (text, [])


@pytest.mark.parametrize("size", [1, 1000])
def test_each_of_several_tools_is_known_by_its_name(size):
    for needed in (NEEDED, None):
        calls = CallsInText(("memory_edit", "docs"), needed)
        text = f"{CALL} a docs(words='tea') b"
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        shown = "".join(map(calls.feed, pieces)) + calls.close()
        assert shown == " a  b"
        assert [call.name for call in calls.calls] == ["memory_edit", "docs"]


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "memory_edit", "arguments": {"text": "a"}}, '
        '{"name": "memory_edit", "arguments": {"text": "b"}}]',
        '{"tool_calls": [null, {"name": "memory_edit", "arguments": {"text": "a"}}, '
        '{"function": {"name": "memory_edit", "arguments": {"text": "b"}}}]}',
        "<function=memory_edit><parameter=text>a</parameter></function>"
        '<function=memory_edit><parameter name="text">b</parameter></function>',
        '<function=memory_edit>{"text": "a"}</function>memory_edit(text="b")',
    ],
)
def test_two_calls_are_two(text, size):
    shown, calls = read(text, size)
    assert shown == ""
    assert calls == [ToolCall("memory_edit", {"text": letter}) for letter in "ab"]


@pytest.mark.parametrize("size", [1, 1000])
def test_behind_a_call_without_its_end_the_reply_goes_on(size):
    shown, calls = read('<function=memory_edit> {"text": "x"} Noted.', size)
    assert shown == " Noted."
    assert calls == [ToolCall("memory_edit", {"text": "x"})]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('{"name": "web", "parameters": {"q": "x"}}', {"q": "x"}),
        ('{"name": "web", "arguments": "x"}', {"arguments": "x"}),
        ('{"id": "1", "type": "function", "name": "web", "arguments": {}, "parameters": {}}', {}),
    ],
)
def test_a_made_up_call_keeps_what_it_was_given(text, arguments):
    assert read(text, 1000) == ("", [ToolCall("web", arguments)])


def test_without_its_name_only_one_argument_may_be_missing():
    needed = {"move": ("from", "to", "by", "when")}
    for text, shown in (('{"from": 1, "to": 2, "by": 3}', ""), ('{"from": 1, "to": 2}', None)):
        calls = CallsInText(("move",), needed)
        assert calls.feed(text) + calls.close() == (text if shown is None else shown)


def test_an_endless_call_is_text_in_the_end():
    text = '{"name": "' + "x" * 6_000
    assert read(text, 700)[0] == text


@given(
    st.lists(
        st.sampled_from(
            [
                "{",
                '"name"',
                ":",
                "`",
                "```",
                "<tool_call>",
                "a",
                "\n",
                "memory_edit(",
                ")",
                "}",
                "'",
                '"',
                "print(",
                "<function=memory_edit>",
                "</function>",
                "[",
                "]",
            ]
        )
    ),
    st.integers(1, 9),
)
def test_pieces_make_no_difference(parts, size):
    text = "".join(parts)
    assert read(text, size) == read(text, 10_000)


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"name": "", "arguments": "안녕! 저는 솜이예요."}', ""),
        ('{"name": "Notes the user asked to keep", "arguments": ["#1"]} ok', " ok"),
        ('{"name": "Notes", "arguments": ["#1", "#2 and so', ""),
        ('{ "name" : "Notes" , "parameters" : ["#1', ""),
        ('Like this: {"name": "Notes", "arguments": ["#1', None),
        ('{"name": "search", "age": 3}', None),
    ],
)
def test_what_a_made_up_call_is_given_may_be_anything(text, left, size):
    assert read(text, size)[0] == (text if left is None else left)
