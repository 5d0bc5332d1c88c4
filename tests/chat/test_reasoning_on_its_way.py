"""Reasoning from a server to the screen, the disk and the next prompt: it arrives nowhere."""

from __future__ import annotations

import pytest

from pet.app import open_pet
from pet.chat.events import TextDelta, TurnFailed
from pet.engines.address import parse
from pet.engines.base import Stop
from pet.engines.ollama import Ollama
from pet.memory import summaries
from tests.fakes import ollama_scenarios as scenarios
from tests.fakes.fake_ollama import FakeOllama
from tests.prompt.test_outgoing import REASONING


@pytest.fixture
def fake():
    server = FakeOllama()
    server.add("fake:1b")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def pet(paths, clock, fake):
    with open_pet(paths, clock, language="en", engine=Ollama(parse(fake.url))) as opened:
        yield opened


def pieces_of(reply, length):
    return [reply[start : start + length] for start in range(0, len(reply), length)]


@pytest.mark.parametrize("length", [1, 3, 1_000])
@pytest.mark.parametrize(("reply", "left"), [row for row in REASONING if row[1]])
def test_it_reaches_neither_screen_nor_disk_nor_the_next_prompt(pet, fake, reply, left, length):
    fake.play(scenarios.says, pieces=pieces_of(reply, length))
    events = list(pet.session.turn("hi", Stop()))
    assert events[-1].text == left
    streamed = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert "secret" not in streamed
    assert pet.session.seat.shown(1)[0].reply == left
    assert not pet.store.rows("SELECT id FROM turns WHERE reply LIKE '%secret%'")
    list(pet.session.turn("and now?", Stop()))
    assert "secret" not in str(fake.chats[-1]["messages"])


@pytest.mark.parametrize("length", [1, 3, 1_000])
def test_it_is_in_no_summary(pet, fake, length):
    list(pet.session.turn("hi", Stop()))
    written = "<think>secret</think>They said hello."
    fake.play(scenarios.says, pieces=pieces_of(written, length))
    list(pet.session.turn("/summarize", Stop()))
    assert summaries.latest(pet.store, pet.session.seat.number).text == "They said hello."


@pytest.mark.parametrize("length", [1, 1_000])
def test_a_reply_of_nothing_but_reasoning_says_so(pet, fake, length):
    fake.play(scenarios.says, pieces=pieces_of("<think>secret, never closed", length))
    end = list(pet.session.turn("hi", Stop()))[-1]
    assert isinstance(end, TurnFailed)
    assert "secret" not in end.partial
    assert pet.session.seat.shown(1)[0].reply == ""


def test_reasoning_in_a_field_of_its_own_is_left_there(pet, fake):
    fake.play(scenarios.thinks, pieces=["Hello."])
    assert list(pet.session.turn("hi", Stop()))[-1].text == "Hello."
    assert not pet.store.rows("SELECT id FROM turns WHERE reply LIKE '%tea%'")
