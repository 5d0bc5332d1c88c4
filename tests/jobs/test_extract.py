"""Asking in portions, and telling an empty answer from none."""

from __future__ import annotations

from datetime import UTC

import pytest

from pet.engines.base import Stop, Window
from pet.errors import EngineUnreachable, PromptTooLong
from pet.jobs.extract import MAX_MESSAGES, Asking, chunks, extract, items_of
from pet.memory.unread import Said
from pet.prompt.budget import Budget
from tests.fakes.engines import ScriptedEngine
from tests.jobs.note_taker import NoteTaker, note

TEXTS = [f"나는 취미가 {number}개 있어" for number in range(10)]


def said(*texts):
    return [Said(turn, 1, text, 1_772_000_000_000) for turn, text in enumerate(texts, start=1)]


def asking(engine, **budget):
    return Asking(engine, Budget(**budget), "ko", UTC, "0123abcd")


def hobby(number):
    return note(TEXTS[number], "interest", f"취미가 {number}개 있음")


def test_the_engine_is_asked_coolly_briefly_and_in_a_form():
    engine = NoteTaker({TEXTS[3]: [hobby(3)]})
    result = extract(asking(engine), said(TEXTS[3]), Stop())
    assert [found.text for found in result.found] == ["취미가 3개 있음"]
    (request,) = engine.asked
    assert (request.temperature, request.max_tokens, request.tools) == (0.0, 256, ())
    assert request.schema is not None


def test_messages_come_in_portions_of_few_and_small_ones():
    portions = list(chunks(said(*TEXTS)))
    assert [len(portion) for portion in portions] == [MAX_MESSAGES, len(TEXTS) - MAX_MESSAGES]
    long = list(chunks(said("가" * 700, "나" * 700, "다")))
    assert [[one.turn for one in portion] for portion in long] == [[1], [2, 3]]
    assert list(chunks([])) == []


@pytest.mark.parametrize(
    ("answer", "items"),
    [
        ('{"notes": []}', ()),
        ('{"notes": [1, {"a": "b"}]}', (1, {"a": "b"})),
        ('{"notes": [{"a": "b"}, {"a": "un', ({"a": "b"},)),
        ('{"notes": [{"a": "un', None),
        ("I have found nothing of interest.", None),
        ("", None),
        ("[]", None),
        ('{"notes": 3}', None),
        ('{"facts": []}', None),
        ("[" * 100_000, None),
        ('{"notes": ' + "[" * 100_000, None),
    ],
)
def test_an_answer_is_notes_or_none(answer, items):
    assert items_of(answer) == items


@pytest.mark.parametrize("answer", ["", "Sure! The user likes tea.", '{"notes": [{"mess'])
def test_prose_and_empty_bodies_are_no_answer(answer):
    engine = ScriptedEngine()
    engine.will_say(answer)
    assert extract(asking(engine), said(TEXTS[0]), Stop()).state == "broken"


def test_an_answer_to_half_of_the_prompt_is_no_answer():
    engine = ScriptedEngine()
    engine.will_say('{"notes": []}', cut=True)
    assert extract(asking(engine), said(TEXTS[0]), Stop()).state == "broken"


def test_an_empty_list_is_an_answer():
    result = extract(asking(NoteTaker({})), said(TEXTS[0]), Stop())
    assert (result.state, result.found, result.requests) == ("answered", (), 1)


def test_what_does_not_fit_is_asked_in_halves_and_what_never_fits_is_passed_over():
    engine = NoteTaker({text: [hobby(n)] for n, text in enumerate(TEXTS)})
    engine.tokens_per_byte = 0.5
    extract(asking(engine), said(*TEXTS[:2]), Stop())
    two = sum(round(len(one.content.encode()) * 0.5) + 8 for one in engine.asked.pop().messages)
    engine.now_window = Window(num_ctx=512 + 256 + two)
    result = extract(asking(engine), said(*TEXTS[:4]), Stop())
    assert len(result.found) == 4
    assert result.requests == len(engine.asked) == 2
    tiny = extract(asking(engine, prompt_bytes=300), said(*TEXTS[:2]), Stop())
    assert (tiny.refused, tiny.requests) == (("too_large", "too_large"), 0)


def test_a_server_that_finds_the_prompt_too_long_is_asked_in_halves():
    engine = NoteTaker({text: [hobby(n)] for n, text in enumerate(TEXTS)})
    engine.will_fail(PromptTooLong("prompt_too_long", tokens=9000, window=8192))
    result = extract(asking(engine), said(*TEXTS[:2]), Stop())
    assert [found.source.turn for found in result.found] == [1, 2]
    assert len(engine.asked) == 3


def test_a_stopped_answer_counts_for_nothing_and_an_error_is_raised():
    engine = ScriptedEngine()
    engine.will_hang('{"notes": []}')
    stop = Stop()
    stop.press()
    assert extract(asking(engine), said(TEXTS[0]), stop).state == "stopped"
    engine = ScriptedEngine()
    engine.will_fail(EngineUnreachable("engine_unreachable"))
    with pytest.raises(EngineUnreachable):
        extract(asking(engine), said(TEXTS[0]), Stop())
