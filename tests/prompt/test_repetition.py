"""A model that says the same thing over and over."""

from __future__ import annotations

import pytest

from pet.prompt.repetition import Repetition, repeated_unit, without_repeats

_DAYS = range(10, 40)
LIST = "\n".join(f"{number}. I am very happy to help you." for number in range(1, 10))


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
