"""Trying a persona out: the real way of answering, and no trace of it anywhere."""

from __future__ import annotations

import threading

import pytest

from pet.chat.events import EngineReading, TextDelta, TurnFailed, TurnFinished
from pet.engines.base import Stop
from pet.errors import EngineUnreachable
from pet.memory import memos
from pet.persona.persona import from_card
from tests.fakes.engines import ScriptedEngine
from tests.waiting import until

SECRET = "violet-umbrella"


def mina(**fields):
    data = {"name": "Mina", "description": "A cat.", **fields}
    return from_card("", {"spec": "chara_card_v3", "spec_version": "3.0", "data": data})


@pytest.fixture
def engine():
    return ScriptedEngine()


def said(trial, text, persona=None, stop=None):
    return list(trial.turn(persona or mina(), text, stop or Stop()))


def test_she_answers_as_she_is_edited_and_knows_what_was_said_before(pet, engine):
    trial = pet.trial()
    engine.will_say("Meow", "!")
    assert said(trial, "Hello")[-1].text == "Meow!"
    said(trial, "Who are you?", mina(description="A dog."))
    first, second = engine.sent
    assert "A cat." in first[0].content
    assert "A dog." in second[0].content
    assert "A cat." not in second[0].content
    assert [message.content for message in second[1:3]] == ["Hello", "Meow!"]


def test_nothing_of_the_memory_is_in_it(pet, engine):
    memos.add(pet.store, f"likes {SECRET}", origin="command")
    said(pet.trial(), "Hello")
    assert not any(SECRET in message.content for message in engine.sent[0])


def test_no_byte_of_it_is_on_the_disk(pet, engine, paths):
    pet.session.seat.take()
    engine.will_say(SECRET, " answered")
    persona = mina(description=f"{SECRET} described")
    events = said(pet.trial(), f"{SECRET} said", persona)
    assert SECRET in events[-1].text
    before = {path: path.stat().st_mtime_ns for path in paths.root.rglob("*") if path.is_file()}
    said(pet.trial(), f"{SECRET} said", persona)
    found = [path for path in paths.root.rglob("*") if path.is_file()]
    assert found
    assert [path for path in found if SECRET.encode() in path.read_bytes()] == []
    assert {path: path.stat().st_mtime_ns for path in found} == before
    assert pet.session.seat.shown(10) == ()


def test_stop_ends_it_and_keeps_what_was_said(pet, engine):
    engine.will_hang("Once", " upon")
    trial, stop, events = pet.trial(), Stop(), []
    worker = threading.Thread(target=lambda: events.extend(said(trial, "Tell", stop=stop)))
    worker.start()
    until(lambda: engine.asked)
    stop.press()
    worker.join(5)
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].ending == "stopped"


def test_what_fails_is_told_after_the_words_that_came(pet, engine):
    engine.will_fail(EngineUnreachable("unreachable"), "Once")
    events = said(pet.trial(), "Tell")
    assert isinstance(events[-1], TurnFailed)
    assert isinstance(events[0], EngineReading)
    assert events[-1].error.key == "unreachable"


def test_what_is_too_long_is_refused_and_an_empty_word_is_nothing(pet):
    assert said(pet.trial(), "x" * 1001)[-1].error.key == "user_text_too_long"
    assert said(pet.trial(), "  ") == []


def test_a_new_beginning_forgets(pet, engine):
    trial = pet.trial()
    said(trial, "Hello")
    trial.begin_again()
    said(trial, "Again")
    assert len(engine.sent[1]) == 2


def test_the_words_come_one_by_one(pet, engine):
    engine.will_say("A ", "b ", "c ")
    pieces = [one for one in said(pet.trial(), "Count") if isinstance(one, TextDelta)]
    assert "".join(piece.text for piece in pieces).strip() == "A b c"
