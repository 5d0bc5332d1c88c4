"""A model that says the same thing over and over."""

from __future__ import annotations

import pytest

from pet.prompt.repetition import Repetition, repeated_unit, without_repeats

_DAYS = range(10, 40)
LIST = "\n".join(f"{number}. I am very happy to help you." for number in range(1, 10))
PARAGRAPH = " ".join(f"{one}{other}" for one in "abcdefghijklmn" for other in "opqrstuvwxyz")


@pytest.mark.parametrize(
    "text",
    [
        "I am sorry. " * 20,
        "hello " * 40,
        "ㅋ" * 200,
        "하하하 " * 60,
        LIST,
        "Once. " + "The same line again, and again.\n" * 8,
        ("a rather long paragraph that is repeated word for word. " * 5 + "\n") * 4,
        "=" * 500,
        "😀" * 500,
        "abcd" * 40,
        "=" * 400,
        "\n".join(f"{number}. I am very happy to help you." for number in range(15, 24)),
        PARAGRAPH[:400] * 4,
    ],
)
def test_a_loop_is_seen(text):
    assert repeated_unit(text)
    watch = Repetition()
    for letter in text:
        watch.feed(letter)
    assert watch.unit
    assert len(without_repeats(text)) <= len(text) // 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋ",
        "하하하하하! 정말 재미있네요.",
        "-" * 300,
        "| a | b |\n" + "|---|---|\n" + "| 1 | 2 |\n" * 10,
        "We will, we will rock you. We will, we will rock you.",
        "\n".join(f"{number}. {word}" for number, word in enumerate("abcdefghijkl")),
        "3." + "14159265358979323846264338327950288419716939937510" * 3,
        "The quick brown fox jumps over the lazy dog. " * 3,
        ("abcd" * 40)[1:],
        "=" * 399,
        PARAGRAPH[:401] * 4,
        "Let me count for you: " + ", ".join(map(str, range(100, 300))),
        "\n".join(f"{number}. We met again in the park." for number in (10, 21, 22, 23, 24)),
        "\n".join(
            f"Day {day}: {day * 2 + 8} push-ups and a walk of {day + 9} minutes." for day in _DAYS
        ),
        "\n".join(f"7 곱하기 {by}은 {7 * by}입니다." for by in range(2, 30)),
        "\n".join(f"- {2000 + year}년: 매출 {year * 7 % 90 + 10}억 원" for year in _DAYS),
        ", ".join(map(str, range(1, 300))),
        "\n".join(f'{{"id": {n}, "name": "item{n}", "size": {n * 37 % 90 + 10}}}' for n in _DAYS),
    ],
)
def test_laughter_tables_and_refrains_are_no_loop(text):
    assert not repeated_unit(text)
    assert without_repeats(text) == text
    watch = Repetition()
    for letter in text:
        watch.feed(letter)
    assert not watch.unit


def test_what_is_kept_of_a_loop_is_said_once():
    assert without_repeats("Well. " + "I am sorry. " * 20) == "Well. I am sorry. "
    assert without_repeats("ㅋ" * 200) == "ㅋ"
    assert without_repeats("Well.\n" + LIST) == "Well.\n1. I am very happy to help you."


def test_five_numbered_lines_are_enough():
    five = "\n".join(LIST.split("\n")[:5])
    assert repeated_unit("Once there was a fox who liked to help.\n" + five)
    assert not repeated_unit("Once there was a fox who liked to help\n" + five.replace("1.", "7."))


def test_a_loop_that_was_seen_stays_seen():
    watch = Repetition()
    watch.feed("I am sorry. " * 20)
    watch.feed("".join(f"{number} and {number * 7}; " for number in range(400)))
    assert watch.unit == len("I am sorry. ")
