"""What the model says, made fit to be shown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.prompt.outgoing import Outgoing
from tests.prompt.samples import NONCE


def hear(*pieces: str) -> tuple[str, Outgoing]:
    """All that was given out, and the filter at the end."""
    outgoing = Outgoing(NONCE)
    given = "".join([outgoing.feed(piece) for piece in pieces] + [outgoing.close()])
    return given, outgoing


# Each with what should be left of it.
REASONING = [
    ("<think>secret</think>\n\nhello", "hello"),
    ("<THINK>secret</Think>hello", "hello"),
    ("<thinking>secret</thinking>hello", "hello"),
    ("<thought>secret</thought>hello", "hello"),
    ("<reasoning>secret</reasoning>hello", "hello"),
    ("<reflection>secret</reflection>hello", "hello"),
    ("<seed:think>secret</seed:think>hello", "hello"),
    ("<mm:think>secret</mm:think>hello", "hello"),
    ("<longcat_think>secret</longcat_think>hello", "hello"),
    ('<think type="deep">secret</think>hello', "hello"),
    ("<|think|>secret<|/think|>hello", "hello"),
    ("[THINK]secret[/THINK]hello", "hello"),
    ("◁think▷secret◁/think▷hello", "hello"),
    ("‹think>secret‹/think>hello", "hello"),
    ("<|begin_of_thought|>secret<|end_of_thought|>hello", "hello"),
    ("<|START_THINKING|>secret<|END_THINKING|>hello", "hello"),
    ("<|channel>thought\nsecret<channel|>hello", "hello"),
    (
        "<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>"
        "hello<|return|>",
        "hello",
    ),
    ("<unused94>thought\nsecret<unused95>hello", "hello"),
    ("hello <think>secret</think>you", "hello you"),
    ("<think>a</think>hello <think>secret</think>you", "hello you"),
    ("<think>secret, never closed", ""),
    ("The user is secret and nothing follows.</think>\n", ""),
    ("hello <think>secret, never closed", "hello"),
    ("<think>sec<think>ret</think>hello", "hello"),
    ("The user greets me. secret</think>\nhello", "hello"),
    ("음, 사용자가 secret</think>안녕", "안녕"),
    ("Okay, the user secret. Let me think.\n</think>\n\nhello", "hello"),
]


@pytest.mark.parametrize(("reply", "left"), REASONING)
@pytest.mark.parametrize("length", [1, 2, 3, 7, 1_000])
def test_reasoning_in_every_shape_is_kept_out_however_it_is_split(reply, left, length):
    pieces = [reply[start : start + length] for start in range(0, len(reply), length)]
    given, outgoing = hear(*pieces)
    assert outgoing.text == given.strip() == left
    assert outgoing.thought


NAMES = (
    *("think", "thinking", "antthinking", "seed:think", "thought", "thoughts", "reason"),
    *("reasoning", "reflection", "analysis", "scratchpad", "inner_monologue", "inner_thought"),
    *("inner_thoughts",),
)
BRACKETS = (
    *(
        ("<", ">", "</", ">"),
        ("‹", "›", "‹/", "›"),
        ("＜", "＞", "＜/", "＞"),
        ("◁", "▷", "◁/", "▷"),
    ),
    *(("<|", "|>", "<|/", "|>"), ("<  ", ">", "<  /  ", "  >"), ("<", ' a="b">', "</", ">")),
)


@pytest.mark.parametrize("name", NAMES)
def test_reasoning_by_any_name_in_any_brackets_is_kept_out(name):
    for left, right, left_again, right_again in BRACKETS:
        reply = f"{left}{name}{right}secret{left_again}{name}{right_again}hello"
        assert hear(reply)[1].text == "hello", reply
        assert hear(*reply)[0] == "hello", reply


@pytest.mark.parametrize(
    "beginning",
    [
        *(
            "The user ",
            "OK, the user ",
            "Okay, so the user ",
            "Alright, let me think",
            "So the user ",
        ),
        *("So, the user ", "Okay the user ", "Let's analyse", "음,사용자가", "let me see"),
        *("Hmm, let me see", "Hmmmm, let me figure", "Well, let me analyze", "Let me analyse"),
        *("Let's think", "let's see", "Let's analyze", "I need to respond", "We should answer"),
        *("I have to reply", "we need to figure", "I should think", "사용자가", "음, 사용자는"),
        *("음 사용자의", "好的，", "嗯，", "用户"),
    ],
)
def test_what_sounds_like_musing_waits_for_the_tag_that_ends_it(beginning):
    given, outgoing = hear(*beginning, " secret", "</think>", "hello")
    assert given == outgoing.text == "hello"
    assert hear(*beginning, " is fine.")[0] == f"{beginning} is fine."
    shown = Outgoing(NONCE)
    said = "".join(map(shown.feed, f"Yes. {beginning}"))
    assert said.strip() == f"Yes. {beginning}".strip()  # behind a word nothing waits


def test_reasoning_that_nobody_announced_is_taken_back():
    given, outgoing = hear("I will be kind. ", "secret", "</think>", "hello")
    assert given == "I will be kind. secrethello"  # what was given out is out
    assert outgoing.text == "hello"


def test_what_was_said_before_it_is_neither_taken_back_nor_said_again():
    given, outgoing = hear("hello ", "<think>x</think>", "more secret", "</think>", "you")
    assert given == "hello more secretyou"
    assert outgoing.text == "hello you"


def test_a_closing_tag_at_the_very_end_takes_nothing_back():
    for pieces in (
        ["hello", "</think>", "\n"],
        ["hello</think>" + "\n" * 20],
        ["hel", "lo</think>"],
    ):
        given, outgoing = hear(*pieces)
        assert outgoing.text == given.strip() == "hello"
    given, outgoing = hear("<think>secret</think>hello, ", "you", "</think>" + " " * 20)
    assert outgoing.text == given.strip() == "hello, you"


def test_a_beginning_that_sounds_like_musing_waits_only_for_a_while():
    outgoing = Outgoing(NONCE)
    assert outgoing.feed("The user ") == ""
    assert outgoing.feed("x" * 5_000).startswith("The user xx")
    given, _ = hear("The user guide is on the shelf.")
    assert given == "The user guide is on the shelf."


@pytest.mark.parametrize(
    "reply",
    [
        "Hello there! 안녕하세요.",
        "1 < 2 and a <b> tag, [a link](https://example.org), [1], a[i]",
        "Write `<think>` to begin and `</think>` to end.",
        "until untrue, <3",
        "is a <think b <c> d or x <think a\nb> y",
        "In templates `<bos>`, `<eos>`, `<pad>`, `<unk>` and `<final_answer>` are tokens.",
        "Use `<think>draft</think>` for it, and `a</think>` ends it.",
        'Take it out:\n\n```python\nre.sub(r"<think>.*?</think>", "", text)\n```\n\nDone.',
        '```python\nanswer = text.split("</think>")[-1]\n```\nThat is all of it.',
        "```xml\n<response>\n<answer>42</answer>\n</response>\n```\nOr `<s>old</s>`.",
        "a | b || c |> d",
        "F# has f <| g | h |> k and f <| x > 0 |> not and f <| x < 0 |> not and f <|\ng |> h",
        "The byte is written `<0x41>`.",
        "My assistant: a cat.",
        "👨‍👩‍👧‍👦 ❤️",
        "I think, therefore I am.",
        "two\n\nparagraphs\tand a tab",
    ],
)
def test_an_ordinary_reply_is_given_as_it_is(reply):
    assert hear(reply)[0] == reply
    assert hear(*reply)[0] == reply
    assert hear(reply)[1].text == reply
    assert not hear(reply)[1].thought
    assert not hear(reply)[1].looping


def test_the_first_word_does_not_wait():
    outgoing = Outgoing(NONCE)
    assert outgoing.feed("Hello") == "Hello"
    assert outgoing.feed(" <") == " "
    assert outgoing.feed("3") == "<3"


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ("<|im_start|>assistant\nhello<|im_end|>", "hello"),
        ("hello<|im_end|>\n<|im_start|>user\nand you?", "hello"),
        ("hello<|eot_id|>more", "hello"),
        ("hello<end_of_turn>\n<start_of_turn>user", "hello"),
        ("hello</s>more", "hello"),
        ("hello[|endofturn|]more", "hello"),
        ("<s>hello", "hello"),
        ("[/INST] hello", "hello"),
        ("hello <|reserved_special_token_5|>you", "hello you"),
        ("<answer>hello</answer>", "hello"),
        (f"<untrusted_user_text {NONCE}>\nhello\n</untrusted_user_text {NONCE}>", "hello"),
        (f"‹untrusted_persona {NONCE}›hello", "hello"),
        ("</untrusted_memory>hello", "hello"),
        (f"hello {NONCE}you", "hello you"),
        (f"untrusted_memory {NONCE}\nhello", "hello"),
        ("a ‹ b", "a < b"),
        ("one<0x0A>two", "one\ntwo"),
        ("hi <0xF0><0x9F><0x98><0x80>!", "hi 😀!"),
        ("hi <0xF0><0x9F>!", "hi !"),
        ("<0x1B>[31mred", "[31mred"),
        ("a<0xC2><0x9B>31m<0xE2><0x80><0xAE>b<0x7F><0x09>c", "a31mb\tc"),  # CSI, an override
        ("Assistant: hello", "hello"),
        ("**Assistant:** hello", "hello"),
        ("hello\n\nAssistant: I am fine", "hello"),
    ],
)
@pytest.mark.parametrize("length", [1, 5, 1_000])
def test_tokens_and_fences_are_never_shown(reply, left, length):
    pieces = [reply[start : start + length] for start in range(0, len(reply), length)]
    given, outgoing = hear(*pieces)
    assert outgoing.text == given.strip() == left


ENDS = (
    *("<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|end|>", "<|return|>", "<|end_of_text|>"),
    *("<|endoftext|>", "<|eos|>", "<|user|>", "<|system|>", "<|turn>model"),
    *("<|end_of_turn|>", "<|im_start|>assistant", "<|start|>", "<|assistant|>", "<eos>", "</s>"),
    *("<|start_header_id|>assistant<|end_header_id|>", "<|start_of_role|>assistant<|end_of_role|>"),
    *("<end_of_turn>", "<start_of_turn>model"),
    *("<turn|>", "<｜end▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>", "[INST]"),
    *("[|endofturn|]", "[|user|]", "[|assistant|]", "[|system|]", "<|end>"),
)
OTHERS = (
    *("<|reserved_special_token_5|>", "<｜begin▁of▁sentence｜>", "<|python_tag|>", "<|message>"),
    *("<message|>", "<s>", "<bos>", "<pad>", "<unk>", "<<SYS>>", "<</SYS>>", "[/INST]"),
    *("<|tool_response>", "<tool_response|>", "[|end of text|]"),
    *("[|tool|]", "<answer>", "</answer>", "<final_answer>", "<response>", "</response>"),
    *("<untrusted_...>", f"<untrusted_memory {NONCE}>", "</untrusted_persona>"),
)


@pytest.mark.parametrize("token", ENDS)
def test_behind_the_end_of_a_turn_nothing_is_shown(token):
    for written in (token, token.replace("<", "‹").replace(">", "›"), token.upper()):
        _, outgoing = hear("hello", written, "\nmore")
        assert outgoing.text == "hello", written
        assert outgoing.over
        assert hear(written, "\nhello")[1].text == "hello"  # the template's own, at the front


@pytest.mark.parametrize("token", OTHERS)
def test_other_tokens_go_and_the_reply_goes_on(token):
    for written in (token, token.replace("<", "‹").replace(">", "›")):
        _, outgoing = hear("hello ", written, "you")
        assert outgoing.text == "hello you", written
        assert not outgoing.over


def test_behind_code_a_tag_is_a_tag_again():
    assert hear("`a` <think>secret</think>b")[1].text == "`a` b"
    assert hear("```\na\n```\n<think>secret</think>b")[1].text == "```\na\n```\nb"
    assert hear("it is ` here\n<think>secret</think>b")[1].text == "it is ` here\nb"
    assert hear("```\nhello<|im_end|>more")[1].text == "```\nhello"


def test_the_end_of_a_turn_in_words_is_the_end():
    given, outgoing = hear("hello<|im_end|>", "<|im_start|>user", "\nmore")
    assert given == "hello"
    assert outgoing.over


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b]0;title\x07hello", "hello"),
        ("\x1b]52;c;aGk=\x1b\\hello", "hello"),
        ("\x9dtitle\x9chello", "hello"),
        ("\x1bPdata\x1b\\hello", "hello"),
        ("\x1bchello", "hello"),
        ("\x1b", ""),
        ("a\x07\x08\x7fb\x85c", "abc"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("a\x0c\x10\x1fb", "ab"),
        ("\x1b[mred\x1b[1 q!", "red!"),
        ("hello\x1b[31", "hello"),
        ("\x1b(Bhello", "hello"),
        ("a\x1b]0;title\nhello", "a\nhello"),
        *(
            (f"{begin}title{end}hello", "hello")
            for begin in ("\x1b]", "\x1bP", "\x1bX", "\x1b^", "\x1b_", *"\x90\x98\x9d\x9e\x9f")
            for end in ("\x07", "\x1b\\", "\x9c")
        ),
        ("<th\x1b[0mink>secret</think>hello", "hello"),
    ],
)
@pytest.mark.parametrize("length", [1, 2, 4_000])
def test_nothing_reaches_a_terminal_but_text(reply, left, length):
    pieces = [reply[start : start + length] for start in range(0, len(reply), length)]
    given, outgoing = hear(*pieces)
    assert given == left
    assert outgoing.text == left.strip()


def test_surrogates_are_joined_or_replaced():
    assert hear("\ud83d\ude00 \ud83d!")[0] == "😀 \ufffd!"


def test_a_sequence_that_never_ends_swallows_only_so_much():
    text = "".join(f"{number:x} " for number in range(1_000))
    assert hear("\x1b]" + text)[0] == text[1_024:]


def test_a_loop_is_noticed_and_kept_once():
    _, outgoing = hear(*["Yes, I like it too. "] * 40)
    assert outgoing.looping
    assert outgoing.text == "Yes, I like it too."
    assert hear("ㅋ" * 200)[1].looping
    assert hear("<think>", *["Wait, let me see. "] * 40)[1].looping


HARD = st.lists(
    st.one_of(
        st.text(max_size=5),
        st.sampled_from(["<think>", "</think>", "<|im_end|>", "<", "\x1b[3", "\x1b]", NONCE[:7]]),
        st.sampled_from(["<0xC2>", "<0x9b>", "<0x1B>", "<0x41>", "<0xE2><0x80><0xAE>"]),
        st.sampled_from([reply for reply, _ in REASONING]),
    ),
    max_size=8,
).map("".join)


@given(HARD, st.lists(st.integers(0, 200), max_size=6))
def test_how_a_reply_is_split_changes_nothing(reply, places):
    edges = [0, *sorted(place for place in places if place < len(reply)), len(reply)]
    pieces = [reply[start:end] for start, end in pairwise(edges)]
    assert hear(*pieces)[1].text == hear(reply)[1].text


@given(HARD)
def test_nothing_of_ours_and_nothing_for_terminals_is_left(reply):
    text = hear(reply)[1].text
    assert NONCE not in text
    assert "untrusted_" not in text
    assert not [letter for letter in text if letter < " " and letter not in "\n\t"]
    assert not [letter for letter in text if "\x7f" <= letter <= "\x9f" or letter == "\u202e"]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Somi: Hello!", "Hello!"),
        ("**Somi:** Hello!", "Hello!"),
        (" \t**Somi** : Hello!", "Hello!"),
        ("Somi\t: Hello!\n * User: hi", "Hello!"),
        ("Hello!\nUser: hi\nSomi: hi", "Hello!"),
        ("Hello!\n\nSomi: Hello again", "Hello!"),
        ("솜이： 안녕", "안녕"),
        ("My name is Somi: the small one", "My name is Somi: the small one"),
        ("Users: many\nof them", "Users: many\nof them"),
        ("assistant\n\nHello!", "Hello!"),
        ("Hello!\nassistant\n\nHello again", "Hello!"),
        ("Hello!\n### Human: and you?\n### Assistant: fine", "Hello!"),
        ("### Response:\nHello!\n\n### Instruction:\nmore", "Hello!"),
        ("### Input\nA heading", "### Input\nA heading"),
        ("An assistant\nhelps", "An assistant\nhelps"),
        ("```yaml\nUser: alice\n```\nDone", "```yaml\nUser: alice\n```\nDone"),
        ("```\na\n```\nUser: hi", "```\na\n```"),
    ],
)
def test_a_reply_speaks_for_nobody_else(reply, expected):
    for size in (1, 2, 5, len(reply)):
        shown = Outgoing("0123456789abcdef", ("Somi", "솜이", "User"))
        pieces = [reply[at : at + size] for at in range(0, len(reply), size)]
        said = "".join(shown.feed(piece) for piece in pieces) + shown.close()
        assert shown.text == expected
        assert said.strip() == expected
