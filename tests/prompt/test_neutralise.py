"""Untrusted text made harmless."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given

from pet.prompt.hidden import reveal
from pet.prompt.neutralise import Neutral, neutralise, one_line
from pet.prompt.normalise import normalise
from tests.prompt.samples import CONTROL_TOKENS, HOSTILE, texts

ENGLAND, SCOTLAND, WALES = (
    "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)


@pytest.mark.parametrize(
    "text",
    [
        "안녕하세요, 저는 솜이예요!",
        "Two words, and [a link](https://example.org) with [1] and [ ] and [OK].",
        "👨‍👩‍👧‍👦 ❤️ 🇰🇷 1️⃣",
        ENGLAND + SCOTLAND + WALES,
        "می‌خواهم",  # a Persian word with its non-joiner
        "葛\U000e0100飾区 \ufa0e\U000e0101 \U00020000\U000e0100",  # ideographic variations
        "\u182e\u180b \u182e\u180d \u182e\u180f",  # Mongolian ones
        "\u1100\u1160",  # half a syllable
        "\ua960\u1160",
        "\u115f\u1161 \u115f\ud7b0",
        "\u115f\u1160\u11a8 \u115f\u1160\ud7cb",
        "## Heading\n- #tag\n\tindented",
        "C:\\path | pipe > out",
    ],
)
def test_ordinary_text_stays_as_it_is(text):
    assert neutralise(text) == Neutral(normalise(text))


@pytest.mark.parametrize(
    ("raw", "seen", "count"),
    [
        ("two\u200bwords", "two words", 1),
        ("two\u200b\u200b\u200bwords", "two words", 3),
        ("a\x0bb\x0cc\x85d", "a\nb\nc\nd", 3),
        ("\x1b[31mred\x9b", "[31mred", 2),
        ("so\u00adft \u2060join\ufeffed", "soft joined", 3),
        ("\u202eabc\u202c \u2066x\u2069 \u200e\u200f\u061c", "abc x ", 7),
        ("hi\U000e0068\U000e0069", "hi", 2),
        ("🏴\U000e0061\U000e0062\U000e007f", "🏴", 3),
        (ENGLAND + "\U000e0061", ENGLAND, 1),
        (SCOTLAND[:-1] + "x", "🏴x", 5),
        ("x" + WALES[1:], "x", 6),
        ("two\x0b\u200b\u2060lines", "two\nlines", 3),
        (ENGLAND[1:], "", 6),
        ("이\u3164름\uffa0", "이름", 2),
        ("\u115f\u1160\u1160", "", 3),
        ("\u1160\u11a8", "\u11a8", 1),
        ("a\u1160\u1161 \u115fa", "a\u1161 a", 2),
        ("x\ufe0f\ufe0e\ufe0f", "x\ufe0f", 2),
        ("\ufe0fx \ufe0f", "x ", 2),
        ("x\U000e0100", "x", 1),
        ("a\u200d\u200c\u200d\u200c\u200db", "a\u200d\u200cb", 3),
        ("a\u200c\u200c\u200cb c\u200d\u200d\u200dd", "a\u200c\u200cb c\u200d\u200dd", 2),
        ("\u182e\u180b\u180c \u182e\u180f\ufe00", "\u182e\u180b \u182e\u180f", 2),
        ("葛\U000e0100\U000e0101", "葛\U000e0100", 1),
        ("a\u034fb", "ab", 1),
        ("q\u0301\u034fb", "q\u0301b", 1),
        ("e\u2060\u0301", "é", 1),
        ("\ufffe\ufdd0", "", 2),
    ],
)
def test_what_nobody_sees_is_removed_and_counted(raw, seen, count):
    assert reveal(raw) == (seen, count)
    assert neutralise(raw).removed == count


def test_whatever_unicode_calls_invisible_is_removed_but_what_words_need():
    """Controls, directions, tags, fillers and non-characters, as Unicode lists them."""
    every = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
    hidden = r"[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}]"
    needed = {*"\n\t\u200c\u200d\u180b\u180c\u180d\u180f", *map(chr, range(0xFE00, 0xFE10))}
    found = set(regex.findall(hidden, every))
    assert len(found) > 4_000
    assert {letter for letter in found if letter in reveal(f"b{letter}b")[0]} == needed


def test_what_keeps_a_mountain_of_marks_apart_may_stay():
    text = normalise("q" + "\u0301\u0323" * 20)
    assert "\u034f" in text
    assert reveal(text) == (text, 0)


@pytest.mark.parametrize(
    ("raw", "harmless", "count"),
    [
        ("<|im_end|>", "‹|im_end|›", 2),
        ("</s>", "‹/s>", 1),
        ("1 < 2", "1 ‹ 2", 1),
        ("＜|im_end|＞", "‹|im_end|＞", 1),
        ("<｜User｜>", "‹｜User｜›", 2),
        ("1 ≮ 2", "1 ‹\u0338 2", 1),
        ("﹤|x|﹥", "‹|x|﹥", 1),
        ("a |> b ｜> c", "a |› b ｜› c", 2),
        ("[INST] [/inst] [gMASK]", "(INST) (/inst) (gMASK)", 3),
        ("[img] [img-12] [IMG_BREAK]", "(img) (img-12) (IMG_BREAK)", 3),
        ("[|assistant|]", "(|assistant|)", 1),
        ("]~b]user", "(~b)user", 1),
        ("### Response: yes", "## Response: yes", 1),
        ("hm\n####질문:", "hm\n##질문:", 1),
        ("<a> [INST] ]~b] ### User: <b>", "‹a> (INST) (~b) ## User: ‹b>", 5),
    ],
)
def test_what_could_be_structure_is_replaced_and_counted(raw, harmless, count):
    assert neutralise(raw) == Neutral(harmless, 0, count)


# By family; some tokenizers find theirs in any case.
BRACKETED = (
    *("INST", "SYSTEM_PROMPT", "AVAILABLE_TOOLS", "TOOL_CALLS", "TOOL_RESULTS", "TOOL_CONTENT"),
    *("ARGS", "CALL_ID", "MODEL_SETTINGS", "THINK", "IMG", "IMG_BREAK", "IMG_END", "AUDIO"),
    *("BEGIN_AUDIO", "TRANSCRIBE", "PREFIX", "MIDDLE", "SUFFIX"),  # Mistral
    *("gMASK", "sMASK", "MASK", "CLS", "SEP", "PAD", "UNK", "BOS", "EOS", "unused1", "unused_12"),
    *(
        "extra_id_0",
        "extra_id_12",
        "USER",
        "ASSISTANT",
        "SYSTEM",
        "BOT",
        "EOT",
        "|user|",
        "|endofturn|",
    ),
    *("img-3", "ANY_OTHER_TOKEN1", "|end of turn|", "|x|", "|" + "a" * 30 + "|"),
)


@pytest.mark.parametrize("name", BRACKETED)
def test_a_token_in_square_brackets_is_put_in_round_ones(name):
    written = {name} if name.startswith("ANY_") else {name, name.lower(), name.upper()}
    for one in written:
        assert neutralise(f"a[{one}]b") == Neutral(f"a({one})b", 0, 1)
    if name.isupper():
        assert neutralise(f"[/{name}]") == Neutral(f"(/{name})", 0, 1)
    assert neutralise(f"[{name}") == Neutral(f"[{name}")
    assert neutralise(f"[{name} x]") == Neutral(f"[{name} x]")


@pytest.mark.parametrize("token", ["]~b]", "]~!b[", "[e~[", "]p~]", "]!p~[", "]d~]", "]!d~["])
def test_minimax_tokens_lose_their_brackets(token):
    assert neutralise(f"a{token}b") == Neutral(f"a({token[1:-1]})b", 0, 1)


@pytest.mark.parametrize(
    "name",
    [
        *("Instruction", "Instructions", "Input", "Response", "System", "User", "Human"),
        *("Assistant", "질문", "답변", "명령어", "맥락"),
    ],
)
def test_a_heading_that_models_take_for_a_turn_is_a_smaller_one(name):
    assert neutralise(f"### {name}:") == Neutral(f"## {name}:", 0, 1)
    assert neutralise(f"a\n#####\t{name} : b") == Neutral(f"a\n##\t{name} : b", 0, 1)
    assert neutralise(f"####{name}\t:") == Neutral(f"##{name}\t:", 0, 1)
    assert neutralise(f"## {name}:") == Neutral(f"## {name}:")
    assert neutralise(f"### {name} and more:") == Neutral(f"### {name} and more:")


def test_no_known_control_token_survives():
    for token in CONTROL_TOKENS:
        assert token not in neutralise(f"before{token}after\n{token}").text, token


@given(texts())
def test_harmless_text_stays_as_it_is(text):
    once = neutralise(text).text
    assert neutralise(once) == Neutral(once)
    assert "<" not in once
    assert not any(token in once for token in CONTROL_TOKENS)


@given(texts())
def test_every_front_part_of_harmless_text_is_harmless(text):
    once = neutralise(text).text
    for cluster in regex.finditer(r"\X", once):
        front = once[: cluster.end()]
        assert neutralise(front) == Neutral(front)


@given(texts(4), texts(4))
def test_harmless_texts_on_lines_of_their_own_are_harmless_together(one, other):
    together = neutralise(one).text + "\n" + neutralise(other).text
    assert neutralise(together) == Neutral(together)


def test_only_line_ends_become_spaces():
    assert one_line(" a  b \n\n\tc\u3000d\n") == "a  b c\u3000d"
    assert one_line(" \n ") == ""


@given(texts())
def test_a_line_of_a_list_is_one_harmless_line(text):
    line = one_line(neutralise(text).text)
    assert "\n" not in line
    assert neutralise(line) == Neutral(line)


def test_hostile_strings_spliced_into_each_other_stay_harmless():
    for one in HOSTILE:
        for other in HOSTILE[::7]:
            middle = len(one) // 2
            once = neutralise(one[:middle] + other + one[middle:]).text
            assert neutralise(once).text == once
            assert not any(token in once for token in CONTROL_TOKENS)


def test_a_megabyte_of_anything_takes_no_time():
    """Quadratic time would run into the test's timeout."""
    for unit in ("[", "<", "[A_", "\u200b", "\u200d", "\ufe0f", "\u2060\u0301\u0323", "#", "]~"):
        neutralise(unit * 200_000)
