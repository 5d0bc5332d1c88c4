"""A home that cannot be written: what needs no disk works, and what does says so once."""

from __future__ import annotations

import pytest

from pet.app import open_pet
from pet.chat.events import CommandAnswered, PersonaWorn, TurnFailed, TurnFinished
from pet.engines.base import Stop
from pet.memory import drafts, memos
from tests.fakes.engines import ScriptedEngine
from tests.memory.conftest import make_read_only

__all__ = ["make_read_only"]


@pytest.fixture
def engine():
    return ScriptedEngine()


@pytest.fixture
def pet(paths, clock, engine, make_read_only):
    """A pet in a home that became read-only after a note and a draft were kept in it."""
    with open_pet(paths, clock, language="en", engine=engine) as before:
        memos.add(before.store, "I like tea", origin="command")
        before.personas.everyone()  # ours are copied
        before.session.seat.unsent.keep_draft("half a thought")
    make_read_only(paths.root)
    with open_pet(paths, clock, language="en", engine=engine) as opened:
        assert opened.notices == ("store.read_only",)
        yield opened


@pytest.fixture
def say(pet):
    return lambda text: list(pet.session.turn(text, Stop()))


def answer(events):
    return next(event for event in events if isinstance(event, CommandAnswered))


def test_talk_that_would_be_kept_is_refused_and_incognito_is_not(say, engine, pet):
    assert isinstance(say("hello")[-1], TurnFailed)
    assert engine.asked == []
    assert "Incognito" in answer(say("/incognito")).text
    assert isinstance(say("hello")[-1], TurnFinished)
    assert "I like tea" not in str(engine.sent)
    assert answer(say("/new")).refused
    assert isinstance(say("still here")[-1], TurnFinished)  # a refusal does not end it
    assert not answer(say("/incognito")).refused
    assert pet.session.seat.incognito is None
    assert isinstance(say("hello")[-1], TurnFailed)


@pytest.mark.parametrize(
    "command", ["/help", "/memories", "/search tea", "/model", "/why", "/memory"]
)
def test_what_only_reads_works(say, command):
    assert not answer(say(command)).refused


def test_a_choice_counts_until_the_end_and_says_that_it_is_not_saved(say, pet, engine):
    off = answer(say("/memory off"))
    assert off.text.startswith("Memory is off")
    assert off.text.count("until I end") == off.text.count("can't write") == 1
    assert pet.session.seat.memory == "off"
    assert "until I end" in answer(say("/model other:2b")).text
    assert engine.model == "other:2b"
    worn = say("/persona Tori")
    assert isinstance(worn[0], PersonaWorn)
    assert "until I end" in answer(worn).text
    assert len(say("/help")) == 1  # she was put on, not lost


def test_the_draft_of_before_is_there_and_typing_is_no_error(pet):
    unsent = pet.session.seat.unsent
    assert unsent.draft() == "half a thought"
    unsent.keep_draft("more")
    assert unsent.draft() == "half a thought"


def test_a_folder_that_becomes_read_only_while_somebody_types(paths, clock, engine, make_read_only):
    with open_pet(paths, clock, language="en", engine=engine) as pet:
        pet.session.seat.unsent.keep_draft("half a thought")
        make_read_only(paths.root)
        events = list(pet.session.turn("/incognito", Stop()))
        assert not answer(events).refused
        assert isinstance(list(pet.session.turn("hello", Stop()))[-1], TurnFinished)
        assert not answer(list(pet.session.turn("/incognito", Stop()))).refused
        assert drafts.of(pet.store, pet.session.seat.number) == "half a thought"
