"""Ollama dies in the middle of an answer, and comes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pet.engines.tiny import bundled_model
from tests.e2e.pets import SLOW
from tests.e2e.pictures import SWEAT, picture_of
from tests.engines.real import RealOllama, find_binary
from tests.fakes.fake_ollama import FakeOllama
from tests.waiting import until

pytestmark = pytest.mark.e2e

REAL = pytest.param("real", marks=[pytest.mark.real_ollama, pytest.mark.tiny])


@pytest.fixture(params=["fake", REAL])
def server(request, tmp_path_factory) -> Iterator[FakeOllama | RealOllama]:
    """A server that can be killed and started again on the same port."""
    if request.param == "fake":
        yield request.getfixturevalue("fake")
        return
    binary = find_binary()
    weights = bundled_model()
    if binary is None or weights is None:
        pytest.skip("no Ollama: name its binary in PET_TEST_OLLAMA, or put it on PATH")
    real = RealOllama(binary, tmp_path_factory.mktemp("ollama"))
    real.start()
    real.put_model(weights)
    yield real
    real.kill()


@pytest.mark.timeout(300)
def test_a_reply_cut_off_by_a_crash_is_kept_and_the_next_one_comes(
    desktop, start, home, server, tmp_path
):
    pet = start("--engine", "ollama", OLLAMA_HOST=server.url)
    pet.open_chat()
    pet.say("Please tell me a very long story about a dragon and a princess.")
    until(lambda: home.turns("partial"), SLOW, "a part of the reply")
    server.kill()
    turn = until(lambda: home.turns("failed"), what="the reply to be marked as cut off")[0]
    assert turn.reply.strip()
    character = pet.character
    until(
        lambda: picture_of(desktop, character, tmp_path).has(SWEAT),
        what="the character to be sorry",
    )
    assert pet.chat is not None

    server.start()
    if isinstance(server, FakeOllama):
        server.reply = "Here I am again."
    assert pet.begins_to_answer("Are you still there?").state != "failed"
    assert not picture_of(desktop, character, tmp_path).has(SWEAT)


def test_with_the_chat_closed_the_bubble_says_what_happened(desktop, start, home, fake):
    pet = start("--engine", "ollama", OLLAMA_HOST=fake.url)
    pet.open_chat()
    pet.say("Tell me something long")
    desktop.keyboard.press("Escape")
    until(lambda: pet.bubble, what="the bubble that speaks")
    until(lambda: home.turns("partial"))
    fake.kill()
    until(lambda: home.turns("failed"), what="the reply to be marked")
    until(lambda: pet.bubble, what="the bubble that is sorry")
